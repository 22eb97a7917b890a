import { isBuiltinName } from "../contract/builtin-tools.ts";
import { ownValue } from "../contract/own-property.ts";
import { type CallerNames, createCallerNames } from "./caller-names.ts";
import { createTextFilter, type TextFilter } from "./denied-names.ts";
import type { ListingOptions } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Identity } from "./ports.ts";
import type { Registry } from "./registry.ts";

/** What scopes of access tokens mean in a catalog, as its `auth` says. */
export interface AuthTable {
  /** Every request of somebody with an identity needs these. */
  readonly required: readonly string[];
  readonly scopes: { readonly [scope: string]: { readonly description: string; readonly tools: readonly string[] } };
}

/** What the scopes of one caller allow, and its marks: callers with the same ones see the same. */
export interface Grant {
  readonly key: string;
  readonly policy: Policy;
}

export interface Scopes {
  /** A caller without an identity is limited by no scope. */
  grantOf(identity: Identity | undefined): Grant;
  /**
   * The scopes with which a token would do for a call: what the identity has of ours and one that opens the tool. undefined: nothing
   * is missing, or no scope would help.
   */
  missingFor(tool: string, identity: Identity | undefined): readonly string[] | undefined;
  /** The same for any request at all. */
  missing(identity: Identity | undefined): readonly string[] | undefined;
}

/** Grants that are kept. There are as many as sets of scopes that are given out together: few. */
const maxGrants = 200;

/** @param policy what no scope may widen */
export function createScopes<Deps>(
  { auth, aliases, tools }: Pick<Registry<Deps>, "auth" | "aliases" | "tools">,
  policy: Policy,
): Scopes {
  const everything: Grant = { key: "", policy };
  if (auth === undefined) {
    return { grantOf: () => everything, missingFor: () => undefined, missing: () => undefined };
  }
  const { required, scopes } = auth;
  const known = [...new Set([...required, ...Object.keys(scopes)])];
  const grants = new Map<string, Grant>();
  const had = (identity: Identity) => known.filter((scope) => identity.scopes.includes(scope));

  function grantOf(identity: Identity | undefined): Grant {
    if (identity === undefined) return everything;
    const granted = had(identity);
    const key = `scopes ${granted.join(" ")}`;
    const kept = grants.get(key);
    if (kept !== undefined) return kept;
    const opened = new Set(granted.flatMap((scope) => ownValue(scopes, scope)?.tools ?? []));
    const permits: Policy["permits"] = (tool, alias) =>
      (isBuiltinName(tool) || opened.has(tool)) && policy.permits(tool, alias);
    const grant = { key, policy: { permits } };
    grants.set(key, grant);
    const [oldest] = grants.keys();
    if (grants.size > maxGrants && oldest !== undefined) grants.delete(oldest);
    return grant;
  }

  return {
    grantOf,
    missing(identity) {
      if (identity === undefined || required.every((scope) => identity.scopes.includes(scope))) return undefined;
      return [...new Set([...required, ...had(identity)])];
    },
    missingFor(name, identity) {
      const alias = ownValue(aliases, name);
      const tool = alias?.target ?? name;
      const isThere = Object.hasOwn(tools, tool) && policy.permits(tool, alias?.name);
      if (identity === undefined || !isThere || grantOf(identity).policy.permits(tool, alias?.name)) return undefined;
      const opening = Object.keys(scopes).find((scope) => ownValue(scopes, scope)?.tools.includes(tool) === true);
      return opening === undefined ? undefined : [...had(identity), opening];
    },
  };
}

/** What one caller may call, and in which words it is talked to. */
export interface CallerView {
  readonly policy: Policy;
  /** Which tool names hints and notices may give to the caller. */
  readonly names: CallerNames;
  /** Removes what policy denies from the catalog's texts. */
  readonly textFilter: TextFilter;
}

export interface ViewFacts<Deps> {
  readonly registry: Registry<Deps>;
  readonly policy: Policy;
  readonly listingOptions: ListingOptions | undefined;
}

/** @returns the view of a caller; those with the same scopes share one */
export function createCallerViews<Deps>(facts: ViewFacts<Deps>): (identity: Identity | undefined) => CallerView {
  const { registry, listingOptions } = facts;
  const viewOf = (policy: Policy): CallerView => ({
    policy,
    names: createCallerNames({ registry, policy, listingOptions }),
    textFilter: createTextFilter(registry, policy),
  });
  const usual = viewOf(facts.policy);
  if (registry.auth === undefined) return () => usual;
  const { grantOf } = createScopes(registry, facts.policy);
  // A grant that is dropped takes its view with it.
  const views = new WeakMap<Policy, CallerView>();
  return (identity) => {
    if (identity === undefined) return usual;
    const { policy } = grantOf(identity);
    const view = views.get(policy) ?? viewOf(policy);
    views.set(policy, view);
    return view;
  };
}

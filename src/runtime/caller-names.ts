// Which tool names a caller may be given: the one answer for hints, notices, near misses, instructions and the guide.
import {
  builtinsBeside,
  builtinTools,
  isBuiltinName,
  metaTools,
  proxyToolFor,
  proxyTools,
} from "../contract/builtin-tools.ts";
import { ownValue } from "../contract/own-property.ts";
import { withoutClauses } from "../contract/without-clauses.ts";
import type { ListingOptions } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";

/** Names as the model behind this server knows them. */
export interface CallerNames {
  /** The names of `tools/list`, in its order; undefined where it is not known what the caller is shown. */
  readonly listed: readonly string[] | undefined;
  /** Whether `tools/list` holds this very name. */
  readonly isListed: (name: string) => boolean;
  /** The name under which the model can call a tool; undefined where it can't, or only by a name that it is not shown. */
  readonly nameOf: (tool: string) => string | undefined;
  /** The same, or the tool's own name, which a caller may know from elsewhere, unless the list is closed. */
  readonly shownOrOwn: (tool: string) => string | undefined;
  /** A text of the catalog with the names of the list, without clauses about tools that it lacks, where it lists old names. */
  readonly renamed: (text: string) => string;
  /** No tool outside the list may be named: the list holds old names, or the proxy tools that call all others. */
  readonly isClosed: boolean;
  /** The list holds old names in place of the current ones. */
  readonly listsOldNames: boolean;
}

/** What the names depend on, fixed when a server starts. */
export interface NameFacts<Deps> {
  readonly registry: Registry<Deps>;
  readonly policy: Policy;
  /** undefined: it is not known what is shown, so every tool goes by its own name. */
  readonly listingOptions: ListingOptions | undefined;
}

export function createCallerNames<Deps>({ registry, policy, listingOptions }: NameFacts<Deps>): CallerNames {
  const own = (tool: string) => (policy.permits(tool) ? tool : undefined);
  if (listingOptions === undefined) {
    const open = { isListed: () => false, nameOf: own, shownOrOwn: own, renamed: (text: string) => text };
    return { ...open, listed: undefined, isClosed: false, listsOldNames: false };
  }
  const profile = ownValue(registry.profiles, listingOptions.profile);
  const isMeta = (listingOptions.surface ?? profile?.surface) === "meta";
  const listed = listedNames(registry, { listingOptions, policy });
  const isListed = new Set(listed);
  const old = new Map<string, string>();
  for (const name of [...listed].sort()) {
    const target = ownValue(registry.aliases, name)?.target;
    if (target !== undefined && !old.has(target)) old.set(target, name);
  }
  const listsOldNames = !isMeta && profile?.listAs !== undefined;
  const nameOf = (tool: string) => {
    if (!policy.permits(tool)) return undefined;
    if (isListed.has(tool)) return tool;
    const effects = ownValue(registry.tools, tool)?.effects;
    const hasProxyTool = effects !== undefined && !isBuiltinName(tool) && isListed.has(proxyToolFor(effects));
    return old.get(tool) ?? (hasProxyTool ? tool : undefined);
  };
  const isClosed = isMeta || listsOldNames;
  const tools = [...Object.keys(registry.tools), ...Object.keys(builtinTools)];
  const unnamed = new Set(listsOldNames ? tools.filter((name) => nameOf(name) === undefined) : []);
  const renamed = (text: string) =>
    withoutClauses(text, unnamed).replaceAll(/\w+/g, (word) =>
      word.includes("_") && Object.hasOwn(registry.tools, word) ? (nameOf(word) ?? word) : word,
    );
  return {
    listed,
    isListed: (name) => isListed.has(name),
    nameOf,
    // A built-in tool that is not listed belongs to another surface.
    shownOrOwn: (tool) => nameOf(tool) ?? (isClosed || isBuiltinName(tool) ? undefined : own(tool)),
    renamed: listsOldNames ? renamed : (text) => text,
    isClosed,
    listsOldNames,
  };
}

/** How to find tools, where this caller can and did not just try. */
export function searchHint({ shownOrOwn }: CallerNames, calledAs: string): { readonly hint?: string } {
  const search = shownOrOwn("tool_search");
  if (search === undefined || search === calledAs) return {};
  // An old name may take other params.
  return { hint: search === "tool_search" ? "tool_search finds tools by words" : `${search} finds tools` };
}

/**
 * The names of `tools/list`, without loading it. A test compares them with the lists themselves.
 * @see listing.ts
 */
export function listedNames<Deps>(
  { profiles, aliases, tools: entries }: Pick<Registry<Deps>, "profiles" | "aliases" | "tools">,
  { listingOptions, policy }: { readonly listingOptions: ListingOptions; readonly policy: Policy },
): readonly string[] {
  const profile = ownValue(profiles, listingOptions.profile);
  const permitted = (names: readonly string[]) => names.filter((name) => policy.permits(name));
  if ((listingOptions.surface ?? profile?.surface) === "meta") return permitted(metaTools);
  if (profile === undefined) return [];
  const { listAs, tools } = profile;
  if (listAs === undefined) return permitted([...tools, ...builtinsBeside(profile.builtins)]);
  const old = Object.values(aliases).filter(
    ({ of, target }) => of === listAs && (isBuiltinName(target) || tools.includes(target)),
  );
  // Where an old name finds tools, the proxy tools that call them are listed too.
  const proxies = old.some(({ target }) => isBuiltinName(target)) ? permitted(proxyTools) : [];
  const own = tools.filter((name) => ownValue(entries, name)?.nativeTo?.includes(listAs) === true);
  const permittedOld = old.filter(({ target, name }) => policy.permits(target, name)).map(({ name }) => name);
  return [...permitted(own), ...permittedOld, ...proxies];
}

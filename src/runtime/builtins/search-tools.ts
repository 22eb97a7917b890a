import { quoteName } from "../../contract/found.ts";
import type { JsonObject } from "../../contract/json.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Violation } from "../../contract/violation.ts";
import type { CallState } from "../call-state.ts";
import { createTextFilter } from "../denied-names.ts";
import type { Policy } from "../policy.ts";
import { isPermitted, permittedFamilies } from "./permitted.ts";
import { rankTools } from "./rank-tools.ts";
import { type SearchEntry, searchIndex } from "./search-index.ts";

export interface SearchInput {
  readonly query?: string;
  readonly limit: number;
  readonly family?: string;
}

/**
 * `tool_search`: the tools that match, those that this caller may use. A family that is none is refused, and where nothing
 * matches the answer says what there is: an empty list alone leads nowhere.
 */
export async function searchTools<Deps>(
  call: CallState<Deps>,
  { query = "", limit, family }: SearchInput,
): Promise<{ readonly value: JsonObject } | { readonly violation: Violation }> {
  const { registry } = call;
  const { text } = createTextFilter(registry, call.policy);
  const families = permittedFamilies(call).map(({ name }) => name);
  if (family !== undefined && family !== "" && !families.includes(family)) return noSuchFamily(family, families);
  const index = await searchIndex(registry);
  const found = rankTools(permittedEntries(index, call), query).filter(
    ({ name }) =>
      isPermitted(call, name) && (family === undefined || family === "" || ownFamily(call, name) === family),
  );
  const tools = found.slice(0, limit).map(({ name, summary, signature }) => ({
    name,
    family: ownFamily(call, name),
    summary: text(summary),
    signature,
  }));
  const nothing = `nothing matched; without words every tool is listed, by family: ${families.join(", ")}`;
  return { value: { tools, total: found.length, ...(found.length === 0 ? { hint: nothing } : {}) } };
}

const permitted = new WeakMap<readonly SearchEntry[], WeakMap<Policy, readonly SearchEntry[]>>();

/**
 * The index without names that policy denies: a tool that is found by one would tell of it. Made once for a server, since
 * the ranking keeps what it learned of an index.
 */
function permittedEntries<Deps>(index: readonly SearchEntry[], { policy }: CallState<Deps>): readonly SearchEntry[] {
  const byPolicy = permitted.get(index) ?? new WeakMap<Policy, readonly SearchEntry[]>();
  permitted.set(index, byPolicy);
  const made =
    byPolicy.get(policy) ??
    index.map((entry) => ({ ...entry, aliases: entry.aliases.filter((name) => policy.permits(entry.name, name)) }));
  byPolicy.set(policy, made);
  return made;
}

/** `tool_families`: what there is, family by family; a family of which the caller may use nothing is not shown. */
export function listFamilies<Deps>(call: CallState<Deps>) {
  return { families: permittedFamilies(call) };
}

function ownFamily<Deps>({ registry }: CallState<Deps>, tool: string): string {
  return ownValue(registry.tools, tool)?.family ?? "";
}

function noSuchFamily(family: string, families: readonly string[]): { readonly violation: Violation } {
  const near = nearMiss(family, families);
  return {
    violation: {
      path: "/family",
      expected: families.length === 0 ? "nothing: there are no families" : `a family: ${families.join(", ")}`,
      found: quoteName(family),
      ...(near === undefined ? {} : { nearMiss: near }),
    },
  };
}

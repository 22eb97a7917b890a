import type { JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Violation } from "../../contract/violation.ts";
import type { CallState } from "../call-state.ts";
import { isPermitted, permittedFamilies, unknownName } from "./permitted.ts";
import { createRanking, type RankTools } from "./rank-tools.ts";
import { searchIndex } from "./search-index.ts";

export interface SearchInput {
  readonly query?: string;
  readonly limit: number;
  readonly family?: string;
}

/**
 * `tool_search`: the matching tools that this caller may use. An unknown family is refused. Where nothing matches, the answer
 * names the families: an empty list alone does not help.
 */
export function searchTools<Deps>(
  call: CallState<Deps>,
  { query = "", limit, family }: SearchInput,
  rankTools: RankTools,
): { readonly value: JsonObject } | { readonly violation: Violation } {
  const families = permittedFamilies(call).map(({ name }) => name);
  if (family !== undefined && family !== "" && !families.includes(family)) {
    const expected =
      families.length === 0 ? "nothing: the catalog has no families" : `a family: ${families.join(", ")}`;
    return { violation: unknownName("/family", expected, family, families) };
  }
  const found = rankTools(query).filter(
    ({ name }) =>
      isPermitted(call, name) && (family === undefined || family === "" || ownFamily(call, name) === family),
  );
  const tools = found.slice(0, limit).map(({ name, summary, signature }) => ({
    name,
    family: ownFamily(call, name),
    summary: call.textFilter.text(summary),
    signature,
  }));
  const nothing = `no tool matched; an empty query lists every tool; families: ${families.join(", ")}`;
  return { value: { tools, total: found.length, ...(found.length === 0 ? { hint: nothing } : {}) } };
}

/** Ranks without the old names that policy denies: a tool that one of them finds would reveal the name. */
export async function rankPermitted<Deps>({ registry, policy }: CallState<Deps>): Promise<RankTools> {
  const index = await searchIndex(registry);
  return createRanking(
    index.map((entry) => ({ ...entry, aliases: entry.aliases.filter((name) => policy.permits(entry.name, name)) })),
  );
}

/** `tool_families`: the tools by family; a family without a tool that the caller may use is not shown. */
export function listFamilies<Deps>(call: CallState<Deps>) {
  return { families: permittedFamilies(call) };
}

function ownFamily<Deps>({ registry }: CallState<Deps>, tool: string): string {
  return ownValue(registry.tools, tool)?.family ?? "";
}

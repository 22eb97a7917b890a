import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { RoadCall } from "../station.ts";
import { isPermitted } from "./permitted.ts";
import { rankTools } from "./rank-tools.ts";
import { searchIndex } from "./search-index.ts";

export interface SearchInput {
  readonly query?: string;
  readonly limit: number;
  readonly family?: string;
}

/** `tool_search`: the tools that match, those that this caller may use. */
export async function searchTools<Deps>(call: RoadCall<Deps>, { query = "", limit, family }: SearchInput) {
  const { registry } = call;
  const index = await searchIndex(registry);
  const found = rankTools(index, query).filter(
    ({ name }) => isPermitted(call, name) && (family === undefined || registry.tools[name]?.family === family),
  );
  const tools = found.slice(0, limit).map(({ name, summary, signature }) => ({
    name,
    family: ownValue(registry.tools, name)?.family ?? "",
    summary,
    signature,
  }));
  return { tools, total: found.length };
}

/** `tool_families`: what there is, family by family; a family of which the caller may use nothing is not shown. */
export function listFamilies<Deps>(call: RoadCall<Deps>) {
  const { registry } = call;
  const names = Object.keys(registry.tools).filter((name) => !isBuiltinName(name) && isPermitted(call, name));
  const families = Object.entries(registry.families).flatMap(([name, { title, summary }]) => {
    const tools = names.filter((tool) => registry.tools[tool]?.family === name);
    return tools.length === 0 ? [] : [{ name, title, summary, tools }];
  });
  return { families };
}

import type { Catalog, Detail, Tool } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import { clientLimits } from "../../clients/client-facts.ts";
import { wireDescription } from "../../schema/wire-tool.ts";
import { type Finding, finding, type LintRule } from "../rule.ts";

/** What clients do to descriptions that are too long for them. */
export const publishedTextRules: readonly LintRule[] = [
  {
    on: "tool",
    about: "value",
    check: ({ tool, at }, catalog) => {
      if (tool.supersededBy !== undefined) return [];
      const details = detailsOf(catalog).get(tool.name) ?? [];
      return [...details].flatMap((detail) => tooLong(tool, at, catalog, detail)).slice(0, 1);
    },
  },
];

function tooLong(tool: Tool, at: string, catalog: Catalog, detail: Detail): readonly Finding[] {
  const { length } = wireDescription(tool, catalog, detail);
  const most = clientLimits["description-characters-most"];
  const fair = clientLimits["description-characters"];
  const place = pointer(at, detail === "verbose" && tool.description !== undefined ? "description" : "summary");
  const params = { tool: tool.name, length, detail };
  if (length > most.limit) {
    const client = { client: most.name, limit: most.limit, beyond: most.beyond };
    return [finding("description-too-long", { ...params, ...client }, place)];
  }
  if (length > fair.limit) {
    const client = { client: fair.name, limit: fair.limit, beyond: fair.beyond };
    return [finding("description-length", { ...params, ...client }, place)];
  }
  return [];
}

const cache = new WeakMap<Catalog, ReadonlyMap<string, ReadonlySet<Detail>>>();

/** In which details profiles list a tool. */
function detailsOf(catalog: Catalog): ReadonlyMap<string, ReadonlySet<Detail>> {
  const before = cache.get(catalog);
  if (before !== undefined) return before;
  const details = new Map<string, Set<Detail>>();
  for (const { tools, detail = "compact" } of catalog.profiles) {
    for (const name of tools) {
      const known = details.get(name);
      if (known === undefined) details.set(name, new Set([detail]));
      else known.add(detail);
    }
  }
  cache.set(catalog, details);
  return details;
}

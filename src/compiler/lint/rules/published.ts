import type { Catalog, Detail, Tool } from "../../catalog/catalog.ts";
import { oncePerCatalog } from "../../catalog/lookup.ts";
import { pointer } from "../../catalog/origins.ts";
import { clientLimits } from "../../clients/client-facts.ts";
import { wireDescription } from "../../schema/wire-tool.ts";
import { lintListedAlias, lintPublished } from "../published/lint-published.ts";
import { type Finding, finding, type LintRule, rule } from "../rule.ts";

/** Descriptions that are too long for clients. */
export const publishedTextRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }, catalog) => {
    if (tool.supersededBy !== undefined) return [];
    const details = detailsOf(catalog).get(tool.name) ?? [];
    return [...details].flatMap((detail) => tooLong(tool, at, catalog, detail)).slice(0, 1);
  }),
];

function tooLong(tool: Tool, at: string, catalog: Catalog, detail: Detail): readonly Finding[] {
  const { length } = wireDescription(tool, catalog, detail);
  const most = clientLimits["description-characters-most"];
  const fair = clientLimits["description-characters"];
  const place = pointer(at, detail === "verbose" && tool.description !== undefined ? "description" : "summary");
  const params = { tool: tool.name, length, detail };
  const passed = [most, fair].find(({ limit }) => length > limit);
  if (passed === undefined) return [];
  const { name: client, limit, beyond } = passed;
  const code = passed === most ? "description-too-long" : "description-length";
  return [finding(code, { ...params, client, limit, beyond }, place)];
}

/** The details in which profiles list a tool. */
const detailsOf = oncePerCatalog((catalog): ReadonlyMap<string, ReadonlySet<Detail>> => {
  const details = new Map<string, Set<Detail>>();
  for (const { tools, detail = "compact" } of catalog.profiles) {
    for (const name of tools) details.set(name, (details.get(name) ?? new Set()).add(detail));
  }
  return details;
});

/** The published form of tools and aliases is checked as clients receive it. */
export const publishedRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }, catalog) => lintPublished(tool, at, catalog)),
  rule("alias", ({ alias, tool, at }, catalog) => lintListedAlias(alias, tool, at, catalog)),
];

import type { Catalog, Tool } from "../../catalog/catalog.ts";
import { oncePerCatalog } from "../../catalog/lookup.ts";
import { oncePerSurroundings } from "../../catalog/once-per-tool.ts";
import { pointer } from "../../catalog/origins.ts";
import { currentTools } from "../../catalog/versions.ts";
import { openDuplicateIndex } from "../near-duplicates.ts";
import { type Finding, finding, type LintRule, ruleAcross } from "../rule.ts";

/** Tools that a model can't distinguish by their texts. */
export const overlapRules: readonly LintRule[] = [
  ruleAcross("tool", ({ tool, at }, catalog) => overlap(tool, at, catalog)),
];

function overlap(tool: Tool, at: string, catalog: Catalog): readonly Finding[] {
  const found = nearDuplicates(catalog).get(tool);
  if (found === undefined) return [];
  const { other, score } = found;
  const help = `say in one of them when to use the other: guidance: {avoid_when: [… use ${other.name}]}`;
  const params = { tool: tool.name, other: other.name, score: Math.round(score * 100) };
  return [finding("description-overlap", params, pointer(at, "summary"), { help })];
}

const nearDuplicates = oncePerCatalog((catalog) => indexOf(catalog).find(currentTools(catalog)));

/** A session asks for the tools of one catalog after another, in which most are the same. */
const indexOf = oncePerSurroundings(openDuplicateIndex);

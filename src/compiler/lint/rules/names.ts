import type { Catalog, Tool } from "../../catalog/catalog.ts";
import { groupBy } from "../../catalog/lookup.ts";
import { oncePerParts } from "../../catalog/once-per-tool.ts";
import { pointer } from "../../catalog/origins.ts";
import { findOwned, ownName } from "../../catalog/own-names.ts";
import { currentTools, isCurrent } from "../../catalog/versions.ts";
import { nameBudget, paramNameLimit } from "../../clients/client-limits.ts";
import { type NamedTool, oddNames, oddParams } from "../name-habits.ts";
import { foldName } from "../name-words.ts";
import { type Finding, finding, type LintRule, rule, ruleAcross } from "../rule.ts";

/** Names that are equal for some clients. */
export const nameCollisionRules: readonly LintRule[] = [
  ruleAcross("tool", ({ tool, at }, catalog) => (isCurrent(tool) ? collision(tool.name, tool, at, catalog) : []), {
    reads: (_, catalog) => [claimsOf(catalog)],
  }),
  ruleAcross(
    "alias",
    ({ alias, tool, at }, catalog) => (isCurrent(tool) ? collision(alias.name, tool, at, catalog) : []),
    { reads: (_, catalog) => [claimsOf(catalog)] },
  ),
];

/** Names compared with each other: equal for some clients, or different from the catalog's naming habits. */
export const catalogNameRules: readonly LintRule[] = [
  ...nameCollisionRules,
  ruleAcross("tool", ({ tool, at }, catalog) => unusualName(tool, at, catalog), {
    reads: (_, catalog) => [habitsOf(catalog)],
  }),
  ruleAcross("tool", ({ tool, at }, catalog) => unusualParams(tool, at, catalog), {
    reads: (_, catalog) => [habitsOf(catalog)],
  }),
];

function unusualName(tool: Tool, at: string, catalog: Catalog): readonly Finding[] {
  const problems = isCurrent(tool) ? (habitsOf(catalog).names.get(tool.name) ?? []) : [];
  return problems.map((problem) => finding("name-style", { name: tool.name, problem }, at));
}

function unusualParams(tool: Tool, at: string, catalog: Catalog): readonly Finding[] {
  if (!isCurrent(tool)) return [];
  const { params } = habitsOf(catalog);
  return tool.params.flatMap((param, index) => {
    const name = ownName(param);
    const other = params.get(name);
    // A tool that has both uses them for two things.
    if (other === undefined || findOwned(tool.params, other) !== undefined) return [];
    const help = `rename it to '${other}', with '${name}' under its aliases`;
    return [finding("param-name-consistency", { name, other }, pointer(at, "params", index), { help })];
  });
}

interface Claim {
  readonly name: string;
  readonly kind: string;
  /** Absent for a retired name. */
  readonly tool?: string;
}

/**
 * Another name with the same folded form and another meaning. Only the later of two is reported: tools come before
 * aliases, and both before retired names. Identical names are reported by `resolve`.
 */
function collision(name: string, tool: Tool, at: string, catalog: Catalog): readonly Finding[] {
  const claims = claimsOf(catalog).get(foldName(name)) ?? [];
  const own = claims.findIndex((claim) => claim.name === name && claim.tool === tool.name);
  const other = claims.find(
    (claim, index) => claim.name !== name && claim.tool !== tool.name && (index < own || claim.tool === undefined),
  );
  if (other === undefined) return [];
  const help = "choose another name";
  return [finding("name-collision-folded", { name, other: other.name, kind: other.kind }, at, { help })];
}

/** By their folded form. */
const claimsOf = oncePerParts(nameAndAliases, (catalog) => {
  const tools = currentTools(catalog);
  const claims: readonly Claim[] = [
    ...tools.map(({ name }) => ({ name, kind: "tool", tool: name })),
    ...tools.flatMap((tool) => tool.aliases.map(({ name }) => ({ name, kind: "old name", tool: tool.name }))),
    ...catalog.retired.map(({ name }) => ({ name, kind: "retired name" })),
  ];
  return groupBy(claims, ({ name }) => foldName(name));
});

function nameAndAliases({ name, aliases }: Tool): string {
  return [name, ...aliases.map((alias) => alias.name)].join(" ");
}

const habitsOf = oncePerParts(nameAndParams, (catalog) => {
  const tools: readonly NamedTool[] = currentTools(catalog).map(({ name, family, params }) => ({
    name,
    family,
    // What callers spell otherwise is for them alone; the advice is about what stands in YAML.
    params: params.map(ownName),
  }));
  return { names: oddNames(tools), params: oddParams(tools) };
});

function nameAndParams({ name, family, params }: Tool): string {
  return [name, family, ...params.map(ownName)].join(" ");
}

/** Names must be within the limits of every client. */
export const nameRules: readonly LintRule[] = [
  rule("tool", ({ tool, at }, catalog) => (isCurrent(tool) ? callName(tool.name, at, catalog) : [])),
  rule("alias", ({ alias, at }, catalog) => callName(alias.name, at, catalog)),
  rule("field", ({ field, at, role }) => {
    const { length } = field.name;
    if (role === "error-data" || length <= paramNameLimit) return [];
    const params = { name: field.name, length, limit: paramNameLimit, why: "in a property of a schema" };
    return [finding("name-too-long", params, at)];
  }),
];

function callName(name: string, at: string, catalog: Catalog): readonly Finding[] {
  const limit = nameBudget(catalog.server.name);
  const findings: Finding[] = [];
  if (name.length > limit) {
    const why = `beside the server's name '${catalog.server.name}'`;
    findings.push(finding("name-too-long", { name, length: name.length, limit, why }, at));
  }
  if (name.startsWith("mcp_")) findings.push(finding("name-prefix", { name }, at, { help: "choose another name" }));
  return findings;
}

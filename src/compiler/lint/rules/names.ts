import type { Catalog } from "../../catalog/catalog.ts";
import { isCurrent } from "../../catalog/versions.ts";
import { nameBudget, paramNameLimit } from "../../clients/client-limits.ts";
import { type Finding, finding, type LintRule, rule } from "../rule.ts";

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

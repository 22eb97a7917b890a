import { oncePerCatalog } from "../../catalog/lookup.ts";
import type { TypeNode } from "../../catalog/type-node.ts";
import { listedCount } from "../../tokens/surface-listing.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** Declarations are used, and deprecations have a date. */
export const usageRules: readonly LintRule[] = [
  rule("deprecation", ({ deprecation, at }) =>
    deprecation.sunset === undefined
      ? [finding("deprecated-without-sunset", {}, at, { help: "add 'sunset': the first day without it" })]
      : [],
  ),
  rule("profile", ({ profile, at }, catalog) =>
    profile.tools.length === 0 && (profile.listAs === undefined || listedCount(profile, catalog) === 0)
      ? [finding("profile-empty", { name: profile.name }, at, { help: "select with tiers, families or also" })]
      : [],
  ),
  rule("namedType", ({ named, at }, catalog) =>
    usedTypes(catalog).has(named.name) ? [] : [finding("type-unused", { name: named.name }, at)],
  ),
  rule("error", ({ error, at }, catalog) =>
    catalog.tools.some((tool) => tool.errors.includes(error.name))
      ? []
      : [finding("error-unused", { name: error.name }, at)],
  ),
];

const usedTypes = oncePerCatalog((catalog): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const { name, type } of catalog.types) collect(type, names, name);
  for (const tool of catalog.tools) {
    collect(tool.returns, names);
    for (const param of tool.params) collect(param.type, names);
    for (const alias of tool.aliases) for (const param of alias.params) collect(param.type, names);
  }
  for (const { aliases } of catalog.builtins ?? []) {
    for (const { params } of aliases) for (const param of params) collect(param.type, names);
  }
  for (const error of catalog.errors) for (const field of error.data) collect(field.type, names);
  return names;
});

/** Adds the names that a type refers to, except its own. */
function collect(type: TypeNode, names: Set<string>, own?: string): void {
  switch (type.kind) {
    case "ref":
      if (type.name !== own) names.add(type.name);
      return;
    case "array":
      collect(type.items, names, own);
      return;
    case "object":
      for (const field of type.fields) collect(field.type, names, own);
      if (typeof type.open !== "boolean") collect(type.open, names, own);
      return;
    case "union":
      for (const option of type.of) collect(option, names, own);
      return;
    default:
      return;
  }
}

import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { oldActions } from "../../catalog/old-actions.ts";
import { aliasInputSchema, inputSchema } from "../../schema/json-schema.ts";
import { subtype } from "../../schema/subtype.ts";
import { mappedSchema, maxBytes } from "../mapped-calls.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** Old names keep working: every call that the old params allow is accepted after mapping. */
export const aliasRules: readonly LintRule[] = [
  rule("alias", ({ alias, tool, at }, catalog) => {
    // A hand-written function is typed and has its own tests.
    if (alias.adapt) return [];
    const verdict = subtype(mappedAlias(alias, tool, catalog), inputSchema(tool, catalog, false));
    const names = { alias: alias.name, tool: tool.name };
    // The author can't change the contract of a built-in tool.
    const help =
      catalog.builtins?.includes(tool) === true
        ? "narrow the old param, or write a function: 'adapt: true'"
        : "widen the tool's param, narrow the old one, or write a function: 'adapt: true'";
    switch (verdict.verdict) {
      case "yes":
        return beyondSchema(alias, tool, catalog).map((reason) =>
          finding("alias-undecided", { ...names, reason }, at, { help }),
        );
      case "no":
        return [
          finding("alias-refuses-old-calls", { ...names, witness: JSON.stringify(verdict.witness) }, at, { help }),
        ];
      case "unknown":
        return [finding("alias-undecided", { ...names, reason: verdict.reason }, at, { help })];
    }
  }),
];

/** What JSON Schema, and so the comparison of schemas, can't express: limits in bytes, params that an action needs. */
function beyondSchema(alias: ToolAlias, tool: Tool, catalog: Catalog): readonly string[] {
  const current = (old: string) => (Object.hasOwn(alias.rename, old) ? (alias.rename[old] ?? old) : old);
  const sent = alias.params.filter((param) => !alias.ignore.includes(param.name));
  const bytes = sent.flatMap((old) => {
    const param = tool.params.find((candidate) => candidate.name === current(old.name));
    const limit = param?.type.kind === "string" ? param.type.maxBytes : undefined;
    const max = maxBytes(old.type, catalog) ?? Number.POSITIVE_INFINITY;
    return limit === undefined || max <= limit ? [] : [`'${old.name}' may take more than ${limit} bytes in UTF-8`];
  });
  const actions = oldActions(alias, tool);
  const named = new Set(tool.actions?.cases.flatMap((one) => [...one.requires, ...one.optional]));
  const refusesDefault = actions.flatMap(({ action, requires, optional }) =>
    Object.keys(alias.defaults)
      .filter((name) => named.has(name) && !requires.includes(name) && !optional.includes(name))
      .map((name) => `'${action}' does not take '${name}', which has an old default`),
  );
  const [chosen] = actions;
  // Which params go with which of several actions, callers of the old name know as those of the tool do.
  if (chosen === undefined || actions.length > 1) return [...bytes, ...refusesDefault];
  const given = new Map(sent.map((old) => [current(old.name), old.required] as const));
  const isSupplied = (name: string) =>
    given.get(name) === true || Object.hasOwn(alias.set, name) || Object.hasOwn(alias.defaults, name);
  const takes = new Set([...chosen.requires, ...chosen.optional]);
  return [
    ...bytes,
    ...refusesDefault,
    ...chosen.requires.filter((name) => !isSupplied(name)).map((name) => `'${chosen.action}' needs '${name}'`),
    ...[...given.keys()]
      .filter((name) => named.has(name) && !takes.has(name))
      .map((name) => `'${chosen.action}' does not take '${name}'`),
  ];
}

/** The schema of the mapped arguments of the old name. */
function mappedAlias(alias: ToolAlias, tool: Tool, catalog: Catalog): JsonSchema {
  const old = aliasInputSchema(alias, tool, catalog, false);
  const properties = new Map<string, JsonSchema>();
  const required = new Set<string>();
  for (const field of alias.params) {
    const schema = old.properties?.[field.name];
    if (schema === undefined || alias.ignore.includes(field.name)) continue;
    const name = Object.hasOwn(alias.rename, field.name) ? (alias.rename[field.name] ?? field.name) : field.name;
    const other = properties.get(name);
    properties.set(name, other === undefined ? schema : { anyOf: [other, schema] });
    if (field.required) required.add(name);
  }
  return mappedSchema({ properties, required, old }, { ...alias, drop: alias.ignore });
}

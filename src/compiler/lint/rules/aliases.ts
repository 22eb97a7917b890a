import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { aliasInputSchema, inputSchema } from "../../schema/json-schema.ts";
import { subtype } from "../../schema/subtype.ts";
import { finding, type LintRule } from "../rule.ts";

/** Old names keep working: every call that the old params allow is accepted after mapping. */
export const aliasRules: readonly LintRule[] = [
  {
    on: "alias",
    about: "value",
    says: ({ alias, tool, at }, catalog) => {
      // A hand-written function is typed; its tests prove it.
      if (alias.adapt) return [];
      const verdict = subtype(mappedSchema(alias, tool, catalog), inputSchema(tool, catalog, false));
      const names = { alias: alias.name, tool: tool.name };
      const help = "widen the tool's param, narrow the old one, or write a function: 'adapt: true'";
      switch (verdict.verdict) {
        case "yes":
          return [];
        case "no":
          return [
            finding("alias-refuses-old-calls", { ...names, witness: JSON.stringify(verdict.witness) }, at, { help }),
          ];
        case "unknown":
          return [finding("alias-undecided", { ...names, reason: verdict.reason }, at, { help })];
      }
    },
  },
];

/** What arrives at the tool when the old params are sent and mapped. */
function mappedSchema(alias: ToolAlias, tool: Tool, catalog: Catalog): JsonSchema {
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
  for (const [name, value] of Object.entries(alias.defaults)) {
    const schema = properties.get(name);
    if (!required.has(name))
      properties.set(name, schema === undefined ? { const: value } : { anyOf: [schema, { const: value }] });
    required.add(name);
  }
  for (const [name, value] of Object.entries(alias.set)) {
    properties.set(name, { const: value });
    required.add(name);
  }
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: [...required],
    // Only what the old name had is judged: anything else goes to the tool as it is.
    additionalProperties: false,
    ...(old.$defs === undefined ? {} : { $defs: old.$defs }),
  };
}

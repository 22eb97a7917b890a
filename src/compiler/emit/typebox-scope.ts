import type { JsonSchema } from "../../contract/json-schema.ts";
import { oncePerObject } from "../../contract/once-per-object.ts";
import type { Tool } from "../catalog/catalog.ts";
import { oncePerSurroundings } from "../catalog/once-per-tool.ts";
import { typeSchema } from "../schema/json-schema.ts";
import { planDefinitions } from "../schema/normalization-plan.ts";
import type { ModuleText } from "./module-text.ts";
import { type NamedSchemas, nameOf, nameSchema, type PrintedMember, type TypeBoxScope } from "./print-typebox.ts";
import { hasTwoForms, type TypeScope, typeName } from "./type-scope.ts";

/**
 * The scope of a TypeBox value in a contract. Results are not normalised, so only arguments have plans.
 * @param side whether arguments or results are printed
 */
export function typeBoxScope(scope: TypeScope, side: "input" | "value", tool?: Pick<Tool, "formats">): TypeBoxScope {
  const { catalog } = scope;
  return {
    ...scope,
    formats: tool?.formats,
    plans: side === "input" ? planDefinitions(catalog) : {},
    named: namedSchemas(catalog),
    printed: printedIn(scope.file),
  };
}

const printedIn = oncePerObject((_: ModuleText): Map<JsonSchema, PrintedMember> => new Map());

/** Each named type by its schema, in both of its forms; where two are alike, the first one stands for both. */
const namedSchemas = oncePerSurroundings((catalog): NamedSchemas => {
  const names = new Map<string, Map<string, string>>();
  for (const { name, type } of catalog.types) {
    for (const form of hasTwoForms(name, catalog) ? (["sent", "normalised"] as const) : (["sent"] as const)) {
      const schema = typeSchema(type, catalog, true, form);
      if (nameOf(schema, names) === undefined) nameSchema(schema, typeName(name, { catalog, form }), names);
    }
  }
  return names;
});

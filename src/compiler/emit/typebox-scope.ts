import type { Tool } from "../catalog/catalog.ts";
import { oncePerSurroundings } from "../catalog/once-per-tool.ts";
import { typeSchema } from "../schema/json-schema.ts";
import { planDefinitions } from "../schema/normalization-plan.ts";
import { isReferable, type TypeBoxScope } from "./print-typebox.ts";
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
  };
}

/** Each named type by its schema as JSON, in both of its forms; where two are alike, the first one stands for both. */
const namedSchemas = oncePerSurroundings((catalog): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const { name, type } of catalog.types) {
    for (const form of hasTwoForms(name, catalog) ? (["sent", "normalised"] as const) : (["sent"] as const)) {
      const schema = typeSchema(type, catalog, true, form);
      const text = JSON.stringify(schema);
      if (isReferable(schema) && !names.has(text)) names.set(text, typeName(name, { catalog, form }));
    }
  }
  return names;
});

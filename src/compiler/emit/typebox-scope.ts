import type { Catalog, Tool } from "../catalog/catalog.ts";
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

const known = new WeakMap<Catalog, ReadonlyMap<string, string>>();

/** Each named type by its schema as JSON, in both of its forms; where two are alike, the first one stands for both. */
function namedSchemas(catalog: Catalog): ReadonlyMap<string, string> {
  const before = known.get(catalog);
  if (before !== undefined) return before;
  const names = new Map<string, string>();
  for (const { name, type } of catalog.types) {
    for (const form of hasTwoForms(name, catalog) ? (["sent", "normalised"] as const) : (["sent"] as const)) {
      const schema = typeSchema(type, catalog, true, form);
      const text = JSON.stringify(schema);
      if (isReferable(schema) && !names.has(text)) names.set(text, typeName(name, { catalog, form }));
    }
  }
  known.set(catalog, names);
  return names;
}

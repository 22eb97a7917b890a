import type { NamedType } from "../../catalog/catalog.ts";
import { oncePerParts } from "../../catalog/once-per-tool.ts";
import { typeSchema } from "../../schema/json-schema.ts";
import { docComment } from "../code-text.ts";
import { moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { printType } from "../print-type.ts";
import { nameSchema, printUnnamed } from "../print-typebox.ts";
import { hasTwoForms, type TypeScope, typeName, typesInOrder } from "../type-scope.ts";

/** `generated/types.ts`: the named types of the catalog, each as a type and as a TypeBox value of the same name. */
export const emitTypes = oncePerParts(
  () => "",
  (catalog): readonly OutputFile[] => {
    if (catalog.types.length === 0) return [];
    const file = moduleText("schema/types");
    const sent: TypeScope = { catalog, file, typesFrom: undefined, form: "sent" };
    const normalised: TypeScope = { ...sent, form: "normalised" };
    for (const type of catalog.types) {
      file.declare(type.name);
      file.declare(typeName(type.name, normalised));
    }
    // A value may refer to those before it only.
    const named = new Map<string, Map<string, string>>();
    for (const type of typesInOrder(catalog)) {
      file.add(printNamedType(type, sent, named));
      if (hasTwoForms(type.name, catalog)) file.add(printNamedType(type, normalised, named));
    }
    return [{ path: "generated/types.ts", text: file.text(), kind: "generated" }];
  },
);

function printNamedType(type: NamedType, scope: TypeScope, named: Map<string, Map<string, string>>): string {
  const name = typeName(type.name, scope);
  const note = scope.form === "normalised" && name !== type.name ? ["As a handler gets it: defaults filled in."] : [];
  const doc = docComment(type.type.description, note);
  const schema = typeSchema(type.type, scope.catalog, true, scope.form);
  const value = printUnnamed(schema, { ...scope, plans: {}, named, printed: new Map() });
  nameSchema(schema, name, named);
  return `${doc}export type ${name} = ${printType(type.type, scope)};\nexport const ${name} = ${value};`;
}

import type { Catalog, NamedType } from "../../catalog/catalog.ts";
import { docComment } from "../code-text.ts";
import { moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { printType } from "../print-type.ts";
import { printTypeBox } from "../print-typebox.ts";
import { cycleOf, hasTwoForms, isRecursive, namedType, type TypeScope, typeName, typesInOrder } from "../type-scope.ts";

/** `generated/types.ts`: the named types of the catalog, each as a type and as a TypeBox value of the same name. */
export function emitTypes(catalog: Catalog): readonly OutputFile[] {
  if (catalog.types.length === 0) return [];
  const file = moduleText("schema/types");
  const sent: TypeScope = { catalog, file, typesFrom: undefined, form: "sent" };
  const normalised: TypeScope = { ...sent, form: "normalised" };
  for (const type of catalog.types) {
    file.declare(type.name);
    file.declare(typeName(type.name, normalised));
  }
  for (const type of typesInOrder(catalog)) {
    file.add(printNamedType(type, sent));
    if (hasTwoForms(type.name, catalog)) file.add(printNamedType(type, normalised));
  }
  return [{ path: "generated/types.ts", text: file.text(), kind: "generated" }];
}

function printNamedType(type: NamedType, scope: TypeScope): string {
  const name = typeName(type.name, scope);
  const note = scope.form === "normalised" && name !== type.name ? ["As a handler gets it: defaults filled in."] : [];
  const doc = docComment(type.type.description, note);
  const body = printType(type.type, scope);
  return `${doc}export type ${name} = ${body};\nexport const ${name} = ${printValue(type, scope)};`;
}

function printValue(type: NamedType, scope: TypeScope): string {
  if (!isRecursive(type.name, scope.catalog)) return printTypeBox(type.type, scope);
  const members = cycleOf(type.name, scope.catalog);
  const inCycle = { ...scope, cycle: new Set(members) };
  const definitions = members.map((name) => {
    const member = namedType(name, scope.catalog);
    return member === undefined ? "" : `    ${typeName(name, scope)}: ${printTypeBox(member.type, inCycle, 4)},\n`;
  });
  const box = scope.file.import("Type", "typebox");
  return `${box}.Cyclic(\n  {\n${definitions.join("")}  },\n  ${JSON.stringify(typeName(type.name, scope))},\n)`;
}

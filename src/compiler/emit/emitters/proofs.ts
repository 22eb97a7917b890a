import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { oncePerParts } from "../../catalog/once-per-tool.ts";
import { versionedName } from "../../catalog/versions.ts";
import { moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { typeNames } from "../tool-names.ts";
import { hasTwoForms, typeName } from "../type-scope.ts";

/**
 * `generated/.cache/proofs.ts`: types only. The type checker rejects it when an interface and the TypeBox value beside
 * it differ.
 */
export const emitProofs = oncePerParts(
  // The names of the tools are all that is read of them.
  () => "",
  (catalog): readonly OutputFile[] => [
    { path: `${cacheFolder}/proofs.ts`, text: proofsText(catalog), kind: "generated" },
  ],
);

function proofsText(catalog: Catalog): string {
  const file = moduleText("schema");
  for (const name of ["Equal", "Proof", "Proofs"]) file.declare(name);
  const infer = file.importType("Static", "typebox");
  const lines: string[] = [];
  const prove = (name: string, from: string): void => {
    // One binding serves as the type and, behind typeof, as the value.
    const local = file.importType(name, from);
    lines.push(`  Proof<Equal<${infer}<typeof ${local}>, ${local}>>,\n`);
  };
  for (const { name } of catalog.types) {
    prove(name, "../types.ts");
    if (hasTwoForms(name, catalog)) prove(typeName(name, { catalog, form: "normalised" }), "../types.ts");
  }
  for (const tool of catalog.tools) {
    prove(typeNames(tool).arguments, `../contracts/${versionedName(tool)}.ts`);
    prove(typeNames(tool).input, `../contracts/${versionedName(tool)}.ts`);
    prove(typeNames(tool).output, `../contracts/${versionedName(tool)}.ts`);
  }
  file.add(
    "/** True only for equal types, including optional and readonly. */\n" +
      "type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;\n" +
      "type Proof<T extends true> = T;",
  );
  file.add(
    `/** Each interface equals the static type of its TypeBox value. */\nexport type Proofs = [\n${lines.join("")}];`,
  );
  return file.text();
}

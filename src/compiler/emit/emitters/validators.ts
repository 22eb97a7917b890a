import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { Catalog, Tool } from "../../catalog/catalog.ts";
import type { Origins } from "../../catalog/origins.ts";
import { versionedName } from "../../catalog/versions.ts";
import { checkCode } from "../../schema/check-code.ts";
import { aliasInputSchema, inputSchema, outputSchema } from "../../schema/json-schema.ts";
import { aliasShape, inputShape, shapeDefs } from "../../schema/shape.ts";
import { jsonLiteral, objectKey, typeKey } from "../code-text.ts";
import type { EmitOptions } from "../emit.ts";
import { header } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { printOnce } from "../print-cache.ts";
import { adaptedAliases, sourcePath } from "../tool-names.ts";

/** `generated/validators/<tool>.js` of every version, and its `.d.ts`: compiled checks and the same rules as data; they import nothing. */
export function emitValidators(catalog: Catalog, _origins: Origins, { printed }: EmitOptions): readonly OutputFile[] {
  const print = printOnce({ cache: printed, what: "validator", catalog }, validatorText);
  return catalog.tools.flatMap((tool) => {
    const path = `generated/validators/${versionedName(tool)}`;
    return [
      { path: `${path}.js`, text: print(tool), kind: "generated" as const },
      { path: `${path}.d.ts`, text: declarationText(tool), kind: "generated" as const },
    ];
  });
}

interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

function validatorText(tool: Tool, catalog: Catalog): string {
  const input = inputSchema(tool, catalog, true);
  const output = outputSchema(tool, catalog, true);
  const aliases = adaptedAliases(tool).map((alias, index) => ({
    alias,
    check: `checkAlias${index + 1}`,
    schema: aliasInputSchema(alias, tool, catalog, true),
  }));
  const schemas: readonly NamedSchema[] = [
    { name: "checkInput", schema: input },
    { name: "checkOutput", schema: output },
    ...aliases.map(({ check, schema }) => ({ name: check, schema })),
  ];
  const entries = aliases.map(({ alias, check, schema }) => {
    const members = [
      `    checkInput: ${check},\n`,
      `    input: ${jsonLiteral(schema, 4)},\n`,
      `    shape: ${jsonLiteral(aliasShape(alias, tool, catalog), 4)},\n`,
      "    shapes,\n",
    ];
    return `  ${objectKey(alias.name)}: {\n${members.join("")}  },\n`;
  });
  const blocks = [
    header(sourcePath(tool)),
    checkCode(schemas).trim(),
    "export { checkInput, checkOutput };",
    `export const input = ${jsonLiteral(input)};`,
    `export const output = ${jsonLiteral(output)};`,
    `export const shape = ${jsonLiteral(inputShape(tool, catalog))};`,
    `export const shapes = ${jsonLiteral(shapeDefs(catalog))};`,
    ...(entries.length === 0 ? [] : [`export const aliases = {\n${entries.join("")}};`]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function declarationText(tool: Tool): string {
  const members = ["checkInput", "checkOutput", "input", "output", "shape", "shapes"];
  const lines = members.map((member) => `export declare const ${member}: Validator["${member}"];`);
  const adapted = adaptedAliases(tool).map((alias) => {
    return `  readonly ${typeKey(alias.name)}: Pick<Validator, "checkInput" | "input" | "shape" | "shapes">;\n`;
  });
  const aliases = adapted.length === 0 ? "" : `export declare const aliases: {\n${adapted.join("")}};\n`;
  return [
    header(sourcePath(tool)),
    '\nimport type { Validator } from "pegboard/runtime";\n\n',
    `${lines.join("\n")}\n${aliases}`,
  ].join("");
}

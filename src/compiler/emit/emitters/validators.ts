import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { NormalizationPlan } from "../../../contract/normalization-plan.ts";
import type { Spelling } from "../../../contract/spelling.ts";
import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { versionedName } from "../../catalog/versions.ts";
import { enforcedForm } from "../../json-schema/checkable.ts";
import { checkCode } from "../../schema/check-code.ts";
import { aliasInputSchema, aliasOutputSchema, inputSchema, outputSchema } from "../../schema/json-schema.ts";
import { aliasPlan, inputPlan, outputPlan, planDefinitions } from "../../schema/normalization-plan.ts";
import { paramsSpelling, typeSpelling } from "../../schema/spelling.ts";
import { jsonLiteral, objectKey, typeKey } from "../code-text.ts";
import { header } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import {
  adaptedAliases,
  adaptedBuiltins,
  builtinAliasSource,
  type ResultAlias,
  resultAliases,
  sourcePath,
} from "../tool-names.ts";

/** `generated/.cache/validators/<tool>.js` of every version, and its `.d.ts`: compiled checks and the same rules as data; they import nothing. */
export function emitValidators(catalog: Catalog): readonly OutputFile[] {
  return [...catalog.tools.flatMap(validatorOf(catalog)), ...emitBuiltinValidators(catalog)];
}

/** Those of the built-in tools that have old names. */
export function emitBuiltinValidators(catalog: Catalog): readonly OutputFile[] {
  return adaptedBuiltins(catalog).flatMap((tool) =>
    files(tool, builtinAliasesText(tool, catalog), builtinDeclarationText(tool)),
  );
}

/** Both files of a tool. */
export const validatorOf = oncePerTool((tool, catalog) => {
  const secrets = outputPlan(tool.result, catalog);
  return files(tool, validatorText(tool, catalog, secrets), declarationText(tool, catalog, secrets));
});

/** How handlers spell what callers spell otherwise, where they do. */
function spellingsOf(tool: Tool, catalog: Catalog): readonly { readonly name: string; readonly spelling: Spelling }[] {
  const input = paramsSpelling(tool.params, catalog);
  const output = typeSpelling(tool.returns, catalog);
  return [
    ...(input === undefined ? [] : [{ name: "inputSpelling", spelling: input }]),
    ...(output === undefined ? [] : [{ name: "outputSpelling", spelling: output }]),
  ];
}

function files(tool: Tool, code: string, declaration: string): readonly OutputFile[] {
  const path = `${cacheFolder}/validators/${versionedName(tool)}`;
  return [
    { path: `${path}.js`, text: code, kind: "generated" },
    { path: `${path}.d.ts`, text: declaration, kind: "generated" },
  ];
}

interface NamedSchema {
  readonly name: string;
  readonly schema: JsonSchema;
}

function validatorText(tool: Tool, catalog: Catalog, secrets: NormalizationPlan | undefined): string {
  const input = enforced(inputSchema(tool, catalog, true));
  const output = enforced(outputSchema(tool, catalog, true));
  const aliases = aliasChecks(tool, catalog);
  const results = resultChecks(tool, catalog);
  const schemas: readonly NamedSchema[] = [
    { name: "checkInput", schema: input },
    { name: "checkOutput", schema: output },
    ...aliases,
    ...results,
  ];
  const blocks = [
    header(sourcePath(tool)),
    checkCode(schemas, tool).trim(),
    "export { checkInput, checkOutput };",
    `export const input = ${jsonLiteral(input)};`,
    `export const output = ${jsonLiteral(output)};`,
    `export const plan = ${jsonLiteral(inputPlan(tool, catalog))};`,
    `export const plans = ${jsonLiteral(planDefinitions(catalog))};`,
    `export const errors = ${jsonLiteral(tool.errors)};`,
    ...(tool.formats === undefined ? [] : [`export const formats = ${jsonLiteral(tool.formats)};`]),
    ...spellingsOf(tool, catalog).map(({ name, spelling }) => `export const ${name} = ${jsonLiteral(spelling)};`),
    ...(secrets === undefined ? [] : [`export const outputPlan = ${jsonLiteral(secrets)};`]),
    ...(aliases.length === 0 ? [] : [aliasesText(aliases, tool, catalog)]),
    ...(results.length === 0 ? [] : [resultsText(results, catalog)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** What leads nowhere was reported, and then nothing is written. */
function enforced(schema: JsonSchema): JsonSchema {
  return enforcedForm(schema) ?? schema;
}

/** The runtime carries the validator of a built-in tool; the old names are this catalog's. */
function builtinAliasesText(tool: Tool, catalog: Catalog): string {
  const aliases = aliasChecks(tool, catalog);
  const results = resultChecks(tool, catalog);
  const blocks = [
    header(builtinAliasSource),
    checkCode([...aliases, ...results]).trim(),
    `const plans = ${jsonLiteral(planDefinitions(catalog))};`,
    ...(aliases.length === 0 ? [] : [aliasesText(aliases, tool, catalog)]),
    ...(results.length === 0 ? [] : [resultsText(results, catalog)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

interface AliasCheck extends NamedSchema {
  readonly alias: ToolAlias;
}

function aliasChecks(tool: Tool, catalog: Catalog): readonly AliasCheck[] {
  return adaptedAliases(tool).map((alias, index) => ({
    alias,
    name: `checkAlias${index + 1}`,
    schema: enforced(aliasInputSchema(alias, tool, catalog, true)),
  }));
}

function aliasesText(aliases: readonly AliasCheck[], tool: Tool, catalog: Catalog): string {
  const entries = aliases.map(({ alias, name, schema }) => {
    const members = [
      `    checkInput: ${name},\n`,
      `    input: ${jsonLiteral(schema, 4)},\n`,
      `    plan: ${jsonLiteral(aliasPlan(alias, tool, catalog), 4)},\n`,
      "    plans,\n",
    ];
    return `  ${objectKey(alias.name)}: {\n${members.join("")}  },\n`;
  });
  return `export const aliases = {\n${entries.join("")}};`;
}

interface ResultCheck extends NamedSchema {
  readonly alias: ResultAlias;
}

function resultChecks(tool: Tool, catalog: Catalog): readonly ResultCheck[] {
  return resultAliases(tool).map((alias, index) => ({
    alias,
    name: `checkResult${index + 1}`,
    schema: enforced(aliasOutputSchema(alias, tool, catalog, true)),
  }));
}

function resultsText(results: readonly ResultCheck[], catalog: Catalog): string {
  const entries = results.map(({ alias, name, schema }) => {
    const secrets = outputPlan(alias.result, catalog);
    const members = [
      `    checkOutput: ${name},\n`,
      `    output: ${jsonLiteral(schema, 4)},\n`,
      "    plans,\n",
      ...(secrets === undefined ? [] : [`    outputPlan: ${jsonLiteral(secrets, 4)},\n`]),
    ];
    return `  ${objectKey(alias.name)}: {\n${members.join("")}  },\n`;
  });
  return `export const results = {\n${entries.join("")}};`;
}

function declarationText(tool: Tool, catalog: Catalog, secrets: NormalizationPlan | undefined): string {
  const members = ["checkInput", "checkOutput", "input", "output", "plan", "plans"];
  const lines = members.map((member) => `export declare const ${member}: Validator["${member}"];`);
  lines.push('export declare const errors: NonNullable<Validator["errors"]>;');
  if (secrets !== undefined) {
    lines.push('export declare const outputPlan: NonNullable<Validator["outputPlan"]>;');
  }
  if (tool.formats !== undefined) lines.push(`export declare const formats: NonNullable<Validator["formats"]>;`);
  for (const { name } of spellingsOf(tool, catalog)) {
    lines.push(`export declare const ${name}: NonNullable<Validator["${name}"]>;`);
  }
  return `${importsText(sourcePath(tool))}${lines.join("\n")}\n${aliasesDeclaration(tool)}${resultsDeclaration(tool)}`;
}

function builtinDeclarationText(tool: Tool): string {
  return `${importsText(builtinAliasSource)}${aliasesDeclaration(tool)}${resultsDeclaration(tool)}`;
}

function importsText(source: string): string {
  return `${header(source)}\nimport type { Validator } from "pegboard/runtime";\n\n`;
}

function aliasesDeclaration(tool: Tool): string {
  const adapted = adaptedAliases(tool).map((alias) => {
    return `  readonly ${typeKey(alias.name)}: Pick<Validator, "checkInput" | "input" | "plan" | "plans">;\n`;
  });
  return adapted.length === 0 ? "" : `export declare const aliases: {\n${adapted.join("")}};\n`;
}

function resultsDeclaration(tool: Tool): string {
  const mapped = resultAliases(tool).map((alias) => {
    return `  readonly ${typeKey(alias.name)}: Pick<Validator, "checkOutput" | "output" | "plans" | "outputPlan">;\n`;
  });
  return mapped.length === 0 ? "" : `export declare const results: {\n${mapped.join("")}};\n`;
}

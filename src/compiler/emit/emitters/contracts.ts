import type { Catalog, Field, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import type { TypeNode } from "../../catalog/type-node.ts";
import { versionLabel } from "../../catalog/versions.ts";
import { actionInputs } from "../../schema/action-inputs.ts";
import { handlerInputSchema, inputSchema, outputSchema, typeSchema, withSession } from "../../schema/json-schema.ts";
import { inputPlan } from "../../schema/normalization-plan.ts";
import { docComment, literal } from "../code-text.ts";
import { type ModuleText, moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { deprecationTags, emptyObject, printMembers, printType } from "../print-type.ts";
import { printParams, printTypeBox } from "../print-typebox.ts";
import {
  adaptedAliases,
  adaptedBuiltins,
  adapterNames,
  builtinAliasSource,
  contractPath,
  type ResultAlias,
  resultAliases,
  sourcePath,
  typeNames,
  writtenAliases,
} from "../tool-names.ts";
import type { TypeScope } from "../type-scope.ts";
import { typeBoxScope } from "../typebox-scope.ts";

/** `generated/contracts/<tool>.ts`: input and output of a tool as types and TypeBox values, and its contract. */
export function emitContracts(catalog: Catalog): readonly OutputFile[] {
  const builtins = adaptedBuiltins(catalog).map((tool) => contractFile(tool, builtinAdaptersText(tool, catalog)));
  return [...catalog.tools.map(contractOf(catalog)), ...builtins];
}

const contractOf = oncePerTool((tool, catalog) => contractFile(tool, contractText(tool, catalog)));

function contractFile(tool: Tool, text: string): OutputFile {
  return { path: contractPath(tool), text, kind: "generated" };
}

/** The runtime holds the contract of a built-in tool; here stands what functions for its old names take and give. */
function builtinAdaptersText(tool: Tool, catalog: Catalog): string {
  const file = moduleText(builtinAliasSource);
  const { arguments: given, output } = typeNames(tool);
  const mapsArguments = adaptedAliases(tool).length > 0;
  const mapsResults = resultAliases(tool).length > 0;
  if (mapsArguments) file.declare(given);
  if (mapsResults) file.declare(output);
  declareAdapters(tool, file);
  const sent: TypeScope = { catalog, file, typesFrom: "../types.ts", form: "sent" };
  const what = `the built-in ${tool.name}`;
  if (mapsArguments) file.add(printArguments(given, tool.params, `Arguments of ${what} as a caller sends them.`, sent));
  if (mapsResults) file.add(printResult(output, tool.result, `Structured result of ${what}.`, sent));
  addAdapters(tool, file, sent);
  return file.text();
}

function contractText(tool: Tool, catalog: Catalog): string {
  const file = moduleText(sourcePath(tool));
  const names = typeNames(tool);
  for (const name of Object.values(names)) file.declare(name);
  declareAdapters(tool, file);
  const sent: TypeScope = { catalog, file, typesFrom: "../types.ts", form: "sent" };
  const label = versionLabel(tool);
  file.add(
    withValue(
      names.arguments,
      printArguments(
        names.arguments,
        withSession(tool.params, tool),
        `Arguments of ${label} as a caller sends them.`,
        sent,
      ),
      printParams(inputSchema(tool, catalog, true), inputPlan(tool, catalog), typeBoxScope(sent, "input")),
    ),
  );
  file.add(printInput(tool, { ...sent, form: "normalised" }));
  file.add(
    withValue(
      names.output,
      printResult(names.output, tool.result, `Structured result of ${label}.`, sent),
      printTypeBox(outputSchema(tool, catalog, true), typeBoxScope(sent, "value")),
    ),
  );
  if (isWrapped(tool)) {
    const value = printTypeBox(typeSchema(tool.returns, catalog, true), typeBoxScope(sent, "value"));
    const type = printResult(names.returns, tool.returns, "What the handler returns; it is wrapped.", sent);
    file.add(withValue(names.returns, type, value));
  }
  file.add(printContract(tool, file));
  addAdapters(tool, file, sent);
  return file.text();
}

function declareAdapters(tool: Tool, file: ModuleText): void {
  for (const { adapt, result, ...alias } of writtenAliases(tool)) {
    const names = adapterNames(alias);
    if (adapt) for (const name of [names.arguments, names.adapt]) file.declare(name);
    if (result !== undefined) for (const name of [names.result, names.adaptResult]) file.declare(name);
  }
}

function addAdapters(tool: Tool, file: ModuleText, sent: TypeScope): void {
  for (const alias of adaptedAliases(tool)) file.add(printAdapter(alias, tool, sent));
  for (const alias of resultAliases(tool)) file.add(printResultAdapter(alias, tool, sent));
}

function withValue(name: string, type: string, value: string): string {
  return `${type}\nexport const ${name} = ${value};`;
}

/** True when what the handler returns is not itself the structured result. */
function isWrapped(tool: Tool): boolean {
  return JSON.stringify(tool.returns) !== JSON.stringify(tool.result);
}

/** A type alias, not an interface: it can go where any JSON object can. */
function printArguments(name: string, params: readonly Field[], doc: string, scope: TypeScope): string {
  const body = params.length === 0 ? emptyObject : printMembers(params, scope);
  return `${docComment(doc)}export type ${name} = ${body};`;
}

/** Of a multi-action tool there is one option for each action; the param that names the action distinguishes them. */
function printInput(tool: Tool, scope: TypeScope): string {
  const name = typeNames(tool).input;
  const detail = tool.actions === undefined ? "defaults filled in" : `discriminated by '${tool.actions.by}'`;
  const doc = docComment(`Input of ${versionLabel(tool)} as its handler gets it: normalised, valid, ${detail}.`);
  const schema = handlerInputSchema(tool, scope.catalog);
  const value = printParams(schema, inputPlan(tool, scope.catalog), typeBoxScope(scope, "input"));
  if (tool.actions !== undefined) {
    const options = actionInputs(tool).map(({ fields }) => `\n  | ${printMembers(fields, scope, 4)}`);
    return withValue(name, `${doc}export type ${name} =${options.join("")};`, value);
  }
  if (tool.params.length === 0) return withValue(name, `${doc}export type ${name} = ${emptyObject};`, value);
  return withValue(name, `${doc}export interface ${name} ${printMembers(tool.params, scope)}`, value);
}

function printResult(name: string, node: TypeNode, doc: string, scope: TypeScope): string {
  const plain = node.kind === "object" && node.open === false && node.nullable !== true && node.fields.length > 0;
  if (plain) return `${docComment(doc)}export interface ${name} ${printMembers(node.fields, scope)}`;
  return `${docComment(doc)}export type ${name} = ${printType(node, scope)};`;
}

function printContract(tool: Tool, file: ModuleText): string {
  const names = typeNames(tool);
  const errors = tool.errors.length === 0 ? "never" : tool.errors.map(literal).join(" | ");
  const lines = [
    literal(tool.name),
    names.input,
    isWrapped(tool) ? names.returns : names.output,
    errors,
    literal(tool.session),
  ];
  const doc = docComment(tool.summary, deprecationTags(tool.deprecated));
  const contract = file.importType("Contract", "pegboard/runtime");
  return `${doc}export type ${names.contract} = ${contract}<\n  ${lines.join(",\n  ")}\n>;`;
}

function printAdapter(alias: ToolAlias, tool: Tool, scope: TypeScope): string {
  const names = adapterNames(alias);
  const ignored = new Set(alias.ignore);
  const params = alias.params.filter((param) => !ignored.has(param.name));
  const old = printArguments(
    names.arguments,
    params,
    `Arguments of '${alias.name}', the name that '${alias.of}' knows ${tool.name} by.`,
    // Old defaults are filled in before the adapter sees them.
    { ...scope, form: "normalised" },
  );
  const doc = docComment(`Maps a call of '${alias.name}' to one of ${tool.name}. Pure; written by hand.`);
  return `${old}\n\n${doc}export type ${names.adapt} = (old: ${names.arguments}) => ${typeNames(tool).arguments};`;
}

/** Old arguments are known where a function maps them too: a table passes on what it was sent. */
function printResultAdapter(alias: ResultAlias, tool: Tool, scope: TypeScope): string {
  const names = adapterNames(alias);
  const old = printResult(names.result, alias.result, `Result of '${alias.name}'.`, scope);
  const doc = docComment(`Maps a result of ${tool.name} to one of '${alias.name}'. Pure; written by hand.`);
  const call = alias.adapt ? `, old: ${names.arguments}` : "";
  return `${old}\n\n${doc}export type ${names.adaptResult} = (result: ${typeNames(tool).output}${call}) => ${names.result};`;
}

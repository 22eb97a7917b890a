import { sameJson } from "../../../contract/alias.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { versionLabel } from "../../catalog/versions.ts";
import { actionInputs } from "../../schema/action-inputs.ts";
import { handlerInputSchema, inputSchema, outputSchema, typeSchema } from "../../schema/json-schema.ts";
import { handlerPlan, inputPlan } from "../../schema/normalization-plan.ts";
import { typeSpelling } from "../../schema/spelling.ts";
import { docComment, literal } from "../code-text.ts";
import { type ModuleText, moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { deprecationTags, emptyObject, printMembers } from "../print-type.ts";
import { printParams, printTypeBox, printWritten, type TypeBoxScope } from "../print-typebox.ts";
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
import {
  argumentsType,
  outputType,
  printArguments,
  printResult,
  restOf,
  wholeType,
  writesRoot,
} from "../tool-types.ts";
import type { TypeScope } from "../type-scope.ts";
import { typeBoxScope } from "../typebox-scope.ts";

/** `generated/contracts/<tool>.ts`: input and output of a tool as types and TypeBox values, and its contract. */
export function emitContracts(catalog: Catalog): readonly OutputFile[] {
  return [...catalog.tools.map(contractOf(catalog)), ...emitBuiltinContracts(catalog)];
}

/** Those of the built-in tools that have old names. */
export function emitBuiltinContracts(catalog: Catalog): readonly OutputFile[] {
  return adaptedBuiltins(catalog).map((tool) => contractFile(tool, builtinAdaptersText(tool, catalog)));
}

/** The one of a tool. */
export const contractOf = oncePerTool((tool, catalog) => contractFile(tool, contractText(tool, catalog)));

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
  const given = inputSchema(tool, catalog, true);
  const givenScope = typeBoxScope(sent, "input", tool);
  const givenValue = writesRoot(tool.input)
    ? printWritten(given, givenScope)
    : printParams(given, inputPlan(tool, catalog), givenScope);
  file.add(withValue(names.arguments, argumentsType(tool, sent), givenValue));
  file.add(printInput(tool, { ...sent, form: "normalised" }));
  const answered = outputSchema(tool, catalog, true);
  const answeredScope = typeBoxScope(sent, "value", tool);
  const answeredValue = writesRoot(tool.output)
    ? printWritten(answered, answeredScope)
    : printTypeBox(answered, answeredScope);
  file.add(withValue(names.output, outputType(tool, sent), answeredValue));
  if (hasOwnReturns(tool, catalog)) {
    const returned: TypeScope = { ...sent, form: "returned" };
    const value = printTypeBox(
      typeSchema(tool.returns, catalog, true, "returned"),
      typeBoxScope(returned, "value", tool),
    );
    const doc = isWrapped(tool)
      ? "What the handler returns; it is wrapped."
      : "What the handler returns; callers spell it otherwise.";
    const type = printResult(names.returns, tool.returns, doc, returned);
    file.add(withValue(names.returns, type, value));
  }
  file.add(printContract(tool, catalog, file));
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
  return !sameJson(tool.returns, tool.result);
}

/** Of a multi-action tool there is one option for each action; the param that names the action distinguishes them. */
function printInput(tool: Tool, scope: TypeScope): string {
  const name = typeNames(tool).input;
  const detail = tool.actions === undefined ? "defaults filled in" : `discriminated by '${tool.actions.by}'`;
  const text = `Input of ${versionLabel(tool)} as its handler gets it: normalised, valid, ${detail}.`;
  const doc = docComment(text);
  const schema = handlerInputSchema(tool, scope.catalog);
  const value = printParams(schema, handlerPlan(tool, scope.catalog), typeBoxScope(scope, "input", tool));
  if (tool.actions === undefined && writesRoot(tool.input))
    return printWhole(name, schema, text, typeBoxScope(scope, "input", tool));
  if (tool.actions !== undefined) {
    const options = actionInputs(tool).map(
      ({ fields }) => `\n  | ${printMembers(fields, scope, 4, restOf(tool, scope, fields))}`,
    );
    return withValue(name, `${doc}export type ${name} =${options.join("")};`, value);
  }
  const rest = restOf(tool, scope);
  if (tool.params.length === 0 && rest === undefined)
    return withValue(name, `${doc}export type ${name} = ${emptyObject};`, value);
  return withValue(name, `${doc}export interface ${name} ${printMembers(tool.params, scope, 0, rest)}`, value);
}

/** A type and its value where the schema is the author's own. */
function printWhole(name: string, schema: JsonSchema, doc: string, scope: TypeBoxScope): string {
  return withValue(name, wholeType(name, schema, doc, scope), printWritten(schema, scope));
}

/** True when handlers return another type than callers get. */
function hasOwnReturns(tool: Tool, catalog: Catalog): boolean {
  return isWrapped(tool) || typeSpelling(tool.returns, catalog) !== undefined;
}

function printContract(tool: Tool, catalog: Catalog, file: ModuleText): string {
  const names = typeNames(tool);
  const errors = tool.errors.length === 0 ? "never" : tool.errors.map(literal).join(" | ");
  const lines = [
    literal(tool.name),
    names.input,
    hasOwnReturns(tool, catalog) ? names.returns : names.output,
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
    // Old defaults are filled in before the adapter sees them; the names stay those of the caller.
    { ...scope, form: "filled" },
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

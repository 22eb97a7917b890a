import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Field, Tool } from "../catalog/catalog.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { versionLabel } from "../catalog/versions.ts";
import { annotationKeywords } from "../json-schema/checkable.ts";
import { inputSchema, outputSchema, withSession } from "../schema/json-schema.ts";
import { docComment } from "./code-text.ts";
import { emptyObject, printMembers, printType } from "./print-type.ts";
import type { TypeBoxScope } from "./print-typebox.ts";
import { restType } from "./rest-type.ts";
import { schemaType } from "./schema-type.ts";
import { typeNames } from "./tool-names.ts";
import type { TypeScope } from "./type-scope.ts";
import { typeBoxScope } from "./typebox-scope.ts";

/** The type of a tool's arguments, as a caller sends them. */
export function argumentsType(tool: Tool, scope: TypeScope): string {
  const name = typeNames(tool).arguments;
  const doc = `Arguments of ${versionLabel(tool)} as a caller sends them.`;
  if (writesRoot(tool.input)) {
    return wholeType(name, inputSchema(tool, scope.catalog, true), doc, typeBoxScope(scope, "input", tool));
  }
  return printArguments(name, withSession(tool.params, tool), doc, scope, restOf(tool, scope));
}

/** The type of a tool's structured result. */
export function outputType(tool: Tool, scope: TypeScope): string {
  const name = typeNames(tool).output;
  const doc = `Structured result of ${versionLabel(tool)}.`;
  if (writesRoot(tool.output)) {
    return wholeType(name, outputSchema(tool, scope.catalog, true), doc, typeBoxScope(scope, "value", tool));
  }
  return printResult(name, tool.result, doc, scope);
}

/** The type of a schema that is the author's own. */
export function wholeType(name: string, schema: JsonSchema, doc: string, scope: TypeBoxScope): string {
  return `${docComment(doc)}export type ${name} = ${schemaType(schema, scope)};`;
}

/** A type alias, not an interface: it can go where any JSON object can. */
export function printArguments(
  name: string,
  params: readonly Field[],
  doc: string,
  scope: TypeScope,
  rest?: string,
): string {
  const body = params.length === 0 && rest === undefined ? emptyObject : printMembers(params, scope, 0, rest);
  return `${docComment(doc)}export type ${name} = ${body};`;
}

/** The type of params that no name is known of, where the handler gets them. */
export function restOf(tool: Tool, scope: TypeScope, params = tool.params): string | undefined {
  const isPassed = tool.unknownParams === "pass" && !(scope.isStrict && tool.params.length > 0);
  return isPassed ? restType(params, scope) : undefined;
}

export function printResult(name: string, node: TypeNode, doc: string, scope: TypeScope): string {
  const plain = node.kind === "object" && node.open === false && node.nullable !== true && node.fields.length > 0;
  if (plain) return `${docComment(doc)}export interface ${name} ${printMembers(node.fields, scope)}`;
  return `${docComment(doc)}export type ${name} = ${printType(node, scope)};`;
}

/** Does the author write more of a root than what changes nothing for values? */
export function writesRoot(written: JsonObject | undefined): boolean {
  return Object.keys(written ?? {}).some((keyword) => !annotationKeywords.has(keyword));
}

import type { Deprecation } from "../../contract/deprecation.ts";
import type { Field } from "../catalog/catalog.ts";
import type { ObjectNode, TypeNode } from "../catalog/type-node.ts";
import { isPresent } from "../schema/json-schema.ts";
import { docComment, literal } from "./code-text.ts";
import type { NamedSchemas } from "./print-typebox.ts";
import { restType } from "./rest-type.ts";
import { schemaType } from "./schema-type.ts";
import { indexTypes, memberHead, type TypeScope, typeName } from "./type-scope.ts";

// TypeNode → the text of a TypeScript type. Everything is readonly: arguments and results are values, and defaults are
// shared between calls.

const noneNamed: NamedSchemas = new Map();

/** The type of a node; `indent` is the depth of the line it begins on, in spaces. */
export function printType(node: TypeNode, scope: TypeScope, indent = 0): string {
  const printed = printCore(node, scope, indent);
  return node.nullable === true && node.kind !== "json" ? `${printed} | null` : printed;
}

/**
 * The members of an object type in braces: the body of an interface, or a type literal.
 *
 * @param others the type of members that have no name here, where there may be some. Every named one has to fit it, and without
 *   `exactOptionalPropertyTypes` one that may be absent is also undefined.
 */
export function printMembers(fields: readonly Field[], scope: TypeScope, indent = 0, others?: string): string {
  const inner = indent + 2;
  const lines = fields.map((field) => {
    const doc = docComment(field.description, fieldTags(field), inner);
    return `${doc}${" ".repeat(inner)}${memberHead(field, scope.form)}${printType(field.type, scope, inner)};\n`;
  });
  const mayBeAbsent = fields.some((field) => !isPresent(field, scope.form));
  const index = others !== undefined && mayBeAbsent ? union([others, "undefined"]) : others;
  const more = index === undefined ? "" : `${" ".repeat(inner)}readonly [key: string]: ${index};\n`;
  return `{\n${lines.join("")}${more}${" ".repeat(indent)}}`;
}

/** The type of an object without keys. `{}` would take any value at all. */
export const emptyObject = "{ readonly [key: string]: never }";

/** The `@deprecated` line of a comment. */
export function deprecationTags(deprecated: Deprecation | undefined): readonly string[] {
  if (deprecated === undefined) return [];
  const { since, sunset, replacedBy, reason } = deprecated;
  const parts = [
    `since ${since}`,
    ...(sunset === undefined ? [] : [`may go on ${sunset}`]),
    ...(replacedBy === undefined ? [] : [`use ${replacedBy}`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return [`@deprecated ${parts.join("; ")}`];
}

function printCore(node: TypeNode, scope: TypeScope, indent: number): string {
  switch (node.kind) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "enum":
      return union(node.values.map((value) => literal(value.value)));
    case "array":
      return `readonly ${parenthesised(printType(node.items, scope, indent))}[]`;
    case "object":
      return printObject(node, scope, indent);
    case "union":
      return union(node.of.map((option) => printType(option, scope, indent)));
    case "ref":
      return printRef(node.name, scope);
    case "json":
      if (node.schema !== undefined)
        return schemaType(node.schema, { ...scope, plans: {}, named: noneNamed, printed: new Map() });
      return scope.file.importType("Json", "pegboard/runtime");
    default:
      return unreachable(node);
  }
}

function printObject(node: ObjectNode, scope: TypeScope, indent: number): string {
  const isClosed = node.open === false || (scope.isStrict && node.open === true && node.fields.length > 0);
  if (isClosed) return node.fields.length === 0 ? emptyObject : printMembers(node.fields, scope, indent);
  const index =
    typeof node.open === "boolean"
      ? restType(node.fields, scope)
      : union(indexTypes(node.open, node.fields).map((type) => printType(type, scope, indent)));
  if (node.fields.length === 0) return `{ readonly [key: string]: ${index} }`;
  return printMembers(node.fields, scope, indent, index);
}

function printRef(name: string, scope: TypeScope): string {
  const wanted = typeName(name, scope);
  return scope.typesFrom === undefined ? wanted : scope.file.importType(wanted, scope.typesFrom);
}

function fieldTags(field: Field): readonly string[] {
  return [
    ...(field.unit === undefined ? [] : [`Unit: ${field.unit}.`]),
    ...(field.default === undefined ? [] : [`@default ${JSON.stringify(field.default)}`]),
    ...deprecatedValues(field.type),
    ...deprecationTags(field.deprecated),
  ];
}

/** A word of a union carries no comment of its own. */
function deprecatedValues(node: TypeNode): readonly string[] {
  if (node.kind !== "enum") return [];
  return node.values.flatMap(({ value, deprecated }) =>
    deprecationTags(deprecated).map((tag) => `Deprecated value ${literal(value)}: ${tag.replace("@deprecated ", "")}`),
  );
}

function union(options: readonly string[]): string {
  return options.length === 0 ? "never" : [...new Set(options)].join(" | ");
}

function parenthesised(type: string): string {
  return type.includes(" | ") || type.startsWith("readonly ") ? `(${type})` : type;
}

function unreachable(node: never): never {
  throw new Error(`invariant: unknown type ${JSON.stringify(node)}`);
}

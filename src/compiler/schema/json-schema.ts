import type { JsonSchema, JsonType } from "../../contract/json-schema.ts";
import type { Catalog, Field, Tool, ToolAlias } from "../catalog/catalog.ts";
import type { ArrayNode, EnumNode, NumberNode, ObjectNode, StringNode, TypeNode } from "../catalog/type-node.ts";
import { followRef, recursiveTypes } from "./named-types.ts";

// IR → JSON Schema 2020-12. What is published is what is compiled: one schema per input and output. Keys always come in
// the same order: type and values first, then structure, limits, default, texts.

/**
 * What a caller may send to a tool. The root is closed exactly when unknown params are rejected; then, and wherever
 * texts are shown, it carries `session` too.
 * @param texts carry descriptions, examples and deprecation marks; defaults are always carried
 */
export function inputSchema(tool: Tool, catalog: Catalog, texts: boolean): JsonSchema {
  return rootSchema(tool.params, tool, { catalog, texts, side: "input", used: new Set() });
}

/** What a caller of an old name may send: the params as they were listed under that name. */
export function aliasInputSchema(alias: ToolAlias, tool: Tool, catalog: Catalog, texts: boolean): JsonSchema {
  return rootSchema(alias.params, tool, { catalog, texts, side: "input", used: new Set() });
}

/**
 * What a tool answers with in `structuredContent`, wrapped. Its root says `type: object` even where a reference says the
 * rest: clients demand it (MCP 2025-11-25 schema, "Tool").
 */
export function outputSchema(tool: Tool, catalog: Catalog, texts: boolean): JsonSchema {
  const schema = withDefs(tool.result, { catalog, texts, side: "value", used: new Set() });
  return schema.$ref === undefined ? schema : { type: "object", ...schema };
}

/** A type as it stands: a value of it, not an argument that will be trimmed first. */
export function typeSchema(node: TypeNode, catalog: Catalog, texts: boolean): JsonSchema {
  return withDefs(node, { catalog, texts, side: "value", used: new Set() });
}

/** One param as a caller may send it, standing alone; `diff` compares these one by one. */
export function paramSchema(param: Field, catalog: Catalog, texts: boolean): JsonSchema {
  const ink: Ink = { catalog, texts, side: "input", used: new Set() };
  return appendDefs(fieldSchema(param, ink), ink);
}

/** True when arguments that no param names are refused. */
export function rejectsUnknownParams(tool: Tool, catalog: Catalog): boolean {
  return catalog.unknownParams === "reject" || tool.effects.destructive;
}

interface Ink {
  readonly catalog: Catalog;
  readonly texts: boolean;
  /** Arguments are trimmed before they are checked, results are not. */
  readonly side: "input" | "value";
  /** Recursive types that were referred to and need a definition. */
  readonly used: Set<string>;
}

function rootSchema(params: readonly Field[], tool: Tool, ink: Ink): JsonSchema {
  const closed = rejectsUnknownParams(tool, ink.catalog);
  const takesSession = tool.session !== "none" && !params.some((param) => param.name === "session");
  const fields = takesSession && (closed || ink.texts) ? [...params, sessionParam] : params;
  return appendDefs(
    { type: "object", ...members(fields, ink), ...(closed ? { additionalProperties: false } : {}) },
    ink,
  );
}

const sessionParam: Field = {
  name: "session",
  type: { kind: "string", trim: false },
  required: false,
  description: "Handle of the open session",
};

function withDefs(node: TypeNode, ink: Ink): JsonSchema {
  return appendDefs(schemaOf(node, ink, false), ink);
}

/** Adds the definitions of the recursive types that were used, and of those that they use. */
function appendDefs(schema: JsonSchema, ink: Ink): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  for (const name of ink.used) {
    // A Set's iteration also visits what is added on the way.
    definitions.set(name, schemaOf(followRef({ kind: "ref", name }, ink.catalog), ink, false));
  }
  if (definitions.size === 0) return schema;
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...schema, $defs: Object.fromEntries(sorted) };
}

function members(fields: readonly Field[], ink: Ink): Pick<JsonSchema, "properties" | "required"> {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    // fromEntries defines keys instead of assigning them: a field named __proto__ stays a field.
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, ink)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function fieldSchema(field: Field, ink: Ink): JsonSchema {
  const { description, ...schema } = schemaOf(field.type, ink, field.required);
  const text = withUnit(field.description ?? description, field.unit);
  return {
    ...schema,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(ink.texts && text !== undefined ? { description: text } : {}),
    ...(ink.texts && field.examples !== undefined ? { examples: field.examples } : {}),
    ...(ink.texts && field.deprecated !== undefined ? { deprecated: true } : {}),
  };
}

/** JSON Schema has no word for units, so the text says it: "How long to wait, in ms". */
function withUnit(text: string | undefined, unit: string | undefined): string | undefined {
  if (unit === undefined || text?.includes(unit) === true) return text;
  if (text === undefined) return `In ${unit}`;
  return text.endsWith(".") ? `${text} In ${unit}.` : `${text}, in ${unit}`;
}

function schemaOf(node: TypeNode, ink: Ink, required: boolean): JsonSchema {
  const description = ink.texts && node.description !== undefined ? { description: node.description } : {};
  const nullable = node.nullable === true;
  switch (node.kind) {
    case "string":
      return { type: typeOf("string", nullable), ...stringLimits(node, ink, required), ...description };
    case "integer":
    case "number":
      return { type: typeOf(node.kind, nullable), ...numberLimits(node), ...description };
    case "boolean":
      return { type: typeOf("boolean", nullable), ...description };
    case "enum":
      return { type: typeOf("string", nullable), enum: enumValues(node, nullable), ...description };
    case "array":
      return { type: typeOf("array", nullable), ...arrayLimits(node, ink), ...description };
    case "object":
      return { type: typeOf("object", nullable), ...objectMembers(node, ink), ...description };
    case "union": {
      const options = node.of.map((option) => schemaOf(option, ink, false));
      return { anyOf: nullable ? [...options, { type: "null" }] : options, ...description };
    }
    case "ref": {
      if (!recursiveTypes(ink.catalog).has(node.name)) return schemaOf(followRef(node, ink.catalog), ink, required);
      ink.used.add(node.name);
      const ref: JsonSchema = { $ref: `#/$defs/${node.name}` };
      return nullable ? { anyOf: [ref, { type: "null" }], ...description } : { ...ref, ...description };
    }
    case "json":
      return { ...description };
    default:
      return unreachable(node);
  }
}

function typeOf(type: JsonType, nullable: boolean): JsonType | readonly JsonType[] {
  return nullable ? [type, "null"] : type;
}

function enumValues(node: EnumNode, nullable: boolean): readonly (string | null)[] {
  const values = node.values.map((value) => value.value);
  return nullable ? [...values, null] : values;
}

function stringLimits(node: StringNode, ink: Ink, required: boolean): JsonSchema {
  const trimmed = ink.side === "input" && node.trim;
  // Blank counts as missing where a value is required.
  const minLength = trimmed && required ? Math.max(1, node.minLength ?? 0) : node.minLength;
  const maxLength = least(node.maxLength, node.maxBytes);
  const pattern = node.pattern ?? (trimmed ? lengthOnceTrimmed(minLength ?? 0) : undefined);
  return {
    ...(node.format === undefined ? {} : { format: node.format }),
    ...(pattern === undefined ? {} : { pattern }),
    // Where something must be there that is no white space, there is a character; published tools pay for every word.
    ...(minLength === undefined || (minLength === 1 && pattern === "\\S") ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

/** A pattern that raw text meets exactly when it has the length after trimming; `\s` is what `trim` takes off. */
function lengthOnceTrimmed(minLength: number): string | undefined {
  if (minLength === 0) return undefined;
  return minLength === 1 ? "\\S" : `\\S[\\s\\S]{${minLength - 2},}\\S`;
}

/** UTF-8 needs at least one byte per code point, so a limit in bytes is also one in code points. */
function least(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}

function numberLimits(node: NumberNode): JsonSchema {
  return {
    ...(node.min === undefined ? {} : { minimum: node.min }),
    ...(node.above === undefined ? {} : { exclusiveMinimum: node.above }),
    ...(node.max === undefined ? {} : { maximum: node.max }),
    ...(node.below === undefined ? {} : { exclusiveMaximum: node.below }),
    ...(node.multipleOf === undefined ? {} : { multipleOf: node.multipleOf }),
  };
}

function arrayLimits(node: ArrayNode, ink: Ink): JsonSchema {
  return {
    items: schemaOf(node.items, ink, false),
    ...(node.minItems === undefined ? {} : { minItems: node.minItems }),
    ...(node.maxItems === undefined ? {} : { maxItems: node.maxItems }),
    ...(node.unique === true ? { uniqueItems: true } : {}),
  };
}

function objectMembers(node: ObjectNode, ink: Ink): JsonSchema {
  const open =
    node.open === true ? {} : { additionalProperties: node.open === false ? false : schemaOf(node.open, ink, false) };
  if (node.fields.length === 0) return open;
  return { ...members(node.fields, ink), ...open };
}

function unreachable(node: never): never {
  throw new Error(`invariant: unknown kind of type ${JSON.stringify(node)}`);
}

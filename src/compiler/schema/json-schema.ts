import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema, JsonType } from "../../contract/json-schema.ts";
import type { Catalog, Field, Tool, ToolAlias } from "../catalog/catalog.ts";
import { oncePerCatalog, remembered } from "../catalog/lookup.ts";
import { ownName } from "../catalog/own-names.ts";
import type {
  ArrayNode,
  EnumNode,
  NumberNode,
  ObjectNode,
  RefNode,
  StringNode,
  TypeNode,
} from "../catalog/type-node.ts";
import { actionInputs } from "./action-inputs.ts";
import { followRef, recursiveTypes, variesByForm } from "./named-types.ts";
import { withoutProperties, withoutTexts } from "./projections.ts";

// IR → JSON Schema 2020-12. There is one schema for the arguments of a tool and one for its result: the validator, the
// TypeBox value of the contract and the listing are all printed from that value, and shorter listings are projections of
// it (`projections.ts`). Keys always come in the same order: type and values first, then structure, limits, default, texts.

/**
 * As it travels; as it travels with defaults filled in, which is what a function for an old name gets; as a handler gets it,
 * normalised, so that what has a default is always there; or as a handler returns it. Handlers know fields by their own names.
 */
export type Form = "sent" | "filled" | "normalised" | "returned";

/** The name of a field in a form. */
export function nameIn(field: Field, form: Form): string {
  return form === "sent" || form === "filled" ? field.name : ownName(field);
}

/** True when the field is there for certain. */
export function isPresent(field: Field, form: Form): boolean {
  return field.required || (isFilledIn(form) && field.default !== undefined);
}

/** True when a field with a default is always there. */
export function isFilledIn(form: Form): boolean {
  return form === "filled" || form === "normalised";
}

/**
 * What a caller may send to a tool. The root is closed exactly when unknown params are rejected.
 * @param texts false: without descriptions, examples, deprecation marks, and without `session` where the root is open
 */
export function inputSchema(tool: Tool, catalog: Catalog, texts: boolean): JsonSchema {
  const schema = inputWithTexts(tool, catalog);
  return texts || tool.wholeInput === true
    ? schema
    : onceCompact(schema, () => compactInput(schema, tool.params, tool));
}

/** What a caller of an old name may send: the params as they were listed under that name. */
export function aliasInputSchema(alias: ToolAlias, tool: Tool, catalog: Catalog, texts: boolean): JsonSchema {
  const schema = rootSchema(alias.params, tool, optionsFor(catalog, "input"));
  return texts || tool.wholeInput === true ? schema : compactInput(schema, alias.params, tool);
}

/**
 * What a handler gets: normalised arguments. It is the schema of the arguments without `session`, in which every param
 * with a default is required; of a multi-action tool there is one option for each action.
 */
export function handlerInputSchema(tool: Tool, catalog: Catalog): JsonSchema {
  const options = optionsFor(catalog, "input", "normalised");
  const schemaFor = (params: readonly Field[]): JsonSchema => paramsSchema(params, tool, options);
  if (tool.wholeInput === true) return wholeInput(tool.params, tool, options);
  if (tool.actions === undefined) return withRoot(appendDefs(schemaFor(tool.params), options), tool.input);
  return appendDefs({ anyOf: actionInputs(tool).map(({ fields }) => schemaFor(fields)) }, options);
}

/**
 * What a tool answers with in `structuredContent`, wrapped. Its root has `type: object` even where a reference gives the
 * rest: clients demand it (MCP 2025-11-25 schema, "Tool").
 */
export function outputSchema(tool: Tool, catalog: Catalog, texts: boolean): JsonSchema {
  const schema = outputWithTexts(tool, catalog);
  return texts || tool.wholeResult === true ? schema : onceCompact(schema, () => withoutTexts(schema));
}

/** What a tool answers with under an old name: the old result where the alias declares one. */
export function aliasOutputSchema(alias: ToolAlias, tool: Tool, catalog: Catalog, texts: boolean): JsonSchema {
  return alias.result === undefined ? outputSchema(tool, catalog, texts) : typeSchema(alias.result, catalog, texts);
}

/** A type as it stands: a value of it, not an argument that will be trimmed first. */
export function typeSchema(node: TypeNode, catalog: Catalog, texts: boolean, form: Form = "sent"): JsonSchema {
  const options = optionsFor(catalog, "value", form);
  const schema = appendDefs(schemaOf(node, options, false), options);
  return texts ? schema : withoutTexts(schema);
}

/** One param as a caller may send it, standing alone; `diff` compares these one by one. */
export function paramSchema(param: Field, catalog: Catalog, texts: boolean): JsonSchema {
  const options = optionsFor(catalog, "input");
  const schema = appendDefs(fieldSchema(param, options), options);
  return texts ? schema : withoutTexts(schema);
}

/** True when arguments that no param names are refused: as the tool says, else as the catalog says, always where it may destroy. */
export function rejectsUnknownParams(tool: Tool, catalog: Catalog): boolean {
  if (tool.unknownParams !== undefined) return tool.unknownParams === "reject";
  return catalog.unknownParams === "reject" || tool.effects.destructive;
}

interface SchemaOptions {
  readonly catalog: Catalog;
  /** Arguments are trimmed before they are checked, results are not. */
  readonly side: "input" | "value";
  readonly form: Form;
  /** Recursive types that were referred to and need a definition. */
  readonly used: Set<string>;
}

function optionsFor(catalog: Catalog, side: SchemaOptions["side"], form: Form = "sent"): SchemaOptions {
  return { catalog, side, form, used: new Set() };
}

const inputWithTexts = remembered((tool: Tool, catalog: Catalog) =>
  rootSchema(tool.params, tool, optionsFor(catalog, "input")),
);

const outputWithTexts = remembered((tool: Tool, catalog: Catalog) => {
  const result = typeSchema(tool.result, catalog, true);
  return withRoot(result.$ref === undefined ? result : { type: "object", ...result }, tool.output);
});

/** Without texts, of each schema of a tool. */
const compacts = new WeakMap<JsonSchema, JsonSchema>();

function onceCompact(schema: JsonSchema, make: () => JsonSchema): JsonSchema {
  const compact = compacts.get(schema) ?? make();
  compacts.set(schema, compact);
  return compact;
}

function rootSchema(params: readonly Field[], tool: Tool, options: SchemaOptions): JsonSchema {
  if (tool.wholeInput === true) return wholeInput(withSession(params, tool), tool, options);
  return withRoot(appendDefs(paramsSchema(withSession(params, tool), tool, options), options), tool.input);
}

/** The root as its author wrote it. Only `session` and `confirm` are added, to tools that have them. */
function wholeInput(params: readonly Field[], tool: Tool, options: SchemaOptions): JsonSchema {
  // `uncheckable` has looked at every keyword that the type names.
  const written = (tool.input ?? {}) as JsonSchema;
  const added = params.filter(({ name }) => !Object.hasOwn(written.properties ?? {}, name));
  if (added.length === 0) return written;
  return { ...written, properties: { ...written.properties, ...members(added, options).properties } };
}

/** A root with the keywords that its author wrote; properties, required names and definitions are added to ours. */
function withRoot(schema: JsonSchema, written: JsonObject | undefined): JsonSchema {
  if (written === undefined) return schema;
  // `uncheckable` has looked at every keyword that the type names.
  const { properties, required, $defs, ...rest } = written as JsonSchema;
  const names = [...new Set([...(schema.required ?? []), ...(required ?? [])])];
  return {
    ...schema,
    ...(required === undefined ? {} : { required: names }),
    ...(properties === undefined ? {} : { properties: { ...properties, ...schema.properties } }),
    ...($defs === undefined ? {} : { $defs: { ...schema.$defs, ...$defs } }),
    ...rest,
  };
}

/** The params that may be sent: `session` may be sent to every tool that takes one, whether its YAML lists it or not. */
export function withSession(params: readonly Field[], tool: Tool): readonly Field[] {
  return addsSession(params, tool) ? [...params, sessionParam] : params;
}

function paramsSchema(fields: readonly Field[], tool: Tool, options: SchemaOptions): JsonSchema {
  const closed = rejectsUnknownParams(tool, options.catalog) ? { additionalProperties: false } : {};
  return { type: "object", ...members(fields, options), ...closed };
}

function addsSession(params: readonly Field[], tool: Tool): boolean {
  return tool.session !== "none" && !params.some((param) => param.name === sessionParam.name);
}

const sessionParam: Field = {
  name: "session",
  type: { kind: "string", trim: false },
  required: false,
  description: "Handle of the open session",
};

/** An open root takes `session` without naming it; a closed one has to name it. */
function compactInput(schema: JsonSchema, params: readonly Field[], tool: Tool): JsonSchema {
  const plain = withoutTexts(schema);
  const isHidden = schema.additionalProperties !== false && addsSession(params, tool);
  return isHidden ? withoutProperties(plain, new Set([sessionParam.name])) : plain;
}

/** Adds the definitions of the recursive types that were used, and of those that they use. */
function appendDefs(schema: JsonSchema, options: SchemaOptions): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  for (const name of options.used) {
    // A Set's iteration also visits what is added on the way.
    definitions.set(name, schemaOf(followRef({ kind: "ref", name }, options.catalog), options, false));
  }
  if (definitions.size === 0) return schema;
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...schema, $defs: Object.fromEntries(sorted) };
}

function members(fields: readonly Field[], options: SchemaOptions): Pick<JsonSchema, "properties" | "required"> {
  const { form } = options;
  const required = fields.filter((field) => isPresent(field, form)).map((field) => nameIn(field, form));
  return {
    // fromEntries defines keys instead of assigning them: a field named __proto__ stays a field.
    properties: Object.fromEntries(fields.map((field) => [nameIn(field, form), fieldSchema(field, options)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The same object where the form makes no difference: what is printed of it once need not be printed again. */
function fieldSchema(field: Field, options: SchemaOptions): JsonSchema {
  if (variesByForm(field.type, options.catalog)) return madeOfField(field, options);
  return using(fieldsOnce[options.side](field, options.catalog), options);
}

const fieldsOnce = { input: fieldOnce("input"), value: fieldOnce("value") };

function fieldOnce(side: SchemaOptions["side"]): (field: Field, catalog: Catalog) => Part {
  return remembered((field, catalog) => partOf(optionsFor(catalog, side), (options) => madeOfField(field, options)));
}

/** A schema that others take in, with the names of the recursive types that it refers to. */
interface Part {
  readonly schema: JsonSchema;
  readonly used: ReadonlySet<string>;
}

function partOf(options: SchemaOptions, make: (options: SchemaOptions) => JsonSchema): Part {
  return { schema: make(options), used: options.used };
}

function using({ schema, used }: Part, options: SchemaOptions): JsonSchema {
  for (const name of used) options.used.add(name);
  return schema;
}

function madeOfField(field: Field, options: SchemaOptions): JsonSchema {
  const { description, ...schema } = schemaOf(field.type, options, field.required);
  const text = withUnit(field.description ?? description, field.unit);
  return {
    ...schema,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(text !== undefined ? { description: text } : {}),
    ...(field.examples !== undefined ? { examples: field.examples } : {}),
    ...(field.deprecated !== undefined ? { deprecated: true } : {}),
  };
}

/** JSON Schema has no word for units, so the text says it: "How long to wait, in ms". */
function withUnit(text: string | undefined, unit: string | undefined): string | undefined {
  if (unit === undefined || text?.includes(unit) === true) return text;
  if (text === undefined) return `In ${unit}`;
  return text.endsWith(".") ? `${text} In ${unit}.` : `${text}, in ${unit}`;
}

function schemaOf(node: TypeNode, options: SchemaOptions, required: boolean): JsonSchema {
  const description = node.description === undefined ? {} : { description: node.description };
  const nullable = node.nullable === true;
  switch (node.kind) {
    case "string":
      return { type: typeOf("string", nullable), ...stringLimits(node, options, required), ...description };
    case "integer":
    case "number":
      return { type: typeOf(node.kind, nullable), ...numberLimits(node), ...description };
    case "boolean":
      return { type: typeOf("boolean", nullable), ...description };
    case "enum":
      return { type: typeOf("string", nullable), enum: enumValues(node, nullable), ...description };
    case "array":
      return { type: typeOf("array", nullable), ...arrayLimits(node, options), ...description };
    case "object":
      return { type: typeOf("object", nullable), ...objectMembers(node, options), ...description };
    case "union": {
      const anyOf = node.of.map((option) => schemaOf(option, options, false));
      return { anyOf: nullable ? [...anyOf, { type: "null" }] : anyOf, ...description };
    }
    case "ref": {
      if (!recursiveTypes(options.catalog).has(node.name)) return inlined(node, options, required);
      options.used.add(node.name);
      const ref: JsonSchema = { $ref: `#/$defs/${node.name}` };
      return nullable ? { anyOf: [ref, { type: "null" }], ...description } : { ...ref, ...description };
    }
    case "json":
      return { ...node.schema, ...description };
    default:
      return unreachable(node);
  }
}

/** A named type in place of a reference to it. Many tools take or return the same ones. */
function inlined(node: RefNode, options: SchemaOptions, required: boolean): JsonSchema {
  const { catalog, side, form } = options;
  const make = (own: SchemaOptions) => schemaOf(followRef(node, catalog), own, required);
  if (node.description !== undefined || node.nullable === true) return make(options);
  const key = `${side} ${form} ${required} ${node.name}`;
  const known = inlinedTypes(catalog);
  const part = known.get(key) ?? partOf(optionsFor(catalog, side, form), make);
  known.set(key, part);
  return using(part, options);
}

const inlinedTypes = oncePerCatalog((): Map<string, Part> => new Map());

function typeOf(type: JsonType, nullable: boolean): JsonType | readonly JsonType[] {
  return nullable ? [type, "null"] : type;
}

function enumValues(node: EnumNode, nullable: boolean): readonly (string | null)[] {
  const values = node.values.map((value) => value.value);
  return nullable ? [...values, null] : values;
}

function stringLimits(node: StringNode, options: SchemaOptions, required: boolean): JsonSchema {
  const trimmed = options.side === "input" && node.trim;
  // Blank counts as missing where a value is required.
  const minLength = trimmed && required ? Math.max(1, node.minLength ?? 0) : node.minLength;
  const maxLength = least(node.maxLength, node.maxBytes);
  const pattern = node.pattern ?? (trimmed ? lengthOnceTrimmed(minLength ?? 0) : undefined);
  return {
    ...(node.format === undefined ? {} : { format: node.format }),
    ...(pattern === undefined ? {} : { pattern }),
    // A text with something other than white space has a character; published tools pay for every word.
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

function arrayLimits(node: ArrayNode, options: SchemaOptions): JsonSchema {
  return {
    items: schemaOf(node.items, options, false),
    ...(node.minItems === undefined ? {} : { minItems: node.minItems }),
    ...(node.maxItems === undefined ? {} : { maxItems: node.maxItems }),
    ...(node.unique === true ? { uniqueItems: true } : {}),
  };
}

function objectMembers(node: ObjectNode, options: SchemaOptions): JsonSchema {
  const open =
    node.open === true
      ? {}
      : { additionalProperties: node.open === false ? false : schemaOf(node.open, options, false) };
  if (node.fields.length === 0) return open;
  return { ...members(node.fields, options), ...open };
}

function unreachable(node: never): never {
  throw new Error(`invariant: unknown kind of type ${JSON.stringify(node)}`);
}

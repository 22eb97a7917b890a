import { isFormatName } from "../../contract/formats.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { NormalizationPlan, PlanDefinitions } from "../../contract/normalization-plan.ts";
import { ownValue } from "../../contract/own-property.ts";
import { annotationKeywords, enforcedForm } from "../json-schema/checkable.ts";
import { jsonLiteral, literal, objectKey } from "./code-text.ts";
import { emptyObject } from "./print-type.ts";
import { schemaType } from "./schema-type.ts";
import type { TypeScope } from "./type-scope.ts";

// JSON Schema → the source of a TypeBox value that equals it key by key. Nothing but the schema and its normalization plan
// is read, so the value can't differ from what is listed and checked. Where TypeBox has no builder for a form (nullable
// types, open objects, any JSON) the schema stays and its type is stated: `Type.Unsafe<T>(schema)`.

/** What TypeBox source needs beside the scope of types. */
export interface TypeBoxScope extends TypeScope {
  readonly plans: PlanDefinitions;
  /** Formats are published and not checked. */
  readonly formats?: "published" | undefined;
  /** Named types that may be referred to. */
  readonly named: NamedSchemas;
  /** Texts of members that were printed in this file, by schema. */
  readonly printed: Map<JsonSchema, PrintedMember>;
}

/** Names of schemas: by the names of their properties or the number of their options, then by their JSON, which takes longer to make. */
export type NamedSchemas = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The name of a schema that is worth a reference; shorter ones are written out. */
export function nameOf(schema: JsonSchema, named: NamedSchemas): string | undefined {
  const outline = outlineOf(schema);
  return outline === undefined ? undefined : named.get(outline)?.get(JSON.stringify(schema));
}

/** Names a schema, where it is worth that. */
export function nameSchema(schema: JsonSchema, name: string, named: Map<string, Map<string, string>>): void {
  const outline = outlineOf(schema);
  if (outline === undefined) return;
  const alike = named.get(outline) ?? new Map<string, string>();
  named.set(outline, alike);
  alike.set(JSON.stringify(schema), name);
}

/** @returns undefined: it is not worth a reference */
function outlineOf({ anyOf, type, properties }: JsonSchema): string | undefined {
  if (anyOf !== undefined) return String(anyOf.length);
  return type === "object" && properties !== undefined ? Object.keys(properties).join(" ") : undefined;
}

/** Where a schema is being printed. */
interface Place {
  readonly scope: TypeBoxScope;
  readonly plan: NormalizationPlan | undefined;
  /** Depth of the line it begins on, in spaces. */
  readonly indent: number;
  /** Each keyword stands on a line of its own: the line would be too long. */
  readonly isWide?: boolean;
  /** The maps in the line, in their order. They are the same on wide lines, which take them from here. */
  readonly maps?: string[];
}

/** Source of the arguments or the input of a tool: their type is closed even where unknown params are ignored. */
export function printParams(schema: JsonSchema, plan: NormalizationPlan, scope: TypeBoxScope): string {
  const { anyOf, ...rest } = schema;
  if (plan.kind === "object" && plan.passes === true) return printStated(schema, { scope, plan, indent: 0 });
  if (anyOf === undefined) return printClosed(schema, { scope, plan, indent: 0 });
  const options = anyOf.map((option) => `  ${printClosed(option, { scope, plan, indent: 2 })},\n`);
  return call("Union", [`[\n${options.join("")}]`], rest, { scope, plan: undefined, indent: 0 });
}

/** Source of a type that is not an argument; it may refer to named types. */
export function printTypeBox(schema: JsonSchema, scope: TypeBoxScope): string {
  return print(schema, { scope, plan: undefined, indent: 0 });
}

/** The same for a schema that is being given a name. */
export function printUnnamed(schema: JsonSchema, scope: TypeBoxScope): string {
  return printChecked(schema, { scope, plan: undefined, indent: 0 });
}

function print(schema: JsonSchema, place: Place): string {
  const { plan, scope } = place;
  const name = plan === undefined ? nameOf(schema, scope.named) : undefined;
  if (name === undefined) return printChecked(schema, place);
  return scope.typesFrom === undefined ? name : scope.file.import(name, scope.typesFrom);
}

/** What JSON Schema can't express of a text is checked by a refinement, which is not a key of the value. */
function printChecked(schema: JsonSchema, place: Place): string {
  const { plan, scope } = place;
  const { format } = schema;
  const checks = [
    ...(format !== undefined && isFormatName(format) && scope.formats === undefined
      ? [{ name: "hasFormat", given: literal(format) }]
      : []),
    ...(plan?.kind === "string" && plan.maxBytes !== undefined ? [{ name: "fitsBytes", given: plan.maxBytes }] : []),
  ];
  return checks.reduce(
    (value, { name, given }) =>
      `${builder(place)}.Refine(${value}, ${scope.file.import(name, "pegboard/runtime")}(${given}))`,
    printPlain(schema, place),
  );
}

function printPlain(schema: JsonSchema, place: Place): string {
  if (!isBuildable(schema)) return printVerbatim(schema, schema, place);
  const { type, items, enum: values, anyOf, ...rest } = schema;
  if (schema.$ref !== undefined || typeof type === "object") return printStated(schema, place);
  if (anyOf !== undefined) return call("Union", [printOptions(anyOf, place)], rest, place);
  if (values !== undefined) {
    return call(
      "Enum",
      [jsonLiteral(values, place.indent)],
      { ...(type === undefined ? {} : { type }), ...rest },
      place,
    );
  }
  switch (type) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return call(`${type.charAt(0).toUpperCase()}${type.slice(1)}`, [], rest, place);
    case "array": {
      const each = print(items ?? {}, { ...place, plan: itemPlan(place.plan) });
      return `${builder(place)}.Immutable(${call("Array", [each], rest, place)})`;
    }
    case "object":
      return schema.additionalProperties === false ? printClosed(schema, place) : printStated(schema, place);
    default:
      return printStated(schema, place);
  }
}

function printClosed(schema: JsonSchema, place: Place): string {
  const { type: _, properties = {}, required = [], ...rest } = schema;
  if (Object.keys(properties).length === 0) {
    return `${builder(place)}.Unsafe<${emptyObject}>(${call("Object", ["{}"], rest, place)})`;
  }
  const wrap = (printed: string, name: string) => {
    const field = `${builder(place)}.Readonly(${printed})`;
    return required.includes(name) ? field : `${builder(place)}.Optional(${field})`;
  };
  return call("Object", [printMap(properties, place, (name) => fieldPlan(place.plan, name), wrap)], rest, place);
}

/** Keywords that the language's own types have; a schema with others is not taken apart. */
const built: ReadonlySet<string> = new Set([
  ...["$ref", "$defs", "type", "enum", "anyOf", "properties", "required", "additionalProperties", "items"],
  ...["minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern", "format"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["description", "default", "examples", "deprecated", ...annotationKeywords],
]);

function isBuildable(schema: JsonSchema): boolean {
  if (typeof schema !== "object" || !Object.keys(schema).every((keyword) => built.has(keyword))) return false;
  const { type, enum: values = [], properties = {}, items, anyOf = [], additionalProperties } = schema;
  const types = typeof type === "object" ? type : [type];
  return (
    types.filter((one) => one !== "null").length <= 1 &&
    values.every((value) => typeof value === "string" || value === null) &&
    Object.values(properties).every((property) => typeof property === "object") &&
    anyOf.every((option) => typeof option === "object") &&
    typeof (items ?? {}) === "object" &&
    additionalProperties !== true
  );
}

/** Source of a schema that is not taken apart, as it is enforced: TypeBox follows names (`$id`, `$anchor`) in other ways in some places. */
export function printWritten(schema: JsonSchema, scope: TypeBoxScope): string {
  return printVerbatim(schema, enforcedForm(schema) ?? schema, { scope, plan: undefined, indent: 0 });
}

function printVerbatim(schema: JsonSchema, printed: JsonSchema, place: Place): string {
  return `${builder(place)}.Unsafe<${schemaType(schema, place.scope)}>(${jsonLiteral(printed, place.indent)})`;
}

/** A schema as it is, with its type beside it. */
function printStated(schema: JsonSchema, place: Place): string {
  const type = schemaType(schema, place.scope);
  return `${builder(place)}.Unsafe<${type}>(${keywords(schema, place)})`;
}

function call(method: string, given: readonly string[], rest: JsonSchema, place: Place): string {
  const options = Object.keys(rest).length === 0 ? [] : [keywords(rest, place)];
  return `${builder(place)}.${method}(${[...given, ...options].join(", ")})`;
}

/** Keywords as an object literal; the schemas among them are TypeBox values themselves. */
function keywords(schema: JsonSchema, place: Place): string {
  const { properties, items, additionalProperties, anyOf, $defs } = schema;
  const holdsSchemas =
    (properties ?? items ?? anyOf ?? $defs) !== undefined || typeof additionalProperties === "object";
  const isShort = () => place.isWide !== true || JSON.stringify(schema).length < shortOptions;
  if (!holdsSchemas && isShort()) return jsonLiteral(schema, place.indent);
  const inner = { ...place, indent: place.indent + 2 };
  const lines = Object.keys(schema).map(
    (keyword) => `${pad(inner.indent)}${objectKey(keyword)}: ${keywordValue(keyword, schema, inner)},\n`,
  );
  return `{\n${lines.join("")}${pad(place.indent)}}`;
}

function keywordValue(keyword: string, schema: JsonSchema, place: Place): string {
  const { properties = {}, items = {}, additionalProperties, anyOf = [], $defs = {} } = schema;
  const { plan, scope } = place;
  switch (keyword) {
    case "properties":
      return printMap(properties, place, (name) => fieldPlan(plan, name));
    case "$defs":
      return printMap($defs, place, (name) => ownValue(scope.plans, name));
    case "items":
      return print(items, { ...place, plan: itemPlan(plan) });
    case "anyOf":
      return printOptions(anyOf, place);
    case "additionalProperties":
      if (typeof additionalProperties !== "object") return String(additionalProperties);
      return print(additionalProperties, { ...place, plan: plan?.kind === "object" ? plan.rest : undefined });
    default:
      return jsonLiteral(Object.entries(schema).find(([key]) => key === keyword)?.[1], place.indent);
  }
}

function printOptions(options: readonly JsonSchema[], place: Place): string {
  const printed = options.map((option, index) => print(option, { ...place, plan: optionPlan(place.plan, index) }));
  return `[${printed.join(", ")}]`;
}

/**
 * Schemas by name, each on a line of its own, or on several where it is long. Such a line is printed twice, but not the
 * maps inside it: each level would double the work.
 */
function printMap(
  schemas: { readonly [name: string]: JsonSchema },
  { scope, indent, isWide, maps }: Place,
  planOf: (name: string) => NormalizationPlan | undefined,
  wrap = (printed: string, _name: string) => printed,
): string {
  const known = isWide === true ? maps?.shift() : undefined;
  if (known !== undefined) return known;
  const lines = Object.entries(schemas).map(([name, schema]) => {
    const { flat, wide } = printMember(schema, { scope, plan: planOf(name), indent: indent + 2 });
    const line = (printed: string) => `${pad(indent + 2)}${objectKey(name)}: ${wrap(printed, name)},\n`;
    const text = line(flat);
    return text.indexOf("\n") > maxLine ? line(wide()) : text;
  });
  const text = `{\n${lines.join("")}${pad(indent)}}`;
  maps?.push(text);
  return text;
}

/** A schema as it stands in a map, on one line or with its keywords on lines of their own. */
export interface PrintedMember {
  readonly flat: string;
  readonly wide: () => string;
  readonly indent: number;
}

/**
 * A file has most params twice, as they are sent and as the handler gets them, and most fields of a result. Where both are the same
 * schema they come from the same field, and so does the plan.
 */
function printMember(schema: JsonSchema, place: Place): PrintedMember {
  const { indent, scope } = place;
  const known = scope.printed.get(schema);
  if (known?.indent === indent) return known;
  const maps: string[] = [];
  const flat = print(schema, { ...place, maps, isWide: false });
  let printed: string | undefined;
  const wide = () => {
    printed ??= print(schema, { ...place, maps, isWide: true });
    return printed;
  };
  const member = { flat, wide, indent };
  scope.printed.set(schema, member);
  return member;
}

const maxLine = 120;
/** Keywords this short stay on one line, in characters of their JSON. */
const shortOptions = 40;

function fieldPlan(plan: NormalizationPlan | undefined, name: string): NormalizationPlan | undefined {
  return plan?.kind === "object" ? ownValue(plan.fields, name)?.plan : undefined;
}

function itemPlan(plan: NormalizationPlan | undefined): NormalizationPlan | undefined {
  return plan?.kind === "array" ? plan.items : undefined;
}

function optionPlan(plan: NormalizationPlan | undefined, index: number): NormalizationPlan | undefined {
  if (plan?.kind === "union") return plan.options[index]?.plan;
  // A nullable reference: `null` is the other option.
  return index === 0 ? plan : undefined;
}

function builder({ scope }: Place): string {
  return scope.file.import("Type", "typebox");
}

function pad(indent: number): string {
  return " ".repeat(indent);
}

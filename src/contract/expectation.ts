import { formatExamples, isFormatName } from "./formats.ts";
import type { Json } from "./json.ts";
import type { JsonSchema, JsonType } from "./json-schema.ts";
import { limits } from "./limits.ts";
import { ownValue } from "./own-property.ts";
import { clip } from "./utf8.ts";

/**
 * What a schema expects, in plain English, without its description.
 * @returns e.g. `an integer from 1 to 10`, `one of short, mid, long`, `a list of at most 50 texts`
 */
export function describeSchema(schema: JsonSchema, root: JsonSchema = schema): string {
  return describe(schema, root, 0);
}

function describe(schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (schema.$ref !== undefined) {
    const target = ownValue(root.$defs ?? {}, schema.$ref.slice("#/$defs/".length));
    return target === undefined || depth > 3 ? "a value" : describe(target, root, depth + 1);
  }
  if (schema.const !== undefined) return valueText(schema.const);
  if (schema.enum !== undefined) return oneOf(schema.enum);
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((o) => describe(o, root, depth + 1)))].join(" or ");
  if (schema.type === undefined) return "a value";
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  return types.map((type) => describeType(type, schema, root, depth)).join(" or ");
}

function describeType(type: JsonType, schema: JsonSchema, root: JsonSchema, depth: number): string {
  switch (type) {
    case "null":
      return "null";
    case "boolean":
      return "true or false";
    case "integer":
      return `an integer${numberBounds(schema)}`;
    case "number":
      return `a number${numberBounds(schema)}`;
    case "string":
      return describeText(schema);
    case "array":
      return describeList(schema, root, depth);
    case "object":
      return "an object";
  }
}

function numberBounds(schema: JsonSchema): string {
  const step = schema.multipleOf === undefined ? "" : `, a multiple of ${schema.multipleOf}`;
  if (schema.minimum !== undefined && schema.maximum !== undefined) {
    return ` from ${schema.minimum} to ${schema.maximum}${step}`;
  }
  const parts: string[] = [];
  if (schema.minimum !== undefined) parts.push(`at least ${schema.minimum}`);
  if (schema.exclusiveMinimum !== undefined) parts.push(`above ${schema.exclusiveMinimum}`);
  if (schema.maximum !== undefined) parts.push(`at most ${schema.maximum}`);
  if (schema.exclusiveMaximum !== undefined) parts.push(`below ${schema.exclusiveMaximum}`);
  return parts.length === 0 ? step : ` ${parts.join(" and ")}${step}`;
}

/** The patterns that stand for "not blank", as the compiler publishes them for trimmed texts. */
const notBlank = /^\\S(?:\[\\s\\S\]\{\d+,\}\\S)?$/;

function describeText(schema: JsonSchema): string {
  if (schema.format !== undefined && isFormatName(schema.format)) {
    return `a text in the format ${schema.format}, such as ${formatExamples[schema.format]}`;
  }
  const low = schema.minLength ?? 0;
  const isPlain = schema.pattern === undefined || notBlank.test(schema.pattern);
  const blank = schema.pattern !== undefined && isPlain && low <= 1 ? " that is not blank" : "";
  const matching = isPlain ? "" : ` matching ${clip(schema.pattern ?? "", limits.patternLength)}`;
  return `a text${count(low <= 1 && blank !== "" ? 0 : low, schema.maxLength, "character")}${blank}${matching}`;
}

function describeList(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const size = count(schema.minItems ?? 0, schema.maxItems, "item");
  const different = schema.uniqueItems === true ? ", all different" : "";
  const items = schema.items === undefined || depth > 0 ? "" : `, each ${describe(schema.items, root, depth + 1)}`;
  return `a list${size}${items}${different}`;
}

function count(low: number, high: number | undefined, unit: string): string {
  const plural = (n: number) => (n === 1 ? unit : `${unit}s`);
  if (high === undefined) return low === 0 ? "" : ` of at least ${low} ${plural(low)}`;
  if (low === 0) return ` of at most ${high} ${plural(high)}`;
  return low === high ? ` of ${low} ${plural(low)}` : ` of ${low} to ${high} ${plural(high)}`;
}

function oneOf(values: readonly Json[]): string {
  if (values.length === 1) return valueText(values[0] ?? null);
  const listed = values.slice(0, limits.listedValues).map(valueText);
  const rest = values.length - listed.length;
  return `one of ${listed.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function valueText(value: Json): string {
  return typeof value === "string" && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value);
}

/** What is expected in the place of an unknown name: the first of the known ones, and how many there are where not all are named. */
export function knownName(known: readonly string[]): string {
  if (known.length === 0) return "a known name";
  const rest = known.length > namedAtMost ? `, … ${known.length} in all` : "";
  return `a known name (${known.slice(0, namedAtMost).join(", ")}${rest})`;
}

const namedAtMost = 10;

import { formatPatterns, isFormatName } from "../../../contract/formats.ts";
import { isJsonObject } from "../../../contract/json.ts";
import type { Keywords, NullableReading, RawSchema } from "./document.ts";
import { Undecidable } from "./undecidable.ts";

// What keywords say, in one reading for the evaluator and the search. A value of the wrong type counts as absent.

export type JsonKind = "null" | "boolean" | "number" | "string" | "array" | "object";

export interface Types {
  readonly kinds: ReadonlySet<JsonKind>;
  /** Of numbers only integers. */
  readonly integer: boolean;
}

/** undefined: every type. */
export function typesOf(raw: Keywords, nullable: NullableReading): Types | undefined {
  const names = typeof raw.type === "string" ? [raw.type] : Array.isArray(raw.type) ? raw.type : undefined;
  if (names === undefined) return undefined;
  const kinds = new Set<JsonKind>();
  for (const name of names) {
    if (typeof name !== "string" || !Object.hasOwn(kindOfType, name)) {
      throw new Undecidable(`'${String(name)}' is no type of JSON Schema`);
    }
    const kind = kindOfType[name];
    if (kind !== undefined) kinds.add(kind);
  }
  if (raw.nullable === true && nullable === "type") kinds.add("null");
  return { kinds, integer: names.includes("integer") && !names.includes("number") };
}

const kindOfType: { readonly [type: string]: JsonKind } = {
  null: "null",
  boolean: "boolean",
  integer: "number",
  number: "number",
  string: "string",
  array: "array",
  object: "object",
};

/** Infinite where there is none. */
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** The bounds together with draft 04's, whose exclusiveness is a boolean beside the bound. */
export function lowOf(raw: Keywords): Bound {
  const plain = { value: numberOf(raw, "minimum", -Infinity), exclusive: raw.exclusiveMinimum === true };
  return higher(plain, { value: numberOf(raw, "exclusiveMinimum", -Infinity), exclusive: true });
}

export function highOf(raw: Keywords): Bound {
  const plain = { value: numberOf(raw, "maximum", Infinity), exclusive: raw.exclusiveMaximum === true };
  return lower(plain, { value: numberOf(raw, "exclusiveMaximum", Infinity), exclusive: true });
}

export function higher(a: Bound, b: Bound): Bound {
  return b.value > a.value || (b.value === a.value && b.exclusive) ? b : a;
}

export function lower(a: Bound, b: Bound): Bound {
  return b.value < a.value || (b.value === a.value && b.exclusive) ? b : a;
}

export function divisorOf(raw: Keywords): number | undefined {
  const divisor = raw.multipleOf;
  if (typeof divisor !== "number") return undefined;
  if (!(divisor > 0 && Number.isFinite(divisor))) throw new Undecidable(`multipleOf ${divisor} is not above 0`);
  return divisor;
}

/** Patterns of a string: its own and its format's, where that is asserted. */
export function patternsOf(raw: Keywords): readonly string[] {
  const patterns: string[] = [];
  if (typeof raw.pattern === "string") patterns.push(raw.pattern);
  if (typeof raw.format === "string" && isFormatName(raw.format)) patterns.push(formatPatterns[raw.format].source);
  return patterns;
}

/** Schemas by position, and what stands behind them; draft 07's list of `items` with `additionalItems` as well. */
export interface Tuple {
  readonly prefix: readonly RawSchema[];
  readonly rest: RawSchema | undefined;
}

export function tupleOf(raw: Keywords): Tuple | undefined {
  const prefix: readonly RawSchema[] | undefined = Array.isArray(raw.prefixItems) ? raw.prefixItems : undefined;
  if (Array.isArray(raw.items)) {
    if (prefix !== undefined) throw new Undecidable("prefixItems stands beside a list of items");
    return { prefix: raw.items, rest: raw.additionalItems };
  }
  if (prefix === undefined && raw.items === undefined) return undefined;
  return { prefix: prefix ?? [], rest: raw.items };
}

export interface Contains {
  readonly schema: RawSchema;
  readonly min: number;
  readonly max: number;
}

export function containsOf(raw: Keywords): Contains | undefined {
  if (raw.contains === undefined) return undefined;
  const min = Math.ceil(numberOf(raw, "minContains", 1));
  return { schema: raw.contains, min, max: Math.floor(numberOf(raw, "maxContains", Infinity)) };
}

/** Which properties have which schema. */
export interface Shape {
  readonly properties: ReadonlyMap<string, RawSchema>;
  readonly patterns: readonly (readonly [pattern: string, schema: RawSchema])[];
  /** What properties that are not named must be. */
  readonly rest: RawSchema | undefined;
}

export function shapeOf(raw: Keywords): Shape | undefined {
  const { properties, patternProperties, additionalProperties } = raw;
  if (properties === undefined && patternProperties === undefined && additionalProperties === undefined) {
    return undefined;
  }
  return {
    properties: new Map(isJsonObject(properties) ? Object.entries(properties) : []),
    patterns: isJsonObject(patternProperties) ? Object.entries(patternProperties) : [],
    rest: additionalProperties,
  };
}

/** What the presence of a property asks for. Draft 07 has both kinds in `dependencies`. */
export interface Dependency {
  readonly name: string;
  readonly required: readonly string[];
  readonly schema: RawSchema | undefined;
}

export function dependenciesOf(raw: Keywords): readonly Dependency[] {
  const entriesOf = (keyword: string): readonly (readonly [string, unknown])[] => {
    const map = raw[keyword];
    return isJsonObject(map) ? Object.entries(map) : [];
  };
  const old = entriesOf("dependencies");
  return [
    ...[...entriesOf("dependentRequired"), ...old]
      .filter(([, value]) => Array.isArray(value))
      .map(([name, value]) => ({ name, required: names(value), schema: undefined })),
    ...[...entriesOf("dependentSchemas"), ...old.filter(([, value]) => !Array.isArray(value))].map(
      ([name, schema]) => ({ name, required: [], schema }),
    ),
  ];
}

export function requiredOf(raw: Keywords): readonly string[] {
  return names(raw.required);
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === "string"))] : [];
}

export function numberOf(raw: Keywords, keyword: string, otherwise: number): number {
  const value = raw[keyword];
  return typeof value === "number" ? value : otherwise;
}

export function listOf(raw: Keywords, keyword: string): readonly RawSchema[] | undefined {
  const value = raw[keyword];
  return Array.isArray(value) ? value : undefined;
}

import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { JsonType } from "../../contract/json-schema.ts";
import type { Keywords, RawSchema } from "./document.ts";

// Small questions about one schema, whatever its draft. A keyword whose value has the wrong form counts as absent.

export type JsonKind = "null" | "boolean" | "number" | "string" | "array" | "object";

export function kindOf(value: Json): JsonKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "string" | "object"; // what JSON has besides
}

const kindOfType: { readonly [T in JsonType]: JsonKind } = {
  null: "null",
  boolean: "boolean",
  integer: "number",
  number: "number",
  string: "string",
  array: "array",
  object: "object",
};

export function isTypeName(name: unknown): name is JsonType {
  return typeof name === "string" && Object.hasOwn(kindOfType, name);
}

export function kindOfTypeName(name: JsonType): JsonKind {
  return kindOfType[name];
}

/** True also for a name that is not a type: nothing is known of it. */
export function isOfType(name: string, value: Json): boolean {
  if (!isTypeName(name)) return true;
  return kindOfType[name] === kindOf(value) && (name !== "integer" || Number.isInteger(value));
}

/** The names under `type`, be it one or a list; none where it is absent. */
export function typeNames(raw: Keywords): readonly string[] {
  return typeof raw.type === "string" ? [raw.type] : namesIn(raw.type);
}

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

/** A bound under one of two names; nothing where there is none. */
export function boundAs<K extends string>({ value, exclusive }: Bound, plain: K, excluding: K): { [N in K]?: number } {
  const named = Number.isFinite(value) ? { [exclusive ? excluding : plain]: value } : {};
  return named as { [N in K]?: number }; // under no other name
}

/** Schemas by position, and what stands behind them; draft 07's list of `items` with `additionalItems` as well. */
export interface Tuple {
  readonly prefix: readonly RawSchema[];
  readonly rest: RawSchema | undefined;
}

export function tupleOf(raw: Keywords): Tuple | undefined {
  if (Array.isArray(raw.items)) return { prefix: raw.items, rest: raw.additionalItems };
  const prefix = listOf(raw, "prefixItems");
  if (prefix === undefined && raw.items === undefined) return undefined;
  return { prefix: prefix ?? [], rest: raw.items };
}

/** Which properties have which schema. */
export interface Members {
  readonly properties: ReadonlyMap<string, RawSchema>;
  readonly patterns: readonly (readonly [pattern: string, schema: RawSchema])[];
  /** What properties that are not named must be. */
  readonly rest: RawSchema | undefined;
}

export function membersOf(raw: Keywords): Members | undefined {
  const { properties, patternProperties, additionalProperties } = raw;
  if (properties === undefined && patternProperties === undefined && additionalProperties === undefined) {
    return undefined;
  }
  return {
    properties: new Map(Object.entries(mapOf(raw, "properties"))),
    patterns: Object.entries(mapOf(raw, "patternProperties")),
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
  const old = Object.entries(mapOf(raw, "dependencies"));
  return [
    ...[...Object.entries(mapOf(raw, "dependentRequired")), ...old]
      .filter(([, value]) => Array.isArray(value))
      .map(([name, value]) => ({ name, required: namesIn(value), schema: undefined })),
    ...[...Object.entries(mapOf(raw, "dependentSchemas")), ...old.filter(([, value]) => !Array.isArray(value))].map(
      ([name, schema]) => ({ name, required: [], schema }),
    ),
  ];
}

export function requiredOf(raw: Keywords): readonly string[] {
  return namesIn(raw.required);
}

/** The texts of a list, each once. */
export function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === "string"))] : [];
}

export function numberOf(raw: Keywords, keyword: string, otherwise: number): number {
  return numberAt(raw, keyword) ?? otherwise;
}

export function numberAt(raw: Keywords, keyword: string): number | undefined {
  const value = raw[keyword];
  return typeof value === "number" ? value : undefined;
}

export function listOf(raw: JsonObject, keyword: string): readonly Json[] | undefined;
export function listOf(raw: Keywords, keyword: string): readonly RawSchema[] | undefined;
export function listOf(raw: Keywords, keyword: string): readonly RawSchema[] | undefined {
  const value = raw[keyword];
  return Array.isArray(value) ? value : undefined;
}

export function has(raw: Keywords, keyword: string): boolean {
  return Object.hasOwn(raw, keyword);
}

/** What a keyword names, by its names; nothing where it is absent. */
export function mapOf(raw: Keywords, keyword: string): JsonObject {
  const value = raw[keyword];
  return isJsonObject(value) ? value : {};
}

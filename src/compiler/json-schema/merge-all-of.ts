import type { JsonType } from "../../contract/json-schema.ts";
import { both, type KeywordSet, type Part, written } from "./keyword-set.ts";
import { higher, lower } from "./read-keywords.ts";
import { sameValue } from "./same-value.ts";

export interface Merged {
  readonly set: KeywordSet;
  /** What can't be expressed in one schema; of two values the first one's was kept, so the set may allow more. */
  readonly clashes: readonly Clash[];
}

export interface Clash {
  readonly keyword: string;
  /** The schema whose keyword was given up, or does not mean the same any longer. */
  readonly of: KeywordSet;
}

/** Two schemas that must both hold, as one. Without a type, or a value, that both allow its list of them is empty. */
export function mergeAllOf(a: KeywordSet, b: KeywordSet): Merged {
  const clashes: Clash[] = [];
  const types = mergeTypes(a.types, b.types);
  const values = mergeValues(a, b);
  const limits = mergeLimits(a, b, clashes);
  const { items, prefixItems, ...rest } = b;
  for (const [field, keyword] of singleKeywords) {
    if (a[field] === undefined || b[field] === undefined || isSame(field, keyword, a, b)) continue;
    clashes.push({ keyword, of: b });
  }
  // What was looked at before is not the same in one schema.
  for (const keyword of ["unevaluatedItems", "unevaluatedProperties"] as const) {
    for (const of of [b, a]) if (of[keyword] !== undefined) clashes.push({ keyword, of });
  }
  const set: KeywordSet = {
    ...rest,
    ...a,
    sources: new Map([...a.sources, ...[...b.sources].filter(([keyword]) => !a.sources.has(keyword))]),
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    low: higher(a.low, b.low),
    high: lower(a.high, b.high),
    limits,
    ...mergeProperties(a, b, clashes),
    ...mergeItems(a, b, clashes),
    ...mergeParts("propertyNames", a, b),
    required: [...new Set([...a.required, ...b.required])],
    patterns: mergeMaps(a.patterns, b.patterns, both),
    dependentRequired: mergeMaps(a.dependentRequired, b.dependentRequired, (one, other) => [
      ...new Set([...one, ...other]),
    ]),
    dependentSchemas: mergeMaps(a.dependentSchemas, b.dependentSchemas, both),
    allOf: [...a.allOf, ...b.allOf],
    refs: [...new Set([...a.refs, ...b.refs])],
    opaque: [...a.opaque, ...b.opaque],
    texts: { ...b.texts, ...a.texts },
  };
  return { set, clashes };
}

/** Keywords of which two different values have no common form: the field, and the keyword. */
const singleKeywords = [
  ["pattern", "pattern"],
  ["format", "format"],
  ["contains", "contains"],
  ["anyOf", "anyOf"],
  ["oneOf", "oneOf"],
  ["not", "not"],
  ["conditional", "if"],
] as const;

function isSame(field: (typeof singleKeywords)[number][0], keyword: string, a: KeywordSet, b: KeywordSet): boolean {
  const keywords = field === "conditional" ? ["if", "then", "else"] : [keyword];
  return keywords.every((one) => sameValue(written(a, one), written(b, one)));
}

/** The JSON types that both let through; undefined is any. */
export function mergeTypes(
  a: readonly JsonType[] | undefined,
  b: readonly JsonType[] | undefined,
): readonly JsonType[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.flatMap((type): JsonType[] => {
    if (b.includes(type)) return [type];
    if (type === "integer" && b.includes("number")) return ["integer"];
    return type === "number" && b.includes("integer") ? ["integer"] : [];
  });
}

function mergeValues({ values: left }: KeywordSet, { values: right }: KeywordSet): KeywordSet["values"] {
  if (left === undefined || right === undefined) return left ?? right;
  return left.filter((value) => right.some((other) => sameValue(value, other)));
}

function mergeLimits(a: KeywordSet, b: KeywordSet, clashes: Clash[]): KeywordSet["limits"] {
  const limits: KeywordSet["limits"] = { ...a.limits };
  for (const [key, theirs] of Object.entries(b.limits)) {
    const keyword = key as keyof KeywordSet["limits"]; // its own keys
    const ours = limits[keyword];
    if (ours === undefined || ours === theirs) limits[keyword] = theirs;
    else if (keyword === "multipleOf") {
      const common = leastMultiple(ours, theirs);
      if (common === undefined) clashes.push({ keyword, of: b });
      else limits[keyword] = common;
    } else if (keyword === "minContains" || keyword === "maxContains") clashes.push({ keyword, of: b });
    else limits[keyword] = keyword.startsWith("min") ? Math.max(ours, theirs) : Math.min(ours, theirs);
  }
  return limits;
}

/** @returns undefined where it can't be computed exactly */
export function leastMultiple(a: number, b: number): number | undefined {
  const scale = [1, 10, 100, 1000].find((one) => Number.isSafeInteger(a * one) && Number.isSafeInteger(b * one));
  if (scale === undefined) return undefined;
  const least = ((a * scale) / divisor(a * scale, b * scale)) * (b * scale);
  return Number.isSafeInteger(least) ? least / scale : undefined;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** The items behind a tuple are others than those of the other side, so a tuple is never merged. */
function mergeItems(a: KeywordSet, b: KeywordSet, clashes: Clash[]): Pick<KeywordSet, "items" | "prefixItems"> {
  if (a.prefixItems === undefined && b.prefixItems === undefined) return mergeParts("items", a, b);
  const [tuple, other] = a.prefixItems === undefined ? [b, a] : [a, b];
  const isAlone = other.prefixItems === undefined && other.items === undefined;
  const kept = isAlone ? tuple : a;
  if (!isAlone) clashes.push({ keyword: b.sources.has("prefixItems") ? "prefixItems" : "items", of: b });
  const { items, prefixItems } = kept;
  return { ...(items === undefined ? {} : { items }), ...(prefixItems === undefined ? {} : { prefixItems }) };
}

/** A property that only one side names must also meet what the other wants of all further ones. */
function mergeProperties(
  a: KeywordSet,
  b: KeywordSet,
  clashes: Clash[],
): Pick<KeywordSet, "properties" | "additional"> {
  for (const [side, other] of [
    [a, b],
    [b, a],
  ] as const) {
    // Which names a pattern matches is known to validators alone.
    if (side.additional === undefined || side.additional.schema === true) continue;
    const isUnsure = side.patterns.size > 0 && [...other.properties.keys()].some((name) => !side.properties.has(name));
    if (isUnsure || [...other.patterns.keys()].some((pattern) => !side.patterns.has(pattern))) {
      clashes.push({ keyword: "patternProperties", of: isUnsure ? side : other });
    }
  }
  const properties = new Map<string, Part>();
  for (const name of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    const all = [a.properties.get(name) ?? a.additional, b.properties.get(name) ?? b.additional];
    const [first, second] = all.filter((part) => part !== undefined);
    if (first !== undefined) properties.set(name, second === undefined ? first : both(first, second));
  }
  return { properties, ...mergeParts("additional", a, b) };
}

function mergeParts<K extends "items" | "propertyNames" | "additional">(
  key: K,
  a: KeywordSet,
  b: KeywordSet,
): { [P in K]?: Part } {
  const left = a[key];
  const right = b[key];
  const part = left === undefined || right === undefined ? (left ?? right) : both(left, right);
  return part === undefined ? {} : ({ [key]: part } as { [P in K]?: Part }); // the one key that was asked for
}

function mergeMaps<T>(
  a: ReadonlyMap<string, T>,
  b: ReadonlyMap<string, T>,
  merge: (one: T, other: T) => T,
): ReadonlyMap<string, T> {
  if (a.size === 0) return b;
  const merged = new Map(a);
  for (const [name, theirs] of b) {
    const ours = merged.get(name);
    merged.set(name, ours === undefined ? theirs : merge(ours, theirs));
  }
  return merged;
}

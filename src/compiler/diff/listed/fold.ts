import { sameJson } from "../../../contract/alias.ts";
import type { JsonType } from "../../../contract/json-schema.ts";
import { type Bag, both, nothing, type Part } from "./bag.ts";

/**
 * Two schemas that must both hold, as one.
 * @returns undefined when that can't be said in one
 */
export function fold(a: Bag, b: Bag): Bag | undefined {
  const types = foldTypes(a.types, b.types);
  if (types?.length === 0) return { ...nothing(a.at), texts: { ...b.texts, ...a.texts } };
  if (clashes(a, b)) return undefined;
  const properties = foldProperties(a, b);
  const limits = foldLimits(a, b);
  if (properties === undefined || limits === undefined) return undefined;
  const values = foldValues(a, b);
  return {
    ...b,
    ...a,
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    limits,
    ...properties,
    required: [...new Set([...a.required, ...b.required])],
    patterns: foldMaps(a.patterns, b.patterns),
    dependentRequired: new Map(
      [...new Set([...a.dependentRequired.keys(), ...b.dependentRequired.keys()])].map((name) => [
        name,
        [...new Set([...(a.dependentRequired.get(name) ?? []), ...(b.dependentRequired.get(name) ?? [])])],
      ]),
    ),
    dependentSchemas: foldMaps(a.dependentSchemas, b.dependentSchemas),
    ...foldParts("items", a, b),
    ...foldParts("propertyNames", a, b),
    allOf: [...a.allOf, ...b.allOf],
    refs: [...new Set([...a.refs, ...b.refs])],
    opaque: [...a.opaque, ...b.opaque],
    texts: { ...b.texts, ...a.texts },
  };
}

/** Keywords that both say, differently, and that have no common form. */
function clashes(a: Bag, b: Bag): boolean {
  const differ = (key: "pattern" | "format") => a[key] !== undefined && b[key] !== undefined && a[key] !== b[key];
  const twice = (key: "contains" | "anyOf" | "oneOf" | "not" | "conditional" | "unevaluatedItems" | "prefixItems") =>
    a[key] !== undefined && b[key] !== undefined;
  return (
    differ("pattern") ||
    differ("format") ||
    twice("contains") ||
    twice("anyOf") ||
    twice("oneOf") ||
    twice("not") ||
    twice("conditional") ||
    twice("prefixItems") ||
    // The items behind a tuple are others than those of the other side.
    (a.prefixItems !== undefined && b.items !== undefined) ||
    (b.prefixItems !== undefined && a.items !== undefined) ||
    a.unevaluatedItems !== undefined ||
    b.unevaluatedItems !== undefined ||
    a.unevaluatedProperties !== undefined ||
    b.unevaluatedProperties !== undefined
  );
}

/** The JSON types that both let through; undefined is any. */
export function foldTypes(
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

function foldValues(a: Bag, b: Bag): Bag["values"] {
  const { values: left } = a;
  const { values: right } = b;
  if (left === undefined || right === undefined) return left ?? right;
  return left.filter((value) => right.some((other) => sameJson(value, other)));
}

function foldLimits(a: Bag, b: Bag): Bag["limits"] | undefined {
  const limits: Bag["limits"] = { ...a.limits };
  for (const [key, theirs] of Object.entries(b.limits)) {
    const keyword = key as keyof Bag["limits"]; // its own keys
    const ours = limits[keyword];
    if (ours === undefined || ours === theirs) limits[keyword] = theirs;
    else if (keyword === "multipleOf") {
      const common = leastMultiple(ours, theirs);
      if (common === undefined) return undefined;
      limits[keyword] = common;
    } else if (keyword === "minContains" || keyword === "maxContains") return undefined;
    else limits[keyword] = keyword.toLowerCase().includes("min") ? Math.max(ours, theirs) : Math.min(ours, theirs);
  }
  return limits;
}

/** @returns undefined where it can't be said exactly */
export function leastMultiple(a: number, b: number): number | undefined {
  const scale = [1, 10, 100, 1000].find((one) => Number.isSafeInteger(a * one) && Number.isSafeInteger(b * one));
  if (scale === undefined) return undefined;
  const least = ((a * scale) / divisor(a * scale, b * scale)) * (b * scale);
  return Number.isSafeInteger(least) ? least / scale : undefined;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** A property that only one side names must keep what the other says of all further ones. */
function foldProperties(a: Bag, b: Bag): Pick<Bag, "properties" | "additional"> | undefined {
  for (const [side, other] of [
    [a, b],
    [b, a],
  ] as const) {
    // Which names a pattern takes, only a validator can say.
    if (side.additional === undefined) continue;
    if (side.patterns.size > 0 && [...other.properties.keys()].some((name) => !side.properties.has(name))) {
      return undefined;
    }
    if ([...other.patterns.keys()].some((pattern) => !side.patterns.has(pattern))) return undefined;
  }
  const properties = new Map<string, Part>();
  for (const name of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    const all = [a.properties.get(name) ?? a.additional, b.properties.get(name) ?? b.additional];
    const [first, second] = all.filter((part) => part !== undefined);
    if (first !== undefined) properties.set(name, second === undefined ? first : both(first, second));
  }
  return { properties, ...foldParts("additional", a, b) };
}

function foldParts<K extends "items" | "propertyNames" | "additional">(key: K, a: Bag, b: Bag): { [P in K]?: Part } {
  const left = a[key];
  const right = b[key];
  const part = left === undefined || right === undefined ? (left ?? right) : both(left, right);
  return part === undefined ? {} : ({ [key]: part } as { [P in K]?: Part }); // the one key that was asked for
}

function foldMaps(a: ReadonlyMap<string, Part>, b: ReadonlyMap<string, Part>): ReadonlyMap<string, Part> {
  if (a.size === 0) return b;
  const folded = new Map(a);
  for (const [name, part] of b) {
    const ours = folded.get(name);
    folded.set(name, ours === undefined ? part : both(ours, part));
  }
  return folded;
}

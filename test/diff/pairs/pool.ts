import { isJsonObject, type Json } from "../../../src/contract/json.ts";

/** What two schemas speak of: the values at their borders, where a difference shows. */
export interface Pool {
  readonly numbers: ReadonlySet<number>;
  readonly texts: ReadonlySet<string>;
  /** Lengths of texts and lists, and counts of properties. */
  readonly lengths: ReadonlySet<number>;
  readonly patterns: ReadonlySet<string>;
  /** Names of properties that either side declares. */
  readonly names: ReadonlySet<string>;
}

const limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const lengths = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const longest = 20_000;

/** Gathers from whole schemas, definitions included; more than the place needs does no harm. */
export function poolOf(schemas: readonly Json[]): Pool {
  const pool = {
    numbers: new Set<number>(),
    texts: new Set<string>(),
    lengths: new Set<number>(),
    patterns: new Set<string>(),
    names: new Set<string>(),
  };
  const gather = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) gather(item);
    if (!isJsonObject(value)) return;
    for (const [key, child] of Object.entries(value)) {
      if (limits.includes(key) && typeof child === "number") {
        for (const near of [child, child - 1, child + 1, child - 0.5, child + 0.5]) pool.numbers.add(near);
      }
      if (lengths.includes(key) && typeof child === "number") {
        for (const near of [child - 1, child, child + 1]) if (near >= 0 && near <= longest) pool.lengths.add(near);
      }
      if (key === "pattern" && typeof child === "string") pool.patterns.add(child);
      if (["const", "default"].includes(key)) note(child);
      if (["enum", "examples"].includes(key) && Array.isArray(child)) child.forEach(note);
      if (key === "properties" && isJsonObject(child)) for (const name of Object.keys(child)) pool.names.add(name);
      gather(child);
    }
  };
  const note = (value: Json): void => {
    if (typeof value === "string") pool.texts.add(value);
    if (typeof value === "number") pool.numbers.add(value);
    if (Array.isArray(value)) value.forEach(note);
  };
  schemas.forEach(gather);
  return pool;
}

import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";

// Values for the laws that the containment engine did not choose itself: what lies near a schema by its own lights, changed
// here and there at random. The same seeds and values give the same values.

const alphabet = ["a", "b", "c", "x1", "hasOwnProperty", "other"];
const leaves: readonly Json[] = [
  null,
  true,
  0,
  1,
  2,
  3,
  0.5,
  -1,
  10,
  "",
  "a",
  "ab",
  "abcd",
  "x1",
  "😀",
  [],
  [1],
  {},
  { a: 1 },
];

/** @param count how many; fewer where nothing is given to begin with */
export function editedValues(from: readonly Json[], count: number): readonly Json[] {
  if (from.length === 0) return [];
  const next = randomOf(JSON.stringify(from));
  return Array.from({ length: count }, () => {
    const start = one(from, next) ?? null;
    const once = edited(start, next);
    return next(3) === 0 ? edited(once, next) : once;
  });
}

/** A whole number from 0 to below `end`. */
type Random = (end: number) => number;

/** Mulberry32, seeded with the FNV hash of a text. */
function randomOf(text: string): Random {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}

function one<T>(list: readonly T[], next: Random): T | undefined {
  return list[next(list.length)];
}

function edited(value: Json, next: Random): Json {
  if (Array.isArray(value)) return editedList(value, next);
  if (isJsonObject(value)) return editedObject(value, next);
  if (next(3) === 0) return one(leaves, next) ?? null;
  if (typeof value === "number") return value + (one([1, -1, 0.5, -value, 9], next) ?? 0);
  if (typeof value === "string")
    return one([`${value}a`, value.slice(1), `${value} `, `x${value}`, value.toUpperCase()], next) ?? "";
  return one(leaves, next) ?? null;
}

function editedList(list: readonly Json[], next: Random): Json {
  const at = next(list.length + 1);
  const item = list[at];
  switch (next(item === undefined ? 2 : 5)) {
    case 0:
      return [...list, one(leaves, next) ?? null];
    case 1:
      return list.length === 0 ? (one(leaves, next) ?? null) : [...list, list[0] ?? null];
    case 2:
      return list.filter((_, index) => index !== at);
    default:
      return list.map((other, index) => (index === at ? edited(other, next) : other));
  }
}

function editedObject(object: JsonObject, next: Random): Json {
  const entries = Object.entries(object);
  const at = next(entries.length + 1);
  const [name, value] = entries[at] ?? [];
  if (name === undefined || value === undefined || next(4) === 0) {
    return Object.fromEntries([...entries, [one(alphabet, next) ?? "a", one(leaves, next) ?? null]]);
  }
  if (next(3) === 0) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return Object.fromEntries(entries.map(([key, child]) => [key, key === name ? edited(child, next) : child]));
}

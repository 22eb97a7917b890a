import { keyGrams, nameKey } from "../../store/name-key.ts";

/** From this likeness on, two names probably mean the same thing. */
export const similarFrom = 0.6;

/** Names that are compared at most. */
const maxCompared = 200;

/** From this likeness on, a name is suggested for a mistyped one. */
const nearFrom = 0.25;

const maxShown = 5;

/**
 * How alike two names are, 0 to 1: the Dice coefficient over runs of three characters, edges included, of their letters
 * and digits; letter case, spaces and punctuation are ignored.
 * @see https://en.wikipedia.org/wiki/Dice-S%C3%B8rensen_coefficient
 */
export function likeness(a: string, b: string): number {
  const left = keyGrams(nameKey(a));
  const right = keyGrams(nameKey(b));
  if (left.size + right.size === 0) return Number(a === b);
  const common = [...left].filter((gram) => right.has(gram)).length;
  return (2 * common) / (left.size + right.size);
}

/** The things whose names are at least so like the name, the likest first, at most five. */
export async function likest<Named extends { readonly name: string }>(
  name: string,
  rows: { near(nameKey: string, limit: number): Promise<readonly Named[]> },
  min = nearFrom,
): Promise<readonly { readonly thing: Named; readonly likeness: number }[]> {
  return (await rows.near(nameKey(name), maxCompared))
    .map((thing) => ({ thing, likeness: likeness(name, thing.name) }))
    .filter((compared) => compared.likeness >= min)
    .sort((a, b) => b.likeness - a.likeness || (a.thing.name < b.thing.name ? -1 : 1))
    .slice(0, maxShown);
}

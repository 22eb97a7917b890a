import { foldText } from "./fold-text.ts";

/** A name as likeness sees it: its letters, digits and marks, folded. "Peg-Board" and "pegboard" are the same. */
export function nameKey(name: string): string {
  return foldText(name).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "");
}

/** Stands before and after a key, so that beginnings and ends count; no key holds it. */
const edge = "\u0001";

/**
 * Every run of three characters of a key between its edges, each once: "ab" gives "␁␁a", "␁ab", "ab␁", "b␁␁". Names that
 * are alike share some.
 */
export function keyGrams(key: string): ReadonlySet<string> {
  const characters = [...edged(key)];
  return new Set(
    characters.slice(2).map((character, index) => `${characters[index]}${characters[index + 1]}${character}`),
  );
}

/** What an index of grams is given for a key. */
export function edged(key: string): string {
  return key === "" ? "" : `${edge}${edge}${key}${edge}${edge}`;
}

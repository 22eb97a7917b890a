/**
 * A text in the form in which parts of texts are searched: NFKC, lower case, and every control character (also a line end) is a
 * space.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/\p{Cc}/gu, " ");
}

/** A name in the form in which names are compared: letters, digits and marks, folded. "Peg-Board" equals "pegboard". */
export function nameKey(name: string): string {
  return foldText(name).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "");
}

/** Added before and after a key, so that its beginning and end count; no key contains it. */
const edge = "\u0001";

/**
 * Every run of three characters of a key between its edges, each once: "ab" gives "␁␁a", "␁ab", "ab␁", "b␁␁". Names that
 * are alike share some.
 */
export function keyGrams(key: string): ReadonlySet<string> {
  return runsOfThree(edged(key));
}

/** Each once, in order of first appearance. */
export function runsOfThree(text: string): ReadonlySet<string> {
  const characters = [...text];
  return new Set(
    characters.slice(2).map((character, index) => `${characters[index]}${characters[index + 1]}${character}`),
  );
}

/** The text that is indexed for a key. */
export function edged(key: string): string {
  return key === "" ? "" : `${edge}${edge}${key}${edge}${edge}`;
}

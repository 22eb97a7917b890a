/**
 * Whether a text nests lists and objects deeper than so many levels, also where it is not valid JSON. The parser needs about
 * fifty bytes for each level: a line of brackets would cost fifty times its own size.
 * @param text UTF-8
 */
export function isNestedDeeperThan(levels: number, text: Buffer): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (isInString) {
      if (byte === backslash) at++;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (byte === openList || byte === openObject) {
      depth++;
      if (depth > levels) return true;
    } else if (byte === closeList || byte === closeObject) depth--;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

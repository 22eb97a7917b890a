import { limits } from "./limits.ts";
import { clip, codePointLength } from "./utf8.ts";

/**
 * What was found instead of the expected value, in a few words. Of a secret only the type is named.
 * @returns e.g. `the text "hgih"`, `a text of 900 characters`, `12.5`, `a list of 51 items`, `nothing`
 */
export function describeFound(value: unknown, isSecret: boolean): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 1 ? "a list of 1 item" : `a list of ${value.length} items`;
  switch (typeof value) {
    case "string":
      return isSecret ? "a text" : describeText(value);
    case "number":
    case "boolean":
      return isSecret ? `a ${typeof value}` : String(value);
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}

/** A name from outside, quoted for a message: clipped, control characters escaped. */
export function quoteName(name: string): string {
  return `'${clip(JSON.stringify(name).slice(1, -1), limits.nameLength)}'`;
}

function describeText(value: string): string {
  if (value === "") return "an empty text";
  if (value.length > limits.foundLength) return `a text of ${codePointLength(value)} characters`;
  return value.trim() === "" ? "a blank text" : `the text ${JSON.stringify(value)}`;
}

import { type FormatName, formatPatterns } from "./formats.ts";
import { utf8Length } from "./utf8.ts";

// What the server checks in texts beside JSON Schema, as refinements of the TypeBox values in `generated/contracts`.
// Values that are not texts pass: their type is checked elsewhere.

/** True for a text of at most so many bytes in UTF-8. */
export function fitsBytes(maxBytes: number): (value: unknown) => boolean {
  return (value) => typeof value !== "string" || utf8Length(value) <= maxBytes;
}

/** True for a text in a format as the server reads it, which is stricter than TypeBox: leap seconds are refused. */
export function hasFormat(format: FormatName): (value: unknown) => boolean {
  return (value) => typeof value !== "string" || formatPatterns[format].test(value);
}

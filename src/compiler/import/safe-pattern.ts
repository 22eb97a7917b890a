// Patterns of any server: can a schema file hold them, and is a validator done with them in time?

import { maxPatternLength, slowPattern } from "../schema/pattern/slow-pattern.ts";

/**
 * The pattern as the language takes it (flag `u`), or why it can't be taken.
 * @param maxLength of the texts that it is for
 */
export function safePattern(
  raw: string,
  maxLength?: number,
): { readonly pattern: string } | { readonly problem: string } {
  if (raw.length > maxPatternLength) return { problem: `it is longer than ${maxPatternLength} characters` };
  if (/\p{Surrogate}/u.test(raw) || !/\S/.test(raw)) return { problem: "a schema file can't hold it" };
  const pattern = compiles(raw) ? raw : withoutNeedlessEscapes(raw);
  if (!compiles(pattern)) return { problem: "it is not a regular expression of ECMA-262 with the flag u" };
  const slow = slowPattern(pattern, maxLength);
  return slow === undefined ? { pattern } : { problem: `matching may take too long: ${slow}` };
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Without the flag `u`, `\_` is `_`; with it, it is an error. */
function withoutNeedlessEscapes(pattern: string): string {
  return pattern.replaceAll(/\\([\s\S])/g, (escaped, sign: string) =>
    /[A-Za-z0-9^$\\.*+?()[\]{}|/-]/.test(sign) ? escaped : sign,
  );
}

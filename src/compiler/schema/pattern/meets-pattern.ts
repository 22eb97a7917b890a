import { Undecidable } from "../subtype/undecidable.ts";
import { automatonFor } from "./automaton-for.ts";
import { runAutomaton } from "./run-automaton.ts";
import { slowPattern } from "./slow-pattern.ts";

/**
 * Is the pattern found in the text (ECMAScript, flag `u`)? Patterns that are not proved linear run as an automaton on longer
 * texts, in time linear in the text.
 * @throws Undecidable for a pattern that does not compile, and on longer texts for one that is neither
 */
export function meetsPattern(pattern: string, text: string): boolean {
  const known = compiled(pattern);
  if (text.length > shortText) {
    known.slow ??= { why: slowPattern(pattern) };
    if (known.slow.why !== undefined) {
      const automaton = automatonFor(pattern);
      if (automaton !== undefined) return runAutomaton(automaton, text);
      throw new Undecidable(`the pattern ${pattern} may take too long: ${known.slow.why}`);
    }
  }
  return known.expression.test(text);
}

/** Even a pattern that doubles its work with each character is done with so much at once. */
const shortText = 14;

interface Compiled {
  readonly expression: RegExp;
  /** Judged with the first longer text. */
  slow?: { readonly why: string | undefined };
}

const expressions = new Map<string, Compiled>();

/** @throws Undecidable for a pattern that does not compile */
export function compilePattern(pattern: string): void {
  compiled(pattern);
}

function compiled(pattern: string): Compiled {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, "u");
  } catch {
    throw new Undecidable(`the pattern ${pattern} does not compile`);
  }
  const made: Compiled = { expression };
  if (expressions.size > 1000) expressions.clear();
  expressions.set(pattern, made);
  return made;
}

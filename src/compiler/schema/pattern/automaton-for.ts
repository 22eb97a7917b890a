import { type Automaton, automatonOf } from "./automaton.ts";
import { parsePattern } from "./parse-pattern.ts";

const automata = new Map<string, Automaton | undefined>();

/** The automaton of a pattern, remembered; undefined where it is not regular or too large. */
export function automatonFor(pattern: string): Automaton | undefined {
  if (automata.has(pattern)) return automata.get(pattern);
  const parsed = parsePattern(pattern);
  const built = parsed === undefined ? undefined : automatonOf(parsed);
  if (automata.size > 1000) automata.clear();
  automata.set(pattern, built);
  return built;
}

import { type Automaton, BEGIN, END } from "./automaton.ts";
import { contains } from "./char-set.ts";

export type States = readonly number[];

/** Does the automaton take the text? */
export function runAutomaton(automaton: Automaton, text: string): boolean {
  let states = after(closure([automaton.start], automaton), BEGIN, automaton);
  for (const char of text) {
    if (states.length === 0) return false;
    states = after(states, char.codePointAt(0) ?? 0, automaton);
  }
  return after(states, END, automaton).includes(automaton.end);
}

/** The states behind one code point. */
export function after(states: States, point: number, automaton: Automaton): States {
  const reached = states.flatMap((state) =>
    (automaton.moves[state] ?? []).filter((move) => contains(move.set, point)).map((move) => move.to),
  );
  return closure(reached, automaton);
}

/** The states that are reached without a code point, in order. */
export function closure(states: States, automaton: Automaton): States {
  const reached = new Set(states);
  for (const state of reached) for (const to of automaton.jumps[state] ?? []) reached.add(to);
  return [...reached].sort((a, b) => a - b);
}

import { anyChar, type CharSet } from "./char-set.ts";
import type { Pattern } from "./parse-pattern.ts";

/** A nondeterministic automaton over code points; the text is fed as BEGIN, its code points, END. */
export interface Automaton {
  /** By state: where each set of code points leads. */
  readonly moves: readonly (readonly { readonly set: CharSet; readonly to: number }[])[];
  /** By state: where nothing leads. */
  readonly jumps: readonly (readonly number[])[];
  readonly start: number;
  readonly end: number;
}

export const BEGIN = 0x110000;
export const END = 0x110001;

/**
 * Builds the automaton of the texts in which a pattern is found (patterns of JSON Schema are not anchored).
 * @returns undefined when counted repetitions make it too large
 */
export function automatonOf(pattern: Pattern): Automaton | undefined {
  const draft: Draft = { moves: [], jumps: [] };
  const start = state(draft);
  const before = state(draft);
  const end = state(draft);
  const after = state(draft);
  // Unless the pattern takes BEGIN itself, anything may stand before the match; likewise behind it.
  draft.moves[start]?.push({ set: [[BEGIN, BEGIN]], to: before });
  draft.moves[before]?.push({ set: anyChar, to: before });
  draft.moves[after]?.push({ set: anyChar, to: after }, { set: [[END, END]], to: end });
  const from = state(draft);
  draft.jumps[start]?.push(from);
  draft.jumps[before]?.push(from);
  const to = build(pattern, from, draft);
  if (to === undefined) return undefined;
  draft.jumps[to]?.push(end, after);
  return { ...draft, start, end };
}

interface Draft {
  readonly moves: { set: CharSet; to: number }[][];
  readonly jumps: number[][];
}

const maxStates = 4000;

function state(draft: Draft): number {
  draft.jumps.push([]);
  return draft.moves.push([]) - 1;
}

/** Adds a pattern that starts at `from`; returns the state behind it. */
function build(pattern: Pattern, from: number, draft: Draft): number | undefined {
  if (draft.moves.length > maxStates) return undefined;
  switch (pattern.kind) {
    case "set":
      return move(pattern.set, from, draft);
    case "begin":
      return move([[BEGIN, BEGIN]], from, draft);
    case "end":
      return move([[END, END]], from, draft);
    case "sequence": {
      let at: number | undefined = from;
      for (const part of pattern.parts) if (at !== undefined) at = build(part, at, draft);
      return at;
    }
    case "either": {
      const to = state(draft);
      for (const option of pattern.options) {
        const at = build(option, from, draft);
        if (at === undefined) return undefined;
        draft.jumps[at]?.push(to);
      }
      return to;
    }
    case "repeat":
      return buildRepeat(pattern, from, draft);
  }
}

function buildRepeat(pattern: Pattern & { kind: "repeat" }, from: number, draft: Draft): number | undefined {
  let at: number | undefined = from;
  for (let count = 0; count < pattern.min && at !== undefined; count++) at = build(pattern.part, at, draft);
  if (at === undefined) return undefined;
  const to = state(draft);
  draft.jumps[at]?.push(to);
  if (pattern.max === Number.POSITIVE_INFINITY) {
    const loop = state(draft);
    draft.jumps[at]?.push(loop);
    const back = build(pattern.part, loop, draft);
    if (back === undefined) return undefined;
    draft.jumps[back]?.push(loop, to);
    return to;
  }
  for (let count = pattern.min; count < pattern.max; count++) {
    at = build(pattern.part, at, draft);
    if (at === undefined) return undefined;
    draft.jumps[at]?.push(to);
  }
  return to;
}

function move(set: CharSet, from: number, draft: Draft): number {
  const to = state(draft);
  draft.moves[from]?.push({ set, to });
  return to;
}

// What a backtracking matcher may try, as a graph: the ways through it are the ways that the matcher goes in the worst case.

import { anyChar, type CharSet } from "./char-set.ts";
import { classSet } from "./class-set.ts";
import type { WholePattern } from "./parse-pattern.ts";

/** One character of the pattern, and where the matcher stands behind it. */
export interface Step {
  readonly set: CharSet;
  readonly to: number;
}

export interface MatchGraph {
  readonly steps: readonly Step[];
  /** By state: its steps, as indexes. */
  readonly stepsFrom: readonly (readonly number[])[];
  /** By state: where the matcher goes without a character. */
  readonly jumps: readonly (readonly number[])[];
  /** The same, for the beginning of the text only. */
  readonly jumpsAtBegin: readonly (readonly number[])[];
  readonly start: number;
}

/** Why there is no graph, said of the pattern. */
export interface NoGraph {
  readonly problem: string;
}

/**
 * Ways that the matcher leaves out because of what stands around them (word boundaries, what looks ahead) are in the graph: the
 * work is never less than the matcher's.
 */
export function matchGraph(pattern: WholePattern): MatchGraph | NoGraph {
  const draft: Draft = { steps: [], stepsFrom: [], jumps: [], jumpsAtBegin: [], problem: undefined };
  const start = state(draft);
  // A pattern of JSON Schema is looked for from each place of the text on.
  addStep(anyChar, start, start, draft);
  const from = state(draft);
  draft.jumps[start]?.push(from);
  build(withoutEndlessEnd(pattern) ?? nothing, from, draft);
  const { problem, ...graph } = draft;
  return problem === undefined ? { ...graph, start } : { problem };
}

const nothing: WholePattern = { kind: "sequence", parts: [] };

/** What ends in `.*` has been found before that: the matcher goes there once and never back. */
function withoutEndlessEnd(pattern: WholePattern): WholePattern | undefined {
  switch (pattern.kind) {
    case "repeat":
      if (pattern.part.kind !== "set" && pattern.part.kind !== "class") return pattern;
      return pattern.min === 0 ? undefined : { ...pattern, max: pattern.min };
    case "either":
      return { ...pattern, options: pattern.options.map((option) => withoutEndlessEnd(option) ?? nothing) };
    case "sequence": {
      const parts = [...pattern.parts];
      for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
        const left = withoutEndlessEnd(last);
        if (left !== undefined) return { kind: "sequence", parts: [...parts, left] };
      }
      return undefined;
    }
    default:
      return pattern;
  }
}

interface Draft {
  readonly steps: Step[];
  readonly stepsFrom: number[][];
  readonly jumps: number[][];
  readonly jumpsAtBegin: number[][];
  problem: string | undefined;
}

function state(draft: Draft): number {
  draft.stepsFrom.push([]);
  draft.jumpsAtBegin.push([]);
  return draft.jumps.push([]) - 1;
}

function addStep(set: CharSet, from: number, to: number, draft: Draft): void {
  draft.stepsFrom[from]?.push(draft.steps.push({ set, to }) - 1);
}

/** Adds a pattern that starts at `from`; returns the state behind it. */
function build(pattern: WholePattern, from: number, draft: Draft): number {
  switch (pattern.kind) {
    case "set":
    case "class": {
      const to = state(draft);
      addStep(pattern.kind === "set" ? pattern.set : classSet(pattern.text), from, to, draft);
      return to;
    }
    case "begin": {
      const to = state(draft);
      draft.jumpsAtBegin[from]?.push(to);
      return to;
    }
    case "end":
      // Nothing leads there: behind the end of the text there is no character to try.
      return state(draft);
    case "sequence":
      return pattern.parts.reduce((at, part) => build(part, at, draft), from);
    case "either": {
      const to = state(draft);
      for (const option of pattern.options) {
        const entry = state(draft);
        draft.jumps[from]?.push(entry);
        draft.jumps[build(option, entry, draft)]?.push(to);
      }
      return to;
    }
    case "repeat":
      return buildRepeat(pattern, from, draft);
    case "boundary":
      return from;
    case "look": {
      if (!pattern.ahead && !isPlain(pattern.part)) draft.problem ??= "it looks behind for something that repeats";
      if (!pattern.ahead) return from;
      // What is found ahead is not consumed: the way ends, and the match goes on from here.
      const entry = state(draft);
      draft.jumps[from]?.push(entry);
      build(pattern.part, entry, draft);
      return from;
    }
    case "reference":
      draft.problem ??= "it has a back reference";
      return from;
  }
}

function buildRepeat(pattern: WholePattern & { kind: "repeat" }, from: number, draft: Draft): number {
  const { part, min, max } = pattern;
  const size = sizeOf(part);
  const isWhole = size * (max === Number.POSITIVE_INFINITY ? min + 1 : max) <= maxCopies;
  // Any count has at most the ways that no count has.
  const copies = isWhole ? min : 0;
  let at = from;
  for (let count = 0; count < copies; count++) at = build(part, at, draft);
  const to = state(draft);
  draft.jumps[at]?.push(to);
  if (!isWhole || max === Number.POSITIVE_INFINITY) {
    const loop = state(draft);
    draft.jumps[at]?.push(loop);
    draft.jumps[build(part, loop, draft)]?.push(loop, to);
    return to;
  }
  for (let count = copies; count < max; count++) {
    const entry = state(draft);
    draft.jumps[at]?.push(entry);
    at = build(part, entry, draft);
    draft.jumps[at]?.push(to);
  }
  return to;
}

/** Characters of one pattern beyond which a counted repeat is taken for one without a count. */
const maxCopies = 600;

/** Characters and choices, about. */
function sizeOf(pattern: WholePattern): number {
  switch (pattern.kind) {
    case "sequence":
      return pattern.parts.reduce((sum, part) => sum + sizeOf(part), 0);
    case "either":
      return pattern.options.reduce((sum, option) => sum + 1 + sizeOf(option), 0);
    case "repeat": {
      const size = sizeOf(pattern.part);
      const whole = size * (pattern.max === Number.POSITIVE_INFINITY ? pattern.min + 1 : pattern.max);
      return whole <= maxCopies ? whole : size;
    }
    case "look":
      return sizeOf(pattern.part);
    default:
      return 1;
  }
}

/** A text of one length, whatever stands there. */
function isPlain(pattern: WholePattern): boolean {
  switch (pattern.kind) {
    case "sequence":
      return pattern.parts.every(isPlain);
    case "either":
      return pattern.options.every(isPlain);
    case "repeat":
      return pattern.min === pattern.max && pattern.max <= 100 && isPlain(pattern.part);
    case "look":
    case "reference":
      return false;
    default:
      return true;
  }
}

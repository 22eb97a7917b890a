import { type Automaton, BEGIN, END } from "./automaton.ts";
import { automatonFor } from "./automaton-for.ts";
import { lastCodePoint } from "./char-set.ts";
import { meetsPattern } from "./meets-pattern.ts";
import { after, closure, type States } from "./run-automaton.ts";

/** How many places a search may still visit; shared by the searches of one comparison. */
export interface SearchBudget {
  left: number;
}

export interface StringQuestion {
  /** Patterns that the text must meet. */
  readonly accept: readonly string[];
  /** Patterns that the text must not meet. */
  readonly reject: readonly string[];
  /** Code points. */
  readonly minLength: number;
  readonly maxLength: number;
}

export type StringAnswer =
  | { readonly kind: "found"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/**
 * Searches the shortest text that meets some patterns and breaks others, breadth first through the product of their
 * automata. `none` is a proof: there is no such text.
 */
export function findString(asked: StringQuestion, budget: SearchBudget = { left: maxPlaces }): StringAnswer {
  const question = { ...asked, accept: distinct(asked.accept), reject: distinct(asked.reject) };
  const key = JSON.stringify([question.accept, question.reject, question.minLength, question.maxLength]);
  const known = answers.get(key);
  if (known !== undefined && known.cost >= budget.left && known.cost > 0) {
    budget.left = 0;
    return { kind: "unknown" };
  }
  if (known !== undefined && !known.wasCut) {
    budget.left -= known.cost;
    return known.answer;
  }
  const before = budget.left;
  const answer = lookFor(question, budget);
  if (answers.size >= maxAnswers) answers.clear();
  answers.set(key, { answer, cost: before - budget.left, wasCut: budget.left <= 0 });
  return answer;
}

interface Known {
  readonly answer: StringAnswer;
  /** What it took; asking again costs as much, so that no answer depends on earlier questions. */
  readonly cost: number;
  /** The budget was at its end: with more of it the answer may be another. */
  readonly wasCut: boolean;
}

/** Comparing two catalogs asks the same question once for every rule that speaks of a text. */
const answers = new Map<string, Known>();
const maxAnswers = 1000;

function distinct(patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns)].sort();
}

function lookFor(question: StringQuestion, budget: SearchBudget): StringAnswer {
  if (question.minLength > question.maxLength) return { kind: "none" };
  const accept = question.accept.map(automatonFor);
  const reject = question.reject.map(automatonFor);
  if (reject.includes(undefined)) return { kind: "unknown" };
  const known = accept.filter((one) => one !== undefined);
  const answer = search(
    known,
    reject.filter((one) => one !== undefined),
    question,
    budget,
  );
  // Without a pattern that could not be read there are more texts: `none` still holds, a find has to be checked.
  if (answer.kind !== "found" || known.length === accept.length) return answer;
  return meets(answer.text, question) ? answer : { kind: "unknown" };
}

function meets(text: string, question: StringQuestion): boolean {
  return (
    question.accept.every((pattern) => meetsPattern(pattern, text)) &&
    !question.reject.some((pattern) => meetsPattern(pattern, text))
  );
}

interface Place {
  readonly accept: readonly States[];
  readonly reject: readonly States[];
  /** Length so far; past `minLength` it no longer matters. */
  readonly length: number;
  readonly from: { readonly place: Place; readonly point: number } | undefined;
}

const maxPlaces = 20_000;

function search(
  accept: readonly Automaton[],
  reject: readonly Automaton[],
  question: StringQuestion,
  budget: SearchBudget,
): StringAnswer {
  if (accept.length + reject.length === 0) {
    if (question.minLength > maxMadeLength) return { kind: "unknown" };
    return { kind: "found", text: "a".repeat(question.minLength) };
  }
  const points = representatives([...accept, ...reject]);
  const step = (place: Place, point: number, length: number): Place => ({
    accept: accept.map((one, index) => after(place.accept[index] ?? [], point, one)),
    reject: reject.map((one, index) => after(place.reject[index] ?? [], point, one)),
    length,
    from: { place, point },
  });
  const nowhere: Place = {
    accept: accept.map((one) => closure([one.start], one)),
    reject: reject.map((one) => closure([one.start], one)),
    length: 0,
    from: undefined,
  };
  let layer: readonly Place[] = [{ ...step(nowhere, BEGIN, 0), from: undefined }];
  const seen = new Set(layer.map(key));
  for (let length = 0; layer.length > 0; length++) {
    const next: Place[] = [];
    for (const place of layer) {
      const ended = step(place, END, length);
      const accepted =
        ended.accept.every((states, index) => states.includes(accept[index]?.end ?? -1)) &&
        !ended.reject.some((states, index) => states.includes(reject[index]?.end ?? -1));
      if (accepted && length >= question.minLength) return { kind: "found", text: textTo(place) };
      if (length >= question.maxLength) continue;
      for (const point of points) {
        const reached = step(place, point, Math.min(length + 1, question.minLength));
        if (reached.accept.some((states) => states.length === 0)) continue;
        const id = key(reached);
        if (seen.has(id)) continue;
        budget.left -= 1 + sizeOf(reached) / 32;
        if (seen.size >= maxPlaces || budget.left <= 0) return { kind: "unknown" };
        seen.add(id);
        next.push(reached);
      }
    }
    layer = next;
  }
  return { kind: "none" };
}

const maxMadeLength = 1_000_000;

/** How many states a place stands for: what it costs to go on from there. */
function sizeOf(place: Place): number {
  let size = 0;
  for (const states of [...place.accept, ...place.reject]) size += states.length;
  return size;
}

function key(place: Place): string {
  return `${place.length};${place.accept.map(String).join(";")};${place.reject.map(String).join(";")}`;
}

function textTo(place: Place): string {
  const points: number[] = [];
  for (let at = place; at.from !== undefined; at = at.from.place) points.push(at.from.point);
  return String.fromCodePoint(...points.reverse());
}

/** One code point for every class of those that no pattern distinguishes; a readable one where there is a choice. */
function representatives(automata: readonly Automaton[]): readonly number[] {
  const starts = new Set([0]);
  for (const { moves } of automata) {
    for (const move of moves.flat()) {
      for (const [low, high] of move.set) {
        if (low <= lastCodePoint) starts.add(low);
        if (high < lastCodePoint) starts.add(high + 1);
      }
    }
  }
  const sorted = [...starts].sort((a, b) => a - b);
  const classes = sorted.map((low, index) => [low, (sorted[index + 1] ?? lastCodePoint + 1) - 1] as const);
  const chosen = classes.map(([low, high]) => readable.find((point) => low <= point && point <= high) ?? low);
  // Readable ones are tried first, lone surrogates never: no JSON text in UTF-8 carries them.
  return chosen
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .sort((a, b) => readability(a) - readability(b) || a - b);
}

const readable = Array.from("ax0A_-/ ", (char) => char.codePointAt(0) ?? 0);

function readability(point: number): number {
  const rank = readable.indexOf(point);
  return rank === -1 ? readable.length : rank;
}

import { findString, type StringAnswer, type StringQuestion } from "../pattern/find-string.ts";
import { meetsPattern } from "../pattern/meets-pattern.ts";
import type { Constraints } from "./constraints.ts";
import { type Answer, confirmed, type Goal, none, type Search } from "./goal.ts";

/** A text within lengths that meets some patterns and breaks others. */
export function solveString(all: Constraints, goal: Goal, search: Search): Answer {
  const excluded = all.excluded.filter((value) => typeof value === "string");
  const reject = [...all.notMatching];
  for (let tries = 0; tries <= maxExcluded; tries++) {
    const answer = find({ ...all, notMatching: reject }, search);
    if (answer.kind === "none") return none;
    if (answer.kind === "unknown") return { kind: "unknown", reason: reasonFor(all) };
    if (!excluded.includes(answer.text)) return confirmed(answer.text, goal);
    reject.push(exactly(answer.text));
  }
  return { kind: "unknown", reason: "too many texts are ruled out" };
}

const maxExcluded = 40;

function find(all: Constraints, search: Search): StringAnswer {
  const { minLength, maxLength } = all;
  const question: StringQuestion = { accept: all.matching, reject: all.notMatching, minLength, maxLength };
  const answer = findString(question, search.texts);
  if (answer.kind !== "unknown") return answer;
  // Some pattern is beyond the automata: without those that must be broken there may be no text at all, or a lucky one.
  for (let length = minLength, tries = 0; tries < 4 && length <= maxLength; tries++) {
    const wider = findString({ ...question, reject: [], minLength: length }, search.texts);
    if (wider.kind === "none") return tries === 0 ? wider : answer;
    if (wider.kind === "unknown") return answer;
    if (!all.notMatching.some((pattern) => meetsPattern(pattern, wider.text))) return wider;
    length = Array.from(wider.text).length + 1;
  }
  return answer;
}

function reasonFor(all: Constraints): string {
  const patterns = [...all.matching, ...all.notMatching].map((pattern) => `${pattern}`);
  if (patterns.length === 0) return "no text of that length was made";
  return `patterns can't be compared: ${patterns.slice(0, 2).join(" and ")}`;
}

/** The pattern of one text. */
export function exactly(text: string): string {
  return `^${text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")}$`;
}

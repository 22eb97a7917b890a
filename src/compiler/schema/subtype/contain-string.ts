import { findString, type StringQuestion } from "../pattern/find-string.ts";
import { describeBranch } from "./describe.ts";
import type { StringBranch } from "./form.ts";
import { every, no, type Verdict, yes } from "./verdict.ts";

/** Strings: for each thing that `b` asks, is there a text of `a` that breaks it? The search answers with that text. */
export function containString(a: StringBranch, b: StringBranch): Verdict {
  const all: StringQuestion = { accept: a.patterns, reject: [], minLength: a.minLength, maxLength: a.maxLength };
  const reason = describeBranch(b);
  const breaks: StringQuestion[] = [
    ...(b.minLength > a.minLength ? [{ ...all, maxLength: Math.min(a.maxLength, b.minLength - 1) }] : []),
    ...(b.maxLength < a.maxLength ? [{ ...all, minLength: Math.max(a.minLength, b.maxLength + 1) }] : []),
    ...b.patterns.filter((pattern) => !a.patterns.includes(pattern)).map((pattern) => ({ ...all, reject: [pattern] })),
  ];
  return every(
    breaks.map((question) => {
      const answer = findString(question);
      if (answer.kind === "none") return yes;
      return no(answer.kind === "found" ? [answer.text] : [], "", reason);
    }),
  );
}

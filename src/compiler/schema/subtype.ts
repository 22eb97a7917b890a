import type { Json } from "../../contract/json.ts";
import { blame } from "./subtype/blame.ts";
import { checkDocument, type NullableReading } from "./subtype/checked-document.ts";
import { certainlyMeets, type Goal, openSearch } from "./subtype/goal.ts";
import { inhabit } from "./subtype/inhabit.ts";
import { nodeOf } from "./subtype/node.ts";
import { samplesOf } from "./subtype/samples.ts";
import { Undecidable } from "./subtype/undecidable.ts";
import { compileCheck } from "./validate.ts";

/** Is every instance of one schema an instance of the other? Never "yes" without being sure. */
export type Subtype =
  | { readonly verdict: "yes" }
  | {
      readonly verdict: "no";
      /** A value that the validators accept for `a` and refuse for `b`. */
      readonly witness: Json;
      /** JSON Pointer into the witness. */
      readonly path: string;
      /** What `b` wants there, e.g. "an integer from 1 up to 10". */
      readonly reason: string;
    }
  | { readonly verdict: "unknown"; readonly path: string; readonly reason: string };

/**
 * Compares two JSON Schemas of any server: 2020-12, the spellings of older drafts, `$ref` inside the document. A search
 * looks for a value that `a` takes and `b` does not: none can exist, "yes"; one is found and both validators confirm it,
 * "no"; the search gets stuck, "unknown". Formats are asserted as our validators assert them. `nullable: true` is
 * obeyed by some validators only: where that makes a difference, the answer is "unknown".
 * @throws never; a schema that is none gives "unknown"
 */
export function subtype(a: unknown, b: unknown): Subtype {
  if (a === b) return yes;
  try {
    if (JSON.stringify(a) === JSON.stringify(b) && a !== undefined) return yes;
    const answer = compare(a, b, "type");
    if (!answer.saysNullable) return answer.answer;
    const other = compare(a, b, "annotation").answer;
    if (other.verdict === answer.answer.verdict) return answer.answer;
    return { verdict: "unknown", path: "", reason: "validators do not agree on what 'nullable' means" };
  } catch (problem) {
    return { verdict: "unknown", path: "", reason: reasonOf(problem) };
  }
}

const yes: Subtype = { verdict: "yes" };

interface Compared {
  readonly answer: Subtype;
  readonly saysNullable: boolean;
}

function compare(a: unknown, b: unknown, nullable: NullableReading): Compared {
  const left = checkDocument(a, nullable);
  const right = checkDocument(b, nullable);
  const search = openSearch();
  const goal: Goal = [
    { node: nodeOf(a, left, search.interner), sign: true },
    { node: nodeOf(b, right, search.interner), sign: false },
  ];
  const saysNullable = left.saysNullable || right.saysNullable;
  const found = inhabit(goal, search);
  if (found.kind === "none") return { answer: yes, saysNullable };
  const stuck = found.kind === "unknown" ? found : { path: "", reason: "the validators do not agree with each other" };
  const unknown: Subtype = { verdict: "unknown", path: stuck.path ?? "", reason: stuck.reason };
  try {
    // The validators know `nullable` as a type; under the other reading the evaluator has judged already.
    const breaks = nullable === "type" ? breaksValidators(a, b) : () => true;
    const witness = found.kind === "found" && breaks(found.value) ? found.value : sample(goal, breaks);
    if (witness === undefined) return { answer: unknown, saysNullable };
    return { answer: { verdict: "no", witness, ...blame(b, witness, right) }, saysNullable };
  } catch (problem) {
    // A schema that no validator takes; the search may have said where.
    if (found.kind === "unknown" && problem instanceof Undecidable) return { answer: unknown, saysNullable };
    throw problem;
  }
}

/** The proof of a "no": both validators are run. */
function breaksValidators(a: unknown, b: unknown): (value: Json) => boolean {
  const inA = compileCheck(a);
  const inB = compileCheck(b);
  return (value) => inA(value) && !inB(value);
}

const maxSamples = 60;

/** Where the search is stuck, luck may help. */
function sample(goal: Goal, breaks: (value: Json) => boolean): Json | undefined {
  return samplesOf(goal, maxSamples).find((value) => certainlyMeets(value, goal) && breaks(value));
}

function reasonOf(problem: unknown): string {
  if (problem instanceof RangeError) return "the schemas nest too deep to compare";
  return problem instanceof Error ? problem.message : String(problem);
}

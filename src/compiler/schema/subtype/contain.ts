import type { Json } from "../../../contract/json.ts";
import { accepts } from "./accepts.ts";
import { containArray } from "./contain-array.ts";
import { containNumber, integersOf } from "./contain-number.ts";
import { containObject } from "./contain-object.ts";
import { containString } from "./contain-string.ts";
import { describe } from "./describe.ts";
import type { Branch, Form, RawSchema } from "./form.ts";
import { branchInstances } from "./instance.ts";
import { readForm, type SchemaDocument } from "./read-form.ts";
import { every, no, type Verdict, yes } from "./verdict.ts";
import { isVoid } from "./void.ts";

/** Two documents side by side: the smaller schema comes from `left`, the larger from `right`. */
export interface Sides {
  readonly left: SchemaDocument;
  readonly right: SchemaDocument;
  /** Pairs whose answer is being looked for. A pair met again holds if everything else does (coinduction). */
  readonly assumed: Map<RawSchema, Set<RawSchema>>;
  readonly depth: number;
}

/** Is every instance of `a` one of `b`? */
export function contain(a: RawSchema, b: RawSchema, sides: Sides): Verdict {
  if (b === true || a === false) return yes;
  const assumedOfA = sides.assumed.get(a) ?? new Set<RawSchema>();
  if (assumedOfA.has(b)) return yes;
  if (sides.depth > maxDepth) return { kind: "unknown", path: "", reason: "the schemas nest too deep to compare" };
  sides.assumed.set(a, assumedOfA.add(b));
  const verdict = containForm(readForm(a, sides.left), readForm(b, sides.right), { ...sides, depth: sides.depth + 1 });
  assumedOfA.delete(b);
  return verdict;
}

const maxDepth = 64;

function containForm(a: Form, b: Form, sides: Sides): Verdict {
  const verdict = every(
    a.branches.filter((one) => !isVoid(one, sides.left)).map((one) => containBranch(one, b, sides)),
  );
  if (verdict.kind !== "yes" || b.opaque.length === 0) return verdict;
  return { kind: "unknown", path: "", reason: `${b.opaque.join(", ")} can't be compared` };
}

/** One alternative against all: it must lie inside one of them, or each of its values in any. */
function containBranch(a: Branch, b: Form, sides: Sides): Verdict {
  if (a.kind === "values") return containValues(a.values, b, sides);
  const finite = a.kind === "number" && b.branches.some((one) => one.kind === "values") ? integersOf(a) : undefined;
  if (finite !== undefined) return containValues(finite, b, sides);
  const same = b.branches.filter((one) => one.kind === a.kind);
  const verdicts: Verdict[] = [];
  for (const one of same) {
    const verdict = containPair(a, one, sides);
    if (verdict.kind === "yes") return yes;
    verdicts.push(verdict);
  }
  // What one alternative refuses another may take.
  const finds = verdicts
    .flatMap((verdict) => (verdict.kind === "no" ? verdict.finds : []))
    .filter((find) => accepts(b, find.witness, sides.right) !== true);
  if (finds.length > 0) return { kind: "no", finds };
  const [only] = verdicts;
  if (only !== undefined && verdicts.length === 1 && only.kind === "unknown") return only;
  const refused = branchInstances(a, 3, sides.left).filter((value) => accepts(b, value, sides.right) === false);
  if (refused.length > 0) return no(refused, "", describe(b));
  return { kind: "unknown", path: "", reason: "no single alternative takes all of it" };
}

function containValues(values: readonly Json[], b: Form, sides: Sides): Verdict {
  const answers = values.map((value) => [value, accepts({ ...b, opaque: [] }, value, sides.right)] as const);
  const refused = answers.filter(([, answer]) => answer === false).map(([value]) => value);
  if (refused.length > 0) return no(refused.slice(0, 8), "", describe(b));
  if (answers.every(([, answer]) => answer === true)) return yes;
  return { kind: "unknown", path: "", reason: "a keyword inside can't be compared" };
}

function containPair(a: Branch, b: Branch, sides: Sides): Verdict {
  if (a.kind === "number" && b.kind === "number") return containNumber(a, b);
  if (a.kind === "string" && b.kind === "string") return containString(a, b);
  if (a.kind === "array" && b.kind === "array") return containArray(a, b, sides);
  if (a.kind === "object" && b.kind === "object") return containObject(a, b, sides);
  throw new Error(`invariant: a ${a.kind} was compared with a ${b.kind}`);
}

import type { Json } from "../../../contract/json.ts";
import { pointer } from "../../catalog/origins.ts";
import type { RawSchema } from "../../json-schema/document.ts";
import type { SearchBudget } from "../pattern/find-string.ts";
import type { CheckedDocument } from "./checked-document.ts";
import { anythingId, type Interner, nodeAccepts, nodeOf, nothingId, openInterner, type SchemaNode } from "./node.ts";
import { decided, Undecidable, unknownBecause } from "./undecidable.ts";

// "Is every instance of a one of b?" is asked as "is there a value that a takes and b does not?". A goal is a list of
// schemas that a value must meet (sign true) or must not meet (sign false).

export interface Literal {
  readonly node: SchemaNode;
  readonly sign: boolean;
}

/** All must hold of one value. */
export type Goal = readonly Literal[];

/** `none` is a proof; a value that was found was checked by the evaluator. */
export type Answer =
  | { readonly kind: "found"; readonly value: Json }
  | { readonly kind: "none" }
  /** `path`: JSON Pointer to where the search got stuck. */
  | { readonly kind: "unknown"; readonly reason: string; readonly path?: string };

export const none: Answer = { kind: "none" };

/** The state of one search: what is known, what is being looked for, and how much work is left. */
export interface Search {
  readonly interner: Interner;
  /** Settled answers by goal. */
  readonly settled: Map<string, Answer>;
  /** Goals being looked for, by key. */
  readonly open: Map<string, Frame>;
  /** Answers that hold only if the goals they lean on have no value; by key, with the least depth they lean on. */
  readonly provisional: Map<string, number>;
  /** How deep inside the value the search stands. */
  level: number;
  readonly steps: { left: number };
  readonly texts: SearchBudget;
}

export interface Frame {
  readonly depth: number;
  readonly level: number;
  /** The least depth of an open goal that this one's answer leans on. */
  leans: number;
}

export function openSearch(): Search {
  return {
    interner: openInterner(),
    settled: new Map(),
    open: new Map(),
    provisional: new Map(),
    level: 0,
    steps: { left: 20_000 },
    texts: { left: 20_000 },
  };
}

export function step(search: Search): void {
  if (search.steps.left-- <= 0) throw new Undecidable("there are too many combinations to compare");
}

export function literal(raw: RawSchema, sign: boolean, document: CheckedDocument, search: Search): Literal {
  return { node: nodeOf(raw, document, search.interner), sign };
}

/** Without repeats and what always holds, in a fixed order; undefined when it contradicts itself. */
export function simplified(goal: Goal): Goal | undefined {
  const signs = new Map<number, Literal>();
  for (const one of goal) {
    const { id } = one.node;
    if (id === anythingId || id === nothingId) {
      if (one.sign === (id === anythingId)) continue;
      return undefined;
    }
    const known = signs.get(id);
    if (known !== undefined && known.sign !== one.sign) return undefined;
    if (known === undefined) signs.set(id, one);
  }
  return [...signs.values()].sort((a, b) => a.node.id - b.node.id);
}

export function keyOf(goal: Goal): string {
  return goal.map(({ node, sign }) => (sign ? node.id : `-${node.id}`)).join();
}

/** @throws Undecidable where the evaluator can't decide */
export function meets(value: Json, goal: Goal): boolean {
  return goal.every(({ node, sign }) => nodeAccepts(node, value) === sign);
}

/** An answer for a part of a value, as seen from the whole. */
export function within(part: string | number, answer: Answer): Answer {
  return answer.kind === "unknown" ? { ...answer, path: pointer("", part) + (answer.path ?? "") } : answer;
}

/** False also where the evaluator can't decide. */
export function certainlyMeets(value: Json, goal: Goal): boolean {
  return decided(
    () => meets(value, goal),
    () => false,
  );
}

/** A value as an answer, once the evaluator agrees. */
export function confirmed(value: Json, goal: Goal): Answer {
  const answer = (): Answer =>
    meets(value, goal) ? { kind: "found", value } : unknownBecause("no value was found, and none was ruled out");
  return decided(answer, unknownBecause);
}

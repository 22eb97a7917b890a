import type { Json } from "../../../contract/json.ts";
import { isJsonObject } from "../../../contract/json.ts";
import type { JsonKind } from "../../json-schema/read-keywords.ts";
import { plainCandidates } from "./candidates.ts";
import { type Alternative, type Clause, clausesOf } from "./clauses.ts";
import { type Constraints, unconstrained } from "./constraints.ts";
import {
  type Answer,
  certainlyMeets,
  type Goal,
  keyOf,
  type Literal,
  meets,
  none,
  type Search,
  simplified,
  step,
} from "./goal.ts";
import { typesOf } from "./read-keywords.ts";
import { remembered } from "./remember.ts";
import { solveArray } from "./solve-array.ts";
import { solveNumber } from "./solve-number.ts";
import { solveObject } from "./solve-object.ts";
import { solveString } from "./solve-string.ts";
import { decided, unknownBecause } from "./undecidable.ts";

/**
 * Looks for a value that meets all schemas of a goal. A goal that is met again deeper inside the value is taken to have
 * none there: a smallest value would have a smaller one inside (coinduction).
 * @param prefer values that are tried before all others
 */
export function inhabit(given: Goal, search: Search, prefer: readonly Json[] = []): Answer {
  const goal = simplified(given);
  if (goal === undefined) return none;
  return remembered(keyOf(goal), search, () => lookFor(goal, search, prefer));
}

/** The same for one JSON type, and for the same value: not deeper inside. */
function inhabitKind(given: Goal, kind: JsonKind, search: Search): Answer {
  const goal = simplified(given);
  if (goal === undefined) return none;
  return remembered(`${kind}:${keyOf(goal)}`, search, () => explore(startOf(goal, kind, search), search));
}

const kinds: readonly JsonKind[] = ["string", "number", "boolean", "null", "array", "object"];

function lookFor(goal: Goal, search: Search, prefer: readonly Json[]): Answer {
  const possible = possibleKinds(goal);
  let unknown: Answer | undefined;
  const candidate = [...prefer, ...plainCandidates(goal, possible)].find((value) => certainlyMeets(value, goal));
  if (candidate !== undefined) return { kind: "found", value: candidate };
  for (const kind of possible) {
    const answer = kind === "null" || kind === "boolean" ? among(fixed[kind], goal) : attempt(goal, kind, search);
    if (answer.kind === "found") return answer;
    if (answer.kind === "unknown") unknown ??= answer;
  }
  return unknown ?? none;
}

const fixed: { readonly null: readonly Json[]; readonly boolean: readonly Json[] } = {
  null: [null],
  boolean: [true, false],
};

function attempt(goal: Goal, kind: JsonKind, search: Search): Answer {
  return decided(() => explore(startOf(goal, kind, search), search), unknownBecause);
}

function possibleKinds(goal: Goal): readonly JsonKind[] {
  return kinds.filter((kind) =>
    goal.every(({ node: { raw, document }, sign }) => {
      if (!sign || !isJsonObject(raw)) return true;
      return decided(
        () => typesOf(raw, document.nullable)?.kinds.has(kind) ?? true,
        () => true,
      );
    }),
  );
}

/** One of finitely many values. */
function among(values: readonly Json[], goal: Goal): Answer {
  let answer = none;
  for (const value of values) {
    const one = decided((): Answer => (meets(value, goal) ? { kind: "found", value } : none), unknownBecause);
    if (one.kind === "found") return one;
    if (one.kind === "unknown") answer = one;
  }
  return answer;
}

/** A branch of the search: what was collected so far, and clauses of which one way each must still be taken. */
interface Branch {
  readonly goal: Goal;
  readonly kind: JsonKind;
  readonly constraints: Constraints;
  readonly taken: ReadonlyMap<number, Literal>;
  readonly clauses: readonly OpenClause[];
}

interface OpenClause {
  readonly ways: Clause;
  readonly from: Literal;
}

function startOf(goal: Goal, kind: JsonKind, search: Search): Branch | undefined {
  const empty: Branch = { goal, kind, constraints: unconstrained, taken: new Map(), clauses: [] };
  return take(empty, { atoms: [], literals: goal }, search);
}

/** Takes one way: all that follows from it without a choice. undefined: a contradiction. */
function take(branch: Branch, way: Alternative, search: Search): Branch | undefined {
  let constraints: Constraints | undefined = branch.constraints;
  const taken = new Map(branch.taken);
  const clauses = [...branch.clauses];
  const literals = [...way.literals];
  const atoms = [...way.atoms];
  for (;;) {
    for (const atom of atoms.splice(0)) {
      constraints = atom(constraints);
      if (constraints === undefined) return undefined;
    }
    const next = literals.shift();
    if (next === undefined) break;
    const known = taken.get(next.node.id);
    if (known !== undefined) {
      if (known.sign !== next.sign) return undefined;
      continue;
    }
    taken.set(next.node.id, next);
    step(search);
    for (const ways of clausesOf(next, branch.kind, search)) {
      const [only] = ways;
      if (only === undefined) return undefined;
      if (ways.length > 1) clauses.push({ ways, from: next });
      else {
        literals.push(...only.literals);
        atoms.push(...only.atoms);
      }
    }
  }
  return { ...branch, constraints, taken, clauses };
}

function explore(branch: Branch | undefined, search: Search): Answer {
  if (branch === undefined) return none;
  step(search);
  const { constraints, goal } = branch;
  if (constraints.values !== undefined) return among(constraints.values, goal);
  const open = relevant(branch, search);
  if (open === undefined) return none;
  const [clause, ...clauses] = open;
  if (clause === undefined) return solve(branch.kind, constraints, goal, search);
  let unknown: Answer | undefined;
  for (const way of clause.ways) {
    const answer = explore(take({ ...branch, clauses }, way, search), search);
    if (answer.kind === "found") return answer;
    if (answer.kind === "unknown") unknown ??= answer;
  }
  return unknown ?? none;
}

/**
 * The clauses in the order in which they are decided: first what a schema asks, then what it must not be. Where several
 * schemas must be broken, those that are out of reach anyway are dropped, and one that can't be broken ends the branch.
 * @returns undefined when it does
 */
function relevant(branch: Branch, search: Search): readonly OpenClause[] | undefined {
  const asked = branch.clauses.filter(({ from }) => from.sign);
  const denied = branch.clauses.filter(({ from }) => !from.sign);
  if (asked.length > 0 || denied.length < 2) return [...asked, ...denied];
  const positive = [...branch.taken.values()].filter(({ sign }) => sign);
  const kept: OpenClause[] = [];
  for (const clause of denied) {
    const { node } = clause.from;
    // What is certain by now, without what is still to be denied: a value there that the schema takes?
    const overlap: Branch = { ...branch, goal: [{ node, sign: true }], taken: new Map(), clauses: [] };
    if (explore(take(overlap, { atoms: [], literals: overlap.goal }, search), search).kind === "none") continue;
    if (inhabitKind([...positive, clause.from], branch.kind, search).kind === "none") return undefined;
    kept.push(clause);
  }
  return kept.sort((a, b) => a.ways.length - b.ways.length);
}

function solve(kind: JsonKind, constraints: Constraints, goal: Goal, search: Search): Answer {
  return decided(() => {
    const answer = solveKind(kind, constraints, goal, search);
    const [reason] = constraints.opaque;
    return answer.kind === "unknown" && reason !== undefined ? unknownBecause(reason) : answer;
  }, unknownBecause);
}

function solveKind(kind: JsonKind, constraints: Constraints, goal: Goal, search: Search): Answer {
  switch (kind) {
    case "number":
      return solveNumber(constraints, goal);
    case "string":
      return solveString(constraints, goal, search);
    case "array":
      return solveArray(constraints, goal, search);
    case "object":
      return solveObject(constraints, goal, search);
    default:
      throw new Error(`invariant: ${kind} has finitely many values`);
  }
}

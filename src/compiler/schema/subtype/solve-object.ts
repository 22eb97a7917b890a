import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { meetsPattern } from "../pattern/meets-pattern.ts";
import type { Constraints, SomeProperty } from "./constraints.ts";
import { freshNames } from "./fresh-name.ts";
import { type Answer, confirmed, type Goal, type Literal, meets, none, type Search, step, within } from "./goal.ts";
import { inhabit } from "./inhabit.ts";

/** An object: what must be there, then the properties that are asked for, then as many as are wanted. */
export function solveObject(all: Constraints, goal: Goal, search: Search): Answer {
  if (all.required.size > all.maxProperties) return none;
  const answer = choose(all, all.someProperties, goal, search);
  if (answer.kind !== "unknown" || all.excluded.length === 0) return answer;
  // The smallest one may be among the values that are ruled out.
  const larger = choose({ ...all, minProperties: all.required.size + 1 }, all.someProperties, goal, search);
  return larger.kind === "found" ? larger : answer;
}

/** Gives each property that is asked for a name: one that is there, one that is known, or a new one. */
function choose(all: Constraints, pending: readonly SomeProperty[], goal: Goal, search: Search): Answer {
  step(search);
  const impossible = [...all.required].some((name) => childGoal(all, name) === undefined);
  if (impossible || all.required.size > all.maxProperties) return none;
  const [some, ...others] = pending;
  if (some === undefined) return fill(all, goal, search);
  let unknown: Answer | undefined;
  const known = knownNames(all).filter((name) => isCalled(name, some));
  const take = (name: string): Answer => {
    if (all.absent.has(name)) return none;
    const own = new Map([...all.own, [name, [...(all.own.get(name) ?? []), ...some.goal]]]);
    return choose({ ...all, own, required: new Set([...all.required, name]) }, others, goal, search);
  };
  for (const name of known) {
    const answer = take(name);
    if (answer.kind === "found") return answer;
    if (answer.kind === "unknown") unknown ??= answer;
  }
  for (const fresh of freshNames(all, some, knownNames(all), search)) {
    const answer = fresh.kind === "found" && typeof fresh.value === "string" ? take(fresh.value) : fresh;
    if (answer.kind === "found" && isJsonObject(answer.value)) return answer;
    if (answer.kind === "unknown") unknown ??= answer;
  }
  return unknown ?? none;
}

/** Names that any schema mentions. */
export function knownNames(all: Constraints): readonly string[] {
  const names = new Set([...all.required, ...all.own.keys()]);
  for (const { properties } of all.shapes) for (const name of properties.keys()) names.add(name);
  for (const { notNamed } of all.someProperties) for (const name of notNamed) names.add(name);
  for (const name of all.absent) names.add(name);
  return [...names];
}

function isCalled(name: string, some: SomeProperty): boolean {
  if (some.notNamed.has(name)) return false;
  if (!some.matching.every((pattern) => meetsPattern(pattern, name))) return false;
  if (some.notMatching.some((pattern) => meetsPattern(pattern, name))) return false;
  return meets(name, some.name);
}

/** What a property of that name must meet; undefined when the name is not allowed. */
function childGoal(all: Constraints, name: string): Goal | undefined {
  if (all.absent.has(name)) return undefined;
  if (all.names.length > 0 && !meets(name, all.names)) return undefined;
  const literals: Literal[] = [...(all.own.get(name) ?? [])];
  for (const { properties, patterns, rest } of all.shapes) {
    const own = properties.get(name);
    const matched = patterns.filter(([pattern]) => meetsPattern(pattern, name)).map(([, node]) => node);
    const nodes = [...(own === undefined ? [] : [own]), ...matched];
    if (nodes.length === 0 && rest !== undefined) nodes.push(rest);
    for (const node of nodes) literals.push({ node, sign: true });
  }
  return literals;
}

function child(all: Constraints, name: string, search: Search): Answer {
  const goal = childGoal(all, name);
  if (goal === undefined) return none;
  search.level++;
  try {
    return within(name, inhabit(goal, search));
  } finally {
    search.level--;
  }
}

/** Values for all that must be there, those with wishes of their own first; then more properties until there are enough. */
function fill(all: Constraints, goal: Goal, search: Search): Answer {
  const object = new Map<string, Json>();
  let unknown: Answer | undefined;
  const wished = [...all.required].filter((name) => all.own.has(name));
  for (const name of new Set([...wished, ...all.required])) {
    const answer = child(all, name, search);
    if (answer.kind === "none") return none;
    if (answer.kind === "unknown") unknown ??= answer;
    else object.set(name, answer.value);
  }
  if (unknown !== undefined) return unknown;
  if (object.size < all.minProperties) {
    const enough = fillUp(object, all, search);
    if (enough !== undefined) return enough;
  }
  return confirmed(inOrder(object, all), goal);
}

const maxFilled = 64;

/** Adds optional properties; undefined when there are enough. */
function fillUp(object: Map<string, Json>, all: Constraints, search: Search): Answer | undefined {
  const giveUp: Answer = { kind: "unknown", reason: "too many properties are asked for" };
  if (all.minProperties > maxFilled) return giveUp;
  let unknown: Answer | undefined;
  for (const name of knownNames(all)) {
    if (object.size >= all.minProperties) return undefined;
    if (object.has(name)) continue;
    const answer = child(all, name, search);
    if (answer.kind === "found") object.set(name, answer.value);
    if (answer.kind === "unknown") unknown ??= answer;
  }
  const any: SomeProperty = { matching: [], notMatching: [], notNamed: new Set(), name: [], goal: [] };
  while (object.size < all.minProperties) {
    const before = object.size;
    for (const fresh of freshNames(all, any, [...knownNames(all), ...object.keys()], search)) {
      if (fresh.kind === "unknown") unknown ??= fresh;
      if (fresh.kind !== "found" || typeof fresh.value !== "string") continue;
      const answer = child(all, fresh.value, search);
      if (answer.kind === "unknown") unknown ??= answer;
      if (answer.kind !== "found") continue;
      object.set(fresh.value, answer.value);
      break;
    }
    if (object.size === before) return unknown ?? none;
  }
  return undefined;
}

/** In the order in which schemas name them. */
function inOrder(object: ReadonlyMap<string, Json>, all: Constraints): JsonObject {
  const names = new Set([...all.shapes.flatMap(({ properties }) => [...properties.keys()]), ...object.keys()]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = object.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

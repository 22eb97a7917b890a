import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { bareDocument, type CheckedDocument, checkDocument } from "./subtype/checked-document.ts";
import { evaluate } from "./subtype/evaluate.ts";
import { type Goal, literal, openSearch, type Search } from "./subtype/goal.ts";
import { inhabit } from "./subtype/inhabit.ts";
import { nodeOf } from "./subtype/node.ts";
import { nearValues } from "./subtype/samples.ts";
import { decided, Undecidable } from "./subtype/undecidable.ts";

/** A small instance of a schema, for witnesses; undefined where none was found. Confirm it with `compileCheck`. */
export function smallestInstance(schema: unknown): Json | undefined {
  return open(schema, (document, search) => found([schemaGoal(schema, document, search)], search));
}

/** Why `smallestInstance` found none, for messages: "it nests too deep". */
export function whyNoInstance(schema: unknown): string {
  try {
    const search = openSearch();
    const answer = inhabit([schemaGoal(schema, checkDocument(schema), search)], search);
    return answer.kind === "unknown" ? answer.reason : "it takes none";
  } catch (problem) {
    if (problem instanceof RangeError) return "it nests too deep";
    if (problem instanceof Undecidable) return problem.message.replace(/^the schema (nests too deep).*$/, "it $1");
    throw problem;
  }
}

/** A small object of a schema that has the given properties. Confirm it with `compileCheck`. */
export function smallestObjectWith(schema: unknown, given: JsonObject): JsonObject | undefined {
  return open(schema, (document, search) => {
    const properties = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { const: value }]));
    const has = { type: "object", properties, required: Object.keys(given) };
    const value = found([schemaGoal(schema, document, search), literal(has, true, bareDocument, search)], search);
    return isJsonObject(value) ? value : undefined;
  });
}

/**
 * Up to so many instances of a schema, small and varied: each property there and not, values at the bounds and beyond the
 * first. All are instances by the evaluator.
 */
export function instancesOf(schema: unknown, count: number): readonly Json[] {
  const instances = open(schema, (document, search) => {
    const goal = schemaGoal(schema, document, search);
    const values = new Map<string, Json>();
    const add = (value: Json | undefined): void => {
      if (value !== undefined && values.size < count) values.set(JSON.stringify(value), value);
    };
    add(found([goal], search));
    for (const value of nearValues(schema, document, 8 * count)) if (accepts(schema, value, document)) add(value);
    // Where luck gave few, the search goes on beside what it has found.
    for (let tries = values.size; tries < Math.min(count, maxSearched); tries++) {
      const others = [...values.values()].map((value) => literal({ const: value }, false, bareDocument, search));
      const value = found([goal, ...others], search);
      if (value === undefined) break;
      add(value);
    }
    return [...values.values()];
  });
  return instances ?? [];
}

const maxSearched = 12;

function schemaGoal(schema: unknown, document: CheckedDocument, search: Search): Goal[number] {
  return { node: nodeOf(schema, document, search.interner), sign: true };
}

function found(goal: Goal, search: Search): Json | undefined {
  const answer = inhabit(goal, search);
  return answer.kind === "found" ? answer.value : undefined;
}

function accepts(schema: unknown, value: Json, document: CheckedDocument): boolean {
  return decided(
    () => evaluate(schema, value, document),
    () => false,
  );
}

/** undefined for what is not a schema, or one that can't be read. */
function open<T>(schema: unknown, ask: (document: CheckedDocument, search: Search) => T): T | undefined {
  try {
    return ask(checkDocument(schema), openSearch());
  } catch (problem) {
    if (problem instanceof Undecidable || problem instanceof RangeError) return undefined;
    throw problem;
  }
}

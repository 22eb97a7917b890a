import type { Json } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { compileCheck } from "../schema/validate.ts";
import { leastInstance, leastObjectInBoth, leastObjectWith } from "./known-answers.ts";
import type { Step } from "./step.ts";

// Witnesses are whole: the arguments of a call, or a result. A value of one part is carried up to them step by step.

/** The schema of what holds a step's part; `undefined` in a step means the whole arguments or the whole result. */
export type HolderSchema = (step: Step) => JsonSchema;

/** The holders of parts: those whose values are made, and those that shall refuse nothing of them but the part. */
export interface Holders {
  readonly of: HolderSchema;
  readonly other: HolderSchema;
}

/**
 * Arguments, or a result, that hold the value where the trail leads.
 * @param nameOf the name of a field, on the side whose values are made
 * @returns undefined where none was found; what comes back has still to be confirmed
 */
export function carryUp(
  value: Json,
  trail: readonly Step[],
  holders: Holders,
  nameOf: (step: Step & { readonly into: "field" }) => string | undefined,
): Json | undefined {
  return trail.reduceRight<Json | undefined>(
    (part, step) => (part === undefined ? undefined : carryOver(part, step, holders, nameOf)),
    value,
  );
}

function carryOver(
  part: Json,
  step: Step,
  holders: Holders,
  nameOf: (step: Step & { readonly into: "field" }) => string | undefined,
): Json | undefined {
  switch (step.into) {
    case "field": {
      const name = nameOf(step);
      return name === undefined ? undefined : objectWith(name, part, [holders.of(step), holders.other(step)]);
    }
    case "items":
      return listWith(part, holders.of(step));
    case "open":
      return objectWith(freshName(step), part, [holders.of(step), holders.other(step)]);
    case "pattern": {
      const name = leastInstance({ type: "string", pattern: step.pattern });
      return typeof name === "string" ? objectWith(name, part, [holders.of(step), holders.other(step)]) : undefined;
    }
    case "option":
      return part;
  }
}

/** Often nothing else has to be there. What has to be is taken by the other side too, where such values are found. */
function objectWith(name: string, value: Json, [schema, other]: readonly [JsonSchema, JsonSchema]): Json | undefined {
  const alone = objectOf(name, value);
  const filled = leastObjectInBoth(schema, other, { given: alone, free: name });
  if (filled !== undefined && accepts(schema, filled) === true) return filled;
  return accepts(schema, alone) === true ? alone : leastObjectWith(schema, alone);
}

/** A field named __proto__ is a field. */
export function objectOf(name: string, value: Json): { readonly [name: string]: Json } {
  return Object.fromEntries([[name, value]]);
}

function listWith(item: Json, schema: JsonSchema): Json | undefined {
  const { prefixItems = [] } = schema as { readonly prefixItems?: readonly unknown[] }; // lists of others have tuples
  if (accepts(schema, [item]) === true && prefixItems.length === 0) return [item];
  const least = prefixItems.length + 1;
  return leastInstance({
    // Behind a tuple's own items.
    allOf: [schema, { type: "array", minItems: least, prefixItems: [...prefixItems.map(() => true), { const: item }] }],
    ...(schema.$defs === undefined ? {} : { $defs: schema.$defs }),
  });
}

function freshName({ of }: Step): string {
  const names = new Set(
    [of?.base, of?.head].flatMap((type) => (type?.kind === "object" ? type.fields : [])).map(({ name }) => name),
  );
  let name = "other";
  while (names.has(name)) name += "_";
  return name;
}

const checks = new WeakMap<JsonSchema, (value: unknown) => boolean | undefined>();

/** Does the validator accept the value; undefined where the schema is none that it can judge by. */
export function accepts(schema: JsonSchema, value: Json): boolean | undefined {
  const known = checks.get(schema) ?? compiled(schema);
  checks.set(schema, known);
  return known(value);
}

function compiled(schema: JsonSchema): (value: unknown) => boolean | undefined {
  const check = attempt(() => compileCheck(schema));
  return check === undefined ? () => undefined : (value) => attempt(() => check(value));
}

/** Foreign schemas make validators throw; then nothing is proved by them. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (problem) {
    if (problem instanceof Error) return undefined;
    throw problem;
  }
}

import type { Category, Change, DiffReport } from "../../src/compiler/diff/change.ts";
import { declaredOnly } from "../../src/compiler/diff/declared.ts";
import { readTools } from "../../src/compiler/diff/listed/read-tools.ts";
import { checkDocument } from "../../src/compiler/schema/subtype/checked-document.ts";
import { nearValues } from "../../src/compiler/schema/subtype/samples.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { count, isNight, type Tally } from "../law-search.ts";
import { ajvJudge } from "../schema/ajv-judge.ts";
import { editedValues } from "../schema/edited-values.ts";
import type { ForeignSchema } from "../schema/foreign-schemas.ts";
import { respelled } from "../schema/respell-schema.ts";
import { needsWitness } from "./needs-witness.ts";
import { unansweredBreaks } from "./unanswered-breaks.ts";

// Laws of the comparison of lists, over schemas with every keyword. Each takes the comparison as a parameter and gives what
// is wrong, one line each: so the laws themselves can be tried on comparisons that are wrong.

/** Schemas of the arguments and of the result of one tool in two lists. */
export type CompareSchemas = (base: JsonObject, head: JsonObject) => readonly Change[];

/** A list of one tool that takes and returns the same. */
export const listOf = (schema: JsonObject): JsonObject => ({
  tools: [{ name: "tool", inputSchema: schema, outputSchema: schema }],
});

/** The schema as it is where it is one of objects, else as that of a param. */
export function asArguments(schema: ForeignSchema): JsonObject {
  if (!isJsonObject(schema)) return { type: "object", properties: { value: schema } };
  if (schema.type === "object") return schema;
  const { $defs = {}, ...value } = schema;
  return { type: "object", properties: { value }, $defs };
}

export function comparing(diff: (base: Json, head: Json) => DiffReport | { readonly problem: string }): CompareSchemas {
  return (base, head) => {
    const report = diff(listOf(base), listOf(head));
    if ("problem" in report) throw new Error(report.problem);
    return report.changes;
  };
}

/** A list that was read takes and refuses what its schemas do. */
export function readingProblems(schema: JsonObject, tally: Tally): readonly string[] {
  const written = ourJudge(schema);
  const ours = ourJudge(read(schema).input);
  if (written === undefined || ours === undefined) return [];
  return valuesNear([schema]).flatMap((value) => {
    const [was, is] = [written(value), ours(value)];
    if (was === undefined || is === undefined) return [];
    tally.samples++;
    return was === is ? [] : [`${JSON.stringify(value)} was ${taken(was)}, and read it is ${taken(is)}`];
  });
}

/** A list does not differ from itself, nor from itself in other words. */
export function identityProblems(schema: JsonObject, compare: CompareSchemas): readonly string[] {
  const again = respelled(structuredClone(schema));
  const said = (changes: readonly Change[], about: string) => changes.map(({ id }) => `${about}: ${id}`);
  // The order of values is reported on request: models read it.
  const inWords = (changes: readonly Change[]) => changes.filter(({ id }) => !id.endsWith("enum-reordered"));
  return [
    ...said(compare(schema, structuredClone(schema)), "itself"),
    ...(isJsonObject(again)
      ? [
          ...said(inWords(compare(schema, again)), "in other words"),
          ...said(inWords(compare(again, schema)), "from other words"),
        ]
      : []),
  ];
}

/**
 * Of a pair, both ways: without a finding of at least WARN every sampled call and result that was valid still is; every
 * break has a witness that our validator and Ajv confirm; every break is answered by a partner when the sides change places.
 */
export function pairProblems(
  [base, head]: readonly [JsonObject, JsonObject],
  compare: CompareSchemas,
  tally: Tally,
): readonly string[] {
  const there = compare(base, head);
  const back = compare(head, base);
  const [inBase, inHead] = [ourJudge(base), ourJudge(head)];
  const judged = valuesNear([base, head]).map((value) => ({ value, base: inBase?.(value), head: inHead?.(value) }));
  tally.samples += judged.length;
  const sides = { base: { schema: base, key: "base" as const }, head: { schema: head, key: "head" as const } };
  return [
    ...wayProblems({ from: sides.base, to: sides.head, judged, changes: there, answers: back, tally }),
    ...wayProblems({ from: sides.head, to: sides.base, judged, changes: back, answers: there, tally }).map(
      (problem) => `back: ${problem}`,
    ),
  ];
}

interface Side {
  readonly schema: JsonObject;
  readonly key: "base" | "head";
}

interface Judged {
  readonly value: Json;
  readonly base: boolean | undefined;
  readonly head: boolean | undefined;
}

interface Way {
  readonly from: Side;
  readonly to: Side;
  readonly judged: readonly Judged[];
  readonly changes: readonly Change[];
  /** What was said with the sides changed. */
  readonly answers: readonly Change[];
  readonly tally: Tally;
}

function wayProblems(way: Way): readonly string[] {
  const { from, to, changes, tally } = way;
  for (const category of ["CALL", "RESULT"] as const) {
    count(tally, changes.some((change) => isLoud(change, category)) ? "reported" : "passed");
  }
  return [
    ...escapes("CALL", from, to, way),
    ...escapes("RESULT", to, from, way),
    ...changes.flatMap((change) => [
      ...witnessProblems(change, from.schema, to.schema),
      ...unansweredBreaks(change, way.answers),
    ]),
  ];
}

/** Values that the one side takes, without names that it does not declare, and the other refuses. */
function escapes(category: Category, taking: Side, refusing: Side, { judged, changes }: Way): readonly string[] {
  if (changes.some((change) => isLoud(change, category))) return [];
  const { input, output } = read(taking.schema);
  const declared = ourJudge(declaredOnly(category === "CALL" ? input : output, "root"));
  return judged
    .filter((one) => one[taking.key] === true && one[refusing.key] === false && declared?.(one.value) === true)
    .map(({ value }) => `escape of ${category}: ${JSON.stringify(value)}`);
}

const isLoud = (change: Change, category: Category) =>
  change.severity !== "INFO" && change.categories.includes(category);

function witnessProblems(change: Change, base: JsonObject, head: JsonObject): readonly string[] {
  const category = change.categories.find((one) => one === "CALL" || one === "RESULT");
  if (category === undefined || !needsWitness(change)) return [];
  const { witness } = change;
  if (witness === undefined) return [`${change.id} has no witness`];
  const [from, to] = category === "CALL" ? [base, head] : [head, base];
  // What has no counterpart is refused, or ignored: then it is refused by the same schema closed.
  const closed = declaredOnly(category === "CALL" ? read(to).input : read(to).output, "all");
  return [
    { who: "us", judge: ourJudge },
    { who: "Ajv", judge: theirJudge },
  ].flatMap(({ who, judge }) => {
    const reported = `${change.id}: the witness ${JSON.stringify(witness)}, says ${who}`;
    const stillTaken = [to, closed].every((schema) => judge(schema)?.(witness) === true);
    return [
      ...(judge(from)?.(witness) === false ? [`${reported}, was never valid`] : []),
      ...(stillTaken ? [`${reported}, is still valid`] : []),
    ];
  });
}

const read = remembered((schema: JsonObject): { readonly input: JsonSchema; readonly output: JsonSchema } => {
  const list = readTools(listOf(schema));
  if ("problem" in list) throw new Error(list.problem);
  const facts = list.catalog.tools[0]?.listed;
  return { input: facts?.input ?? {}, output: facts?.output ?? {} };
});

/** Most of the time of a law would go into making the same validators again. */
function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const found = known.get(key) ?? { value: make(key) };
    known.set(key, found);
    return found.value;
  };
}

/** Values that each schema is tried with: as many near it by the engine's own lights, and as many that those became. */
const samples = isNight ? 96 : 48;

function valuesNear(schemas: readonly JsonObject[]): readonly Json[] {
  const near = schemas.flatMap((schema) => nearValues(schema, checkDocument(schema), samples));
  return [...near, ...editedValues(near, samples * schemas.length)];
}

/** undefined: our validator can't judge by the schema, or about the value. */
const ourJudge = remembered((schema: object) => {
  const check = orUndefined(() => compileCheck(schema));
  return check && ((value: unknown) => orUndefined(() => check(value)));
});
const theirJudge = remembered((schema: object) => ajvJudge(schema));

function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (problem) {
    if (problem instanceof Error) return undefined;
    throw problem;
  }
}

const taken = (is: boolean) => (is ? "taken" : "refused");

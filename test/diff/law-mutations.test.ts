import { expect, test } from "vitest";
import type { Change } from "../../src/compiler/diff/change.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { tallied } from "../law-search.ts";
import { catalogPairProblems } from "./catalog-laws.ts";
import { type CompareSchemas, comparing, identityProblems, pairProblems, readingProblems } from "./list-laws.ts";
import { unansweredBreaks } from "./unanswered-breaks.ts";
import { alsoAnsweredBy, unanswered } from "./waivers.ts";

// The laws of list-laws.test.ts and laws.test.ts, each with a comparison that breaks it.

const compare = comparing((base, head) => diffLists(base, head));
const limited = (maximum: number): JsonObject => ({
  type: "object",
  properties: { size: { type: "integer", maximum } },
  additionalProperties: false,
});
const pair = [limited(9), limited(3)] as const;

/** The comparison with every change altered, or left out. */
const altered =
  (change: (one: Change) => readonly Change[]): CompareSchemas =>
  (base, head) =>
    compare(base, head).flatMap(change);

test("a comparison that is right has no problems", () => {
  expect(pairProblems(pair, compare, tallied())).toEqual([]);
  expect(identityProblems(pair[0], compare)).toEqual([]);
  expect(readingProblems(pair[0], tallied())).toEqual([]);
});

test.each<readonly [string, CompareSchemas, RegExp]>([
  [
    "a prover that always says yes lets calls escape",
    altered((one) => [{ ...one, severity: "INFO" }]),
    /^escape of CALL: \{"size":[4-9]\}$/,
  ],
  [
    "a rule that is silent about results lets results escape",
    altered((one) => (one.id === "result-widened" ? [] : [one])),
    /^back: escape of RESULT: \{"size":[4-9]\}$/,
  ],
  [
    "a break without a witness is caught",
    altered(({ witness: _, ...one }) => [one]),
    /^param-narrowed has no witness$/,
  ],
  [
    "a witness that was never valid is caught, by us and by Ajv",
    altered((one) => [{ ...one, witness: { size: 10 } }]),
    /^param-narrowed: the witness \{"size":10\}, says (?:us|Ajv), was never valid$/,
  ],
  [
    "a witness that is still valid is caught, by us and by Ajv",
    altered((one) => [{ ...one, witness: { size: 3 } }]),
    /^param-narrowed: the witness \{"size":3\}, says (?:us|Ajv), is still valid$/,
  ],
  [
    "a mirror that does not answer is caught",
    altered((one) => (one.id === "param-widened" ? [] : [one])),
    /^param-narrowed\/maximum: no mirror answers$/,
  ],
])("%s", (_, mutant, problem) => {
  const problems = pairProblems(pair, mutant, tallied());
  expect(problems.filter((one) => problem.test(one))).not.toEqual([]);
});

test("a comparison that finds differences in nothing is caught", () => {
  const nervous: CompareSchemas = (base) => compare(base, pair[1]);
  expect(identityProblems(pair[0], nervous)).toContain("itself: param-narrowed");
});

test("a comparison of catalogs that breaks a law is caught, whichever it is", () => {
  const size = (max: number) => [{ name: "size", type: { kind: "integer" as const, max }, required: false }];
  const of = (change: (one: Change) => readonly Change[]) =>
    catalogPairProblems(
      { base: size(9), head: size(3), values: [{ size: 5 }, { size: 3 }] },
      (base, head) => diff(base, head).changes.flatMap(change),
      tallied(),
    );
  expect(of((one) => [one])).toEqual([]);
  expect(of((one) => [{ ...one, severity: "INFO" }])).toContain('escape of CALL: {"size":5}');
  expect(of(({ witness: _, ...one }) => [one])).toContain("param-narrowed has no witness");
  expect(of((one) => [{ ...one, witness: { size: 10 } }])).toContain(
    'param-narrowed: the witness {"size":10} was never valid',
  );
  expect(of((one) => [{ ...one, witness: { size: 3 } }])).toContain(
    'param-narrowed: the witness {"size":3} is still valid',
  );
  expect(of((one) => (one.id === "param-widened" ? [] : [one]))).toContain("param-narrowed/maximum: no mirror answers");
});

const objectWith = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string", description: "What the note is called, in a few words." };

/** Pairs in which a break is not answered by the mirror of its rule: without them the waivers would not be needed. */
const waived: { readonly [rule: string]: readonly [JsonObject, JsonObject] } = {
  "param-added-required": [
    objectWith({ note: { type: "object" } }),
    objectWith({ note: objectWith({ title: { type: "string" } }, ["title"]) }),
  ],
  "param-moved": [objectWith({ title: text }), objectWith({ note: objectWith({ title: text }) })],
};

test.each([...Object.keys(unanswered), ...Object.keys(alsoAnsweredBy)])("%s needs its waiver", (id) => {
  const [base, head] = waived[id] ?? [];
  if (base === undefined || head === undefined) throw new Error(`no pair for ${id}`);
  const change = compare(base, head).find((one) => one.id === id);
  expect(change?.severity).toBe("ERR");
  const answers = compare(head, base);
  expect(change === undefined ? [] : unansweredBreaks(change, answers, {})).toEqual([`${id}: no mirror answers`]);
  expect(change === undefined ? [] : unansweredBreaks(change, answers)).toEqual([]);
});

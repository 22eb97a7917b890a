import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import type { DiffRule } from "../../src/compiler/diff/rule.ts";
import { rules } from "../../src/compiler/diff/rules.ts";
import { type Compare, caseProblems } from "./case-guards.ts";
import { caseOptions } from "./cases/means.ts";
import { cases, silentCases } from "./cases.ts";
import { asymmetric, readingMore, unexplained, unknownMirrors, unmirrored, withoutSilentPair } from "./rule-guards.ts";
import { valueRules } from "./value-rules.ts";

// The guards of rules.test.ts, each with a mistake that it must catch.

const mutated = (id: string, change: (rule: DiffRule) => DiffRule, table: readonly DiffRule[] = rules) =>
  table.map((rule) => (rule.id === id ? change(rule) : rule));
const without = (...ids: readonly string[]) => valueRules.filter((rule) => !ids.includes(rule.id));

test("a rule without an example is caught", () => {
  const mute = mutated("param-narrowed", (rule) => ({ ...rule, explain: { why: "Because.", bad: "", good: "x" } }));
  expect(unexplained(mute)).toContain("param-narrowed does not say bad");
});

test("a mirror that is not a rule is caught", () => {
  const lost = mutated("param-narrowed", (rule) => ({ ...rule, mirror: "maximum-rised" }));
  expect(unknownMirrors(lost)).toEqual(["param-narrowed has the mirror maximum-rised, which is not a rule"]);
});

test("a rule without a mirror is caught, and so is a waiver that is not needed", () => {
  // Without a member that is optional it still is one.
  const alone = mutated("param-narrowed", ({ mirror: _, ...rule }) => rule as DiffRule);
  expect(unmirrored(alone)).toContain("param-narrowed has no mirror and no waiver");
  const mirrored = mutated("default-invalid", (rule) => ({ ...rule, mirror: "default-changed" }));
  expect(unmirrored(mirrored)).toContain("default-invalid has a waiver for its mirror and needs none");
});

test("a rule about arguments without a partner about results is caught, under whatever name the partner goes", () => {
  expect(asymmetric(without("result-narrowed"))).toEqual(["param-narrowed has no partner for results and no waiver"]);
  expect(asymmetric(without("output-became-required"))).toEqual([
    "param-became-required has the partner output-became-required, which is not a rule",
  ]);
});

test("a partner of the same severity is caught: what narrows arguments widens results", () => {
  const wrong = mutated("result-narrowed", (rule) => ({ ...rule, severity: "ERR" }), valueRules);
  expect(asymmetric(wrong)).toEqual(["result-narrowed is ERR, and no mirror of param-narrowed is"]);
});

test("a rule that is its own mirror and has no near pair is caught", () => {
  const { "param-changed": _, ...fewer } = silentCases;
  expect(withoutSilentPair(rules, fewer)).toContain("param-changed");
});

test("a rule that reads more of a tool than it says is caught", () => {
  const blind = mutated("title-changed", (rule) => ({ ...rule, reads: ["summary"] }));
  expect(readingMore(blind, Object.values(cases))).toEqual(["title-changed reads more than it says"]);
});

const compare: Compare = (base, head) => diff(base, head, caseOptions).changes;
const rule = rules.find((one) => one.id === "param-narrowed");
const pair = cases["param-narrowed"];

test.each<readonly [string, Compare, readonly string[]]>([
  ["a sound rule has no problems", compare, []],
  [
    "a rule that is silent is caught",
    (base, head) => compare(base, head).filter((change) => change.id !== "param-narrowed"),
    ["it is silent"],
  ],
  [
    "a difference between equals is caught",
    (base, head) => [...compare(base, head), ...compare(...onePair())],
    ["equal catalogs differ", "it speaks about the opposite change"],
  ],
  [
    "a mirror that does not answer is caught",
    (base, head) => compare(base, head).filter((change) => change.id !== "param-widened"),
    ["no mirror answers"],
  ],
  [
    "a witness that was never valid is caught",
    (base, head) => compare(base, head).map((change) => ({ ...change, witness: { value: 5 } })),
    ["the witness was never valid"],
  ],
  [
    "a witness that is still valid is caught",
    (base, head) => compare(base, head).map((change) => ({ ...change, witness: {} })),
    ["the witness is still valid"],
  ],
])("%s", (_, mutant, problems) => {
  expect(rule === undefined ? undefined : caseProblems(rule, onePair(), mutant)).toEqual(problems);
});

function onePair() {
  if (pair === undefined) throw new Error("no case for param-narrowed");
  return pair;
}

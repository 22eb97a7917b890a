import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import { rules } from "../../src/compiler/diff/rules.ts";
import { type Compare, caseProblems } from "./case-guards.ts";
import { changed, field, object, type Pair, param } from "./cases/build.ts";
import { caseOptions } from "./cases/means.ts";
import { cases, silentCases } from "./cases.ts";
import { asymmetric, readingMore, unexplained, unknownMirrors, unmirrored, withoutSilentPair } from "./rule-guards.ts";
import { valueRules } from "./value-rules.ts";

const compare: Compare = (base, head) => diff(base, head, caseOptions).changes;

test("every rule has a case and every case a rule", () => {
  expect(Object.keys(cases).sort()).toEqual([...new Set(rules.map((rule) => rule.id))].sort());
});

test("every rule says why, and shows a change about which it speaks and one about which it is silent", () => {
  expect(unexplained(rules)).toEqual([]);
});

test("every mirror names a rule", () => {
  expect(unknownMirrors(rules)).toEqual([]);
});

test("every rule has a mirror or a waiver", () => {
  expect(unmirrored(rules)).toEqual([]);
});

test("every rule about arguments has its partner about results, with the severity turned round, or a waiver", () => {
  expect(asymmetric(valueRules)).toEqual([]);
});

/** What rules find in a second part of a tool, which their case does not change. */
const otherWays: readonly Pair[] = [
  changed(
    {},
    { guidance: { useWhen: ["There is one."], avoidWhen: [], practices: [], workflows: [], after: [], before: [] } },
  ),
  changed({ verbatim: { _meta: { a: 1 }, icons: [] } }, { verbatim: { _meta: { a: 2 } } }),
  changed({ verbatim: { execution: { taskSupport: "required" } } }, { verbatim: {} }),
  changed({ tasks: "required" }, {}),
  changed({ tasks: "optional" }, {}),
  param({ examples: ["a"] }, {}),
  changed({ examples: [{ title: "One.", given: [], arguments: {} }] }, {}),
  changed({ contentOnly: true, result: object([field("title")]) }, { result: object([field("title")]) }),
];

test("every rule that says what it reads of a tool reads no more", () => {
  const pairs = [...Object.values(cases), ...Object.values(silentCases), ...otherWays];
  expect(readingMore(rules, [...pairs, ...pairs.map(([base, head]): Pair => [head, base])])).toEqual([]);
});

test("every rule that is its own mirror has a near pair about which it is silent", () => {
  expect(withoutSilentPair(rules, silentCases)).toEqual([]);
});

test.each(Object.entries(silentCases))("%s is silent about the near pair", (id, [base, head]) => {
  expect(base).not.toEqual(head);
  expect(compare(base, head).map((change) => change.id)).not.toContain(id);
});

test.each(Object.entries(cases))(
  "%s speaks about its case, is silent about the opposite, and its mirror answers; its witness is one",
  (id, pair) => {
    const rule = rules.find((one) => one.id === id);
    expect(rule === undefined ? "no such rule" : caseProblems(rule, pair, compare)).toEqual([]);
  },
);

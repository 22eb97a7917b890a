import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import type { Pair } from "./cases/build.ts";
import { examplePair } from "./cases/examples.ts";
import { valueRules } from "./value-rules.ts";

const today = "2026-06-01";

const speaks = (id: string, [base, head]: Pair) =>
  diff(base, head, { today }).changes.some((change) => change.id === id);

// That a rule speaks about its bad example is tested with the cases: it is one of them.
test.each(valueRules)("$id is silent about its good example, and both examples compile", (rule) => {
  const good = examplePair(rule, "good");
  expect([rule.id, examplePair(rule, "bad") !== undefined, good !== undefined]).toEqual([rule.id, true, true]);
  expect(good === undefined || speaks(rule.id, good)).toBe(false);
});

import { expect, it } from "vitest";
import { conditionText, isWithin, mayHaveToConfirm, mustConfirm } from "../../src/contract/confirm-condition.ts";
import type { Confirmation } from "../../src/contract/tool-facts.ts";

const when = (condition?: Confirmation["when"]): Confirmation => ({
  message: "go",
  ...(condition && { when: condition }),
});
const always = when();
const one = when({ action: "void" });
const several = when({ action: ["void", "delete"] });
const both = when({ action: ["void", "delete"], scope: "all" });

it.each<[Confirmation, object, boolean]>([
  [always, {}, true],
  [one, { action: "void" }, true],
  [one, { action: "delete" }, false],
  [one, {}, false],
  [several, { action: "delete" }, true],
  [several, { action: "send" }, false],
  [both, { action: "void", scope: "all" }, true],
  [both, { action: "void", scope: "one" }, false],
])("a call must be confirmed where each param has one of its values: %j %j", (confirmation, args, expected) => {
  expect(mustConfirm(confirmation, { ...args })).toBe(expected);
});

it.each<[Confirmation, object, boolean]>([
  [several, {}, true],
  [several, { action: "delete" }, true],
  [several, { action: "send" }, false],
  [both, { scope: "one" }, false],
])("values that are always sent may rule it out: %j %j", (confirmation, set, expected) => {
  expect(mayHaveToConfirm(confirmation, { ...set })).toBe(expected);
});

it("says whether one asks only where the other does", () => {
  const all = [always, one, several, both];
  expect(all.map((narrow) => all.map((wide) => isWithin(narrow, wide)))).toEqual([
    [true, false, false, false],
    [true, true, true, false],
    [true, false, true, false],
    [true, false, true, true],
  ]);
  expect(isWithin(when({ act: "void" }), one, (name) => (name === "action" ? "act" : name))).toBe(true);
});

it("is said in words", () => {
  expect([always, one, both].map((each) => conditionText(each, String))).toEqual([
    "",
    "action is void",
    "action is void or delete and scope is all",
  ]);
});

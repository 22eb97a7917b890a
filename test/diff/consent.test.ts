import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import type { Confirmation } from "../../src/contract/tool-facts.ts";
import { changed, enumOf, field } from "./cases/build.ts";

const always: Confirmation = { message: "delete" };
const forAction = (action: string): Confirmation => ({ message: "delete", when: { action } });
const forActions = (...action: readonly string[]): Confirmation => ({ message: "delete", when: { action } });

test.each<[string, Confirmation, Confirmation, readonly string[]]>([
  ["another question", always, { message: "really delete" }, []],
  [
    "asked more often",
    forAction("drop"),
    always,
    ["WARN 'note_create' now always asks for confirmation, not only when action is 'drop'"],
  ],
  [
    "asked less often",
    always,
    forAction("drop"),
    ["INFO 'note_create' asks for confirmation only when action is 'drop' now"],
  ],
  [
    "asked elsewhere",
    forAction("drop"),
    forAction("add"),
    ["WARN 'note_create' now asks for confirmation when action is 'add' instead of when action is 'drop'"],
  ],
  [
    "asked for one action more",
    forAction("drop"),
    forActions("add", "drop"),
    ["WARN 'note_create' now asks for confirmation when action is 'add' or 'drop' instead of when action is 'drop'"],
  ],
  [
    "asked for one action less",
    forActions("add", "drop"),
    forAction("drop"),
    ["INFO 'note_create' asks for confirmation only when action is 'drop' now"],
  ],
])("%s", (_, was, is, expected) => {
  const [base, head] = changed({ confirm: was }, { confirm: is });
  const found = diff(base, head).changes.filter(({ id }) => id.startsWith("consent-or-elicitation"));
  expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual(expected);
});

test("a question about a value that no older call could send is not a change for callers", () => {
  const actions = (...values: readonly string[]) => [field("action", enumOf(...values))];
  const consents = (older: readonly string[]) => {
    const [base, head] = changed(
      { params: actions(...older) },
      { params: actions("add", "drop"), confirm: forAction("drop") },
    );
    return diff(base, head).changes.filter(({ id }) => id.startsWith("consent-or-elicitation")).length;
  };
  expect([consents(["add"]), consents(["add", "drop"])]).toEqual([0, 1]);
});

test("one action more to be confirmed, that no older call could send, is not a change for callers", () => {
  const actions = (...values: readonly string[]) => [field("action", enumOf(...values))];
  const [base, head] = changed(
    { params: actions("add", "drop"), confirm: forAction("drop") },
    { params: actions("add", "drop", "purge"), confirm: forActions("drop", "purge") },
  );
  expect(diff(base, head).changes.filter(({ id }) => id.startsWith("consent-or-elicitation"))).toEqual([]);
});

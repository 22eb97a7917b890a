import { describe, expect, test } from "vitest";
import { actionsTaking, checkAction } from "../../src/contract/actions.ts";
import { mapAlias } from "../../src/contract/alias.ts";
import { isDeeperThan } from "../../src/contract/depth.ts";
import { isSensitive } from "../../src/contract/sensitive.ts";
import type { ActionTable } from "../../src/contract/tool-facts.ts";
import { clip, codePointLength } from "../../src/contract/utf8.ts";
import { wrap } from "../../src/contract/wrap.ts";

describe("wrap", () => {
  test.each([
    [{ a: 1 }, { a: 1 }],
    [[1, 2], { items: [1, 2], count: 2 }],
    [[], { items: [], count: 0 }],
    [undefined, { data: null }],
    [null, { data: null }],
    ["x", { data: "x" }],
    [0, { data: 0 }],
    [false, { data: false }],
  ])("%j becomes %j", (returned, expected) => {
    expect(wrap(returned)).toEqual(expected);
  });
});

describe("action table", () => {
  const table: ActionTable = {
    by: "action",
    cases: [
      { action: "start", requires: [], optional: ["note"] },
      { action: "progress", requires: ["percent"], optional: ["note"] },
      { action: "stop", requires: [], optional: [] },
    ],
  };
  const input = { type: "object", properties: { percent: { type: "integer", minimum: 0, maximum: 100 } } } as const;

  test("names what the action lacks and what only others take", () => {
    expect(checkAction(table, { action: "progress", task: "t" }, [], input).violations).toEqual([
      { path: "/percent", expected: "an integer from 0 to 100, which action 'progress' requires", found: "nothing" },
    ]);
    expect(checkAction(table, { action: "stop", note: "x", percent: 3 }, [], input).violations).toEqual([
      { path: "/note", expected: "nothing with action 'stop': only 'start' and 'progress' take it", found: "a value" },
      { path: "/percent", expected: "nothing with action 'stop': only 'progress' takes it", found: "a value" },
    ]);
  });
  test("a trimmed text that is blank counts as missing where the action requires it", () => {
    const cases = [{ action: "stop", requires: ["why"], optional: ["note"] }];
    const texts = { type: "object", properties: { why: { type: "string" }, note: { type: "string" } } } as const;
    const given = { action: "stop", why: "", note: "" };
    const trimmed = { kind: "string", trim: true } as const;
    const plan = { kind: "object", fields: { why: { plan: trimmed }, note: { plan: trimmed } } } as const;
    expect(checkAction({ by: "action", cases }, given, [], texts, plan).violations).toEqual([
      { path: "/why", expected: "a text, which action 'stop' requires", found: "a blank text" },
    ]);
    expect(checkAction({ by: "action", cases }, given, [], texts).violations).toEqual([]);
  });
  test("takes off the defaults of params that the action does not take", () => {
    expect(checkAction(table, { action: "stop", task: "t", note: "" }, ["note"], input)).toEqual({
      value: { action: "stop", task: "t" },
      violations: [],
    });
  });
  test("leaves an unknown action to its enum", () => {
    expect(checkAction(table, { action: "fly" }, [], input)).toEqual({ value: { action: "fly" }, violations: [] });
  });
  test("a param that no action names belongs to all", () => {
    expect([actionsTaking(table, "task"), actionsTaking(table, "note")]).toEqual([[], ["start", "progress"]]);
  });
});

describe("alias mapping", () => {
  const mapping = { rename: { taskId: "task" }, set: { action: "start" }, defaults: { limit: 5 }, ignore: ["type"] };
  test("drops, renames, fills defaults, then sets constants", () => {
    expect(mapAlias(mapping, { taskId: "t", type: 1, action: "stop", note: "x" })).toEqual({
      arguments: { note: "x", task: "t", limit: 5, action: "start" },
      ignored: ["type"],
      conflicts: [],
    });
  });
  test("two spellings with different values conflict", () => {
    expect(mapAlias(mapping, { taskId: "t", task: "u" }).conflicts).toEqual([{ old: "taskId", current: "task" }]);
  });
  test("a key named __proto__ stays a key", () => {
    const mapped = mapAlias(mapping, JSON.parse('{"__proto__":{"x":1}}'));
    expect(Object.keys(mapped.arguments)).toEqual(["__proto__", "limit", "action"]);
  });
});

test("what a sensitive param holds is sensitive, through lists, maps, unions and other spellings", () => {
  const secret = { kind: "object", fields: { key: { sensitive: true, aliases: { token: null } } } } as const;
  const plan = {
    kind: "object",
    fields: {
      list: { plan: { kind: "array", items: secret } },
      map: { plan: { kind: "object", fields: {}, rest: { kind: "ref", name: "Secret" } } },
      either: { plan: { kind: "union", options: [{ tag: "string" }, { tag: "object", plan: secret }] } },
    },
  } as const;
  const asked = [
    "/list/0/key",
    "/list/0/key/deep",
    "/list/0/token",
    "/map/any/key",
    "/either/key",
    "/either",
    "/list/0/other",
    "",
  ];
  expect(asked.filter((path) => isSensitive(plan, { Secret: secret }, path))).toEqual(asked.slice(0, 5));
});

test("depth is measured without recursion", () => {
  const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  expect([isDeeperThan(64, deep), isDeeperThan(2, [[1]]), isDeeperThan(1, [[1]]), isDeeperThan(0, "x")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("texts are cut between characters and counted in code points", () => {
  expect([clip("a😀b", 3), clip("ab", 2), codePointLength("a😀b"), codePointLength("\ud800")]).toEqual([
    "a…",
    "ab",
    3,
    1,
  ]);
});

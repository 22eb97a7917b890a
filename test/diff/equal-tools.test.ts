import { describe, expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { equalTools } from "../../src/compiler/diff/listed/read-tools.ts";
import { sameValue } from "../../src/compiler/json-schema/same-value.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";

// Tools that are equal on both sides are not read, and count all the same in what concerns the whole list.

const nested = (levels: number, leaf: Json): Json => {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
};

test.each<readonly [string, boolean, Json, Json]>([
  ["keys in another order", true, { a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 }],
  ["a hundred thousand levels", true, nested(100_000, "x"), nested(100_000, "x")],
  ["another leaf below them", false, nested(100_000, "x"), nested(100_000, "y")],
  ["items in another order", false, [1, 2], [2, 1]],
  ["an item more", false, [1], [1, 2]],
  ["a key that all objects inherit", false, { toString: 1 }, { other: 1 }],
  ["a field named __proto__", false, JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse('{"__proto__": {"a": 2}}')],
  ["null and nothing in it", false, null, {}],
  ["a list and an object of its indexes", false, ["a"], { 0: "a" }],
  ["a number and its text", false, 1, "1"],
])("equality of %s: %s", (_, expected, a, b) => {
  expect(sameValue(a, b)).toBe(expected);
  expect(sameValue(b, a)).toBe(expected);
});

const kept: JsonObject = {
  name: "note_search",
  description: "Finds notes by words of their title or text; see `note_purge`.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};
/** The same tool, spelled otherwise, so that it has to be read. */
const keptOtherwise: JsonObject = { ...kept, inputSchema: { ...(kept.inputSchema as JsonObject), $defs: {} } };
const purge: JsonObject = {
  ...kept,
  name: "note_purge",
  description: "Purges the bin.",
  inputSchema: { type: "object" },
};

test("only what is equal on both sides is shared, by the first of each name", () => {
  const base = { tools: [kept, purge, { ...kept, description: "A second one." }] };
  const head = { result: { tools: [{ ...purge, description: "Otherwise." }, { name: "" }, kept] } };
  expect([...equalTools(base, head).keys()]).toEqual(["note_search"]);
  expect([...equalTools(base, { tools: [] }).keys()]).toEqual([]);
  expect([...equalTools("no list", head).keys()]).toEqual([]);
});

describe.each<readonly [string, string, readonly JsonObject[], readonly JsonObject[]]>([
  ["a tool that came to read like it", "description-overlap", [], [{ ...kept, name: "search_note" }]],
  ["a name that is the same to clients", "name-collision-folded", [], [{ ...purge, name: "note.search" }]],
  ["a tool that it names, and that is gone", "description-dangling-reference", [purge], []],
  ["a tool before which it stands now", "tool-order-changed", [purge], [purge]],
  [
    "too many tools beside it",
    "profile-tool-count",
    [],
    Array.from({ length: 200 }, (_, index) => ({ ...purge, name: `other_${index}`, description: `Of kind ${index}.` })),
  ],
])("beside an equal tool: %s", (_, rule, before, after) => {
  const reported = (same: JsonObject) => {
    const first = rule === "tool-order-changed";
    const report = diffLists({ tools: [kept, ...before] }, { tools: first ? [...after, same] : [same, ...after] });
    return "problem" in report ? report.problem : report.changes.map(({ fingerprint: _, ...change }) => change);
  };

  test("is reported, and as if it had been read", () => {
    expect(reported(kept)).toContainEqual(
      expect.objectContaining(
        rule.endsWith("-reference") || rule === "tool-order-changed" ? { id: rule } : { facet: rule },
      ),
    );
    expect(reported(kept)).toEqual(reported(keptOtherwise));
  });
});

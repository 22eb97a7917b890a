import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { respellObject, type Spelling } from "../../src/contract/spelling.ts";

const filter: Spelling = {
  kind: "object",
  fields: [{ name: "minAge", own: "min_age" }, { name: "name" }],
};
const spelling: Spelling = {
  kind: "object",
  fields: [
    { name: "pageSize", own: "page_size" },
    { name: "filter", inside: filter },
    { name: "filters", own: "all", inside: { kind: "array", items: filter } },
    // Each has the name that the other has on the other side.
    { name: "a", own: "b" },
    { name: "b", own: "a" },
  ],
};

describe("a name that is taken on the other side is left out", () => {
  test.each<[title: string, given: JsonObject, value: JsonObject, taken: readonly [string, string][]]>([
    ["before the field", { page_size: "x", pageSize: 1 }, { page_size: 1 }, [["/page_size", "pageSize"]]],
    ["after the field", { pageSize: 1, page_size: "x" }, { page_size: 1 }, [["/page_size", "pageSize"]]],
    ["without the field", { page_size: "x" }, {}, [["/page_size", "pageSize"]]],
    [
      "in an object",
      { filter: { minAge: 3, min_age: "x" } },
      { filter: { min_age: 3 } },
      [["/filter/min_age", "minAge"]],
    ],
    ["in items", { filters: [{}, { min_age: 1 }] }, { all: [{}, {}] }, [["/filters/1/min_age", "minAge"]]],
    ["but not one that two fields share", { a: 1, b: 2 }, { b: 1, a: 2 }, []],
    ["and no other one", { filter: { all: 1 }, more: 2 }, { filter: { all: 1 }, more: 2 }, []],
  ])("%s", (_, given, value, taken) => {
    const spelled = respellObject(spelling, given, "handler");
    expect(spelled.value).toEqual(value);
    expect(spelled.taken.map(({ path, nearMiss }) => [path, nearMiss])).toEqual(taken);
  });

  test("also of what a handler returns", () => {
    const spelled = respellObject(spelling, { page_size: 1, pageSize: "x" }, "caller");
    expect(spelled).toEqual({
      value: { pageSize: 1 },
      taken: [{ path: "/pageSize", name: "pageSize", nearMiss: "page_size" }],
    });
  });
});

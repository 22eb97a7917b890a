import fc from "fast-check";
import { expect, test } from "vitest";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { dropUndeclared } from "../../src/contract/drop-undeclared.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { argumentsOf } from "./arguments-of.ts";

const text = { type: "string" } as const;
const closed = (properties: JsonSchema["properties"] = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
});
const kind = (word: string) => ({ type: "string", enum: [word] }) as const;

const schema: JsonSchema = {
  ...closed({
    title: text,
    owner: closed({ name: text }),
    either: { anyOf: [closed({ kind: kind("file"), path: text }), closed({ kind: kind("none") }), { type: "null" }] },
    tree: { $ref: "#/$defs/Tree" },
    counts: { type: "object", additionalProperties: closed({ count: { type: "integer" } }) },
    open: { type: "object", properties: { a: text } },
    any: {},
  }),
  $defs: { Tree: closed({ children: { type: "array", items: { $ref: "#/$defs/Tree" } } }) },
};

test.each<[title: string, given: JsonObject, kept: JsonObject, dropped: readonly string[]]>([
  ["at the root", { title: "a", at: 1 }, { title: "a" }, ["/at"]],
  ["in an object", { owner: { name: "a", age: 7 } }, { owner: { name: "a" } }, ["/owner/age"]],
  ["by the option of a union", { either: { kind: "none", path: "a" } }, { either: { kind: "none" } }, ["/either/path"]],
  ["not where no option fits", { either: { kind: "dir", path: "a" } }, { either: { kind: "dir", path: "a" } }, []],
  [
    "in items, once a place",
    { tree: { children: [{ x: 1 }, { x: 2 }] } },
    { tree: { children: [{}, {}] } },
    ["/tree/children/*/x"],
  ],
  [
    "in the values of a map, whose keys stay",
    { counts: { "a/b": { count: 1, x: 2 } } },
    { counts: { "a/b": { count: 1 } } },
    ["/counts/a~1b/x"],
  ],
  [
    "not in an open object",
    { open: { a: "a", b: [1] }, any: { b: { c: 1 } } },
    { open: { a: "a", b: [1] }, any: { b: { c: 1 } } },
    [],
  ],
  ["named like a prototype", JSON.parse('{"__proto__":{"a":1},"title":"a"}'), { title: "a" }, ["/__proto__"]],
])("keys that are not declared are dropped %s", (_title, given, kept, dropped) => {
  expect(dropUndeclared(schema, given)).toEqual({ value: kept, dropped });
});

test("a value that has only declared keys stays as it is, and a second pass drops nothing", () => {
  const check = compileCheck(schema);
  fc.assert(
    fc.property(argumentsOf(schema), (given) => {
      const once = dropUndeclared(schema, given);
      const isSame = JSON.stringify(once.value) === JSON.stringify(given);
      expect({ given, isSame }).toEqual({ given, isSame: once.dropped.length === 0 });
      if (check(given)) expect(once.dropped).toEqual([]);
      expect(dropUndeclared(schema, once.value)).toEqual({ value: once.value as Json, dropped: [] });
    }),
  );
});

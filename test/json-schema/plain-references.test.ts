import { expect, test } from "vitest";
import { plainReferences } from "../../src/compiler/json-schema/plain-references.ts";
import type { JsonObject } from "../../src/contract/json.ts";

function deep(levels: number): JsonObject {
  return levels === 0 ? {} : { not: deep(levels - 1) };
}

/** Each resource has two anchors of one name before it, so that the scopes double with each. */
function doubling(levels: number): JsonObject {
  const resources = Array.from({ length: levels }, (_, at) => {
    const next = at + 1 === levels ? {} : { $ref: `/left${at + 1}` };
    const other = at + 1 === levels ? {} : { $ref: `/right${at + 1}` };
    const resource = (side: string) => ({
      $id: `https://example.com/${side}${at}`,
      $defs: { anchor: { $dynamicAnchor: `n${at}` } },
      anyOf: [{ ...next }, { ...other }],
    });
    return ["left", "right"].map((side) => [`${side}${at}`, resource(side)] as const);
  });
  return { $id: "https://example.com/", $ref: "/left0", $defs: Object.fromEntries(resources.flat()) };
}

const tree: JsonObject = {
  $id: "https://example.com/tree",
  $dynamicAnchor: "node",
  type: "object",
  properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
};

test.each<readonly [what: string, schema: JsonObject, plain: JsonObject | undefined]>([
  ["nothing to do", { type: "string", enum: ["$ref"] }, { type: "string", enum: ["$ref"] }],
  [
    "a name, an identifier and a pointer",
    {
      properties: { a: { $ref: "#name" }, b: { $ref: "https://example.com/b" }, c: { $ref: "#/$defs/c/items" } },
      $defs: {
        a: { $anchor: "name", type: "string" },
        b: { $id: "https://example.com/b", type: "null" },
        c: { items: { type: "number" } },
      },
    },
    {
      properties: { a: { $ref: "#/$defs/1" }, b: { $ref: "#/$defs/2" }, c: { $ref: "#/$defs/3" } },
      $defs: { 1: { type: "string" }, 2: { type: "null" }, 3: { type: "number" } },
    },
  ],
  [
    "a schema that refers to itself",
    { properties: { next: { $ref: "#" } }, $comment: "x" },
    { properties: { next: { $ref: "#" } }, $comment: "x" },
  ],
  [
    "a dynamic reference, which leads to the outermost schema of its name",
    {
      $id: "https://example.com/closed",
      $dynamicAnchor: "node",
      $ref: "tree",
      unevaluatedProperties: false,
      $defs: { tree },
    },
    {
      unevaluatedProperties: false,
      $ref: "#/$defs/1",
      $defs: { 1: { type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } } },
    },
  ],
  [
    "a dynamic reference beside another",
    { $defs: { a: { $dynamicAnchor: "a" }, b: { minimum: 1 } }, $ref: "#/$defs/b", $dynamicRef: "#a" },
    { $ref: "#/$defs/1", allOf: [{ $ref: "#/$defs/2" }], $defs: { 1: { minimum: 1 }, 2: {} } },
  ],
  [
    "booleans",
    { properties: { a: { $ref: "#/$defs/no" } }, $defs: { no: false } },
    { properties: { a: { $ref: "#/$defs/is-false" } }, $defs: { "is-false": false } },
  ],
  ["a reference that leads nowhere", { $ref: "#/$defs/a" }, undefined],
  ["another document", { $ref: "https://example.com/b" }, undefined],
  ["what is not a schema", { $ref: "#/enum/0", enum: ["a"] }, undefined],
  ["one that nests too deep", { $ref: "#a", properties: { a: { $anchor: "a", not: deep(5_000) } } }, undefined],
  ["more copies than are worth it", doubling(20), undefined],
  [
    "a keyword that is not a keyword",
    JSON.parse('{"$ref": "#a", "__proto__": {"type": "null"}, "not": {"$anchor": "a"}}'),
    JSON.parse('{"$ref": "#/$defs/1", "__proto__": {"type": "null"}, "not": {}, "$defs": {"1": {}}}'),
  ],
  // A member of that name is not a reference.
  ["a property named $ref", { properties: { $ref: { type: "string" } } }, { properties: { $ref: { type: "string" } } }],
])("%s", (_what, schema, plain) => {
  expect(plainReferences(schema)).toEqual(plain);
});

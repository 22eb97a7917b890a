import { describe, expect, test } from "vitest";
import { isRecursive, openDocument, resolve } from "../../src/compiler/json-schema/document.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";

const root: JsonObject = {
  type: "object",
  properties: { a: { $ref: "#/$defs/Word" } },
  $defs: {
    Word: { type: "string" },
    "two words/and ~": { type: "integer" },
    "100%": { type: "null" },
    Named: { $anchor: "named", type: "boolean" },
    Old: { $id: "#old", type: "number" },
    Other: {
      $id: "https://example.org/other.json",
      $defs: { Inner: { type: "array" } },
      items: { $ref: "#/$defs/Inner" },
    },
    Choice: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
};

/** Where a reference leads, as its place and name. */
function target(ref: string, from: object = root): string | undefined {
  const found = resolve(ref, from, openDocument(root, "/tools/0/inputSchema"));
  return found === undefined ? undefined : `${found.at.replace("/tools/0/inputSchema", "…")} (${found.name})`;
}

function definition(name: string): JsonObject {
  return (root.$defs as { readonly [name: string]: JsonObject })[name] ?? {};
}

describe("a reference leads", () => {
  test.each([
    ["#", "… (root)"],
    ["#/$defs/Word", "…/$defs/Word (Word)"],
    ["#/$defs/two%20words~1and%20~0", "…/$defs/two words~1and ~0 (two words/and ~)"],
    // A lone % is taken literally, as validators take it.
    ["#/$defs/100%", "…/$defs/100% (100%)"],
    ["#/$defs/Choice/anyOf/1", "…/$defs/Choice/anyOf/1 (1)"],
    ["#named", "…/$defs/Named (named)"],
    ["#old", "…/$defs/Old (old)"],
    ["https://example.org/other.json", "…/$defs/Other (other.json)"],
    ["https://example.org/other.json#/$defs/Inner", "…/$defs/Other/$defs/Inner (Inner)"],
    ["#/$defs/Nothing", undefined],
    ["#nothing", undefined],
    ["https://example.org/elsewhere.json", undefined],
    ["#/$defs/Word/type/length", undefined],
    ["#/__proto__/constructor", undefined],
  ])("%s", (ref, expected) => {
    expect(target(ref)).toBe(expected);
  });

  test("from the nearest $id around it", () => {
    const inside = definition("Other").items as JsonObject;
    expect([target("#/$defs/Inner", inside), target("#/$defs/Word", inside)]).toEqual([
      "…/$defs/Other/$defs/Inner (Inner)",
      undefined,
    ]);
  });
});

describe("a schema is recursive", () => {
  const schemas: readonly (readonly [what: string, schema: JsonObject, isLoop: boolean])[] = [
    ["that refers to itself", { properties: { next: { $ref: "#" } } }, true],
    ["through a definition", { items: { $ref: "#/$defs/A" }, $defs: { A: { not: { $ref: "#" } } } }, true],
    ["but not for a definition that is not used", { $defs: { A: { $ref: "#" } } }, false],
    ["but not for a value that looks like a reference", { default: { $ref: "#" }, enum: [{ $ref: "#" }] }, false],
    ["but not without references", { properties: { a: { type: "string" } } }, false],
  ];
  test.each(schemas)("%s", (_, schema, isLoop) => {
    expect(isRecursive(schema, openDocument(schema))).toBe(isLoop);
  });
});

describe("whatever the document", () => {
  function nested(levels: number): Json {
    let schema: Json = { $ref: "#" };
    for (let level = 0; level < levels; level++) schema = { items: schema };
    return schema;
  }

  test("opening and following end", () => {
    const deep = openDocument(nested(50_000));
    expect(deep.problem).toBe("the schema nests too deep to compare");
    expect(isRecursive(deep.root, deep)).toBe(true);
    for (const odd of [null, 1, "x", [], { $ref: 1, items: 2, properties: [], allOf: {} }]) {
      expect(openDocument(odd).problem).toBe(undefined);
    }
  });
});

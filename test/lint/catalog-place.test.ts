import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check } from "../../src/compiler/compile.ts";
import { catalogPlace } from "../../src/compiler/lint/published/catalog-place.ts";
import { viewOfTool } from "../../src/compiler/lint/published/lint-published.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { caseSources, readSchema } from "./golden-case.ts";

// Rules look at the published schema; their findings stand where the author wrote what it was made from.

const params = `params:
  flat: { type: string, max_length: 9, description: A }
  list: { type: array, max_items: 9, items: { type: array, max_items: 9, items: { type: boolean } }, description: B }
  inner: { type: object, fields: { deep: { type: object, fields: { end: { type: boolean } } } }, description: C }
  map: { type: object, open: { type: string, max_length: 9 }, fields: {}, description: D }
  either: { type: union, of: [{ type: boolean }, { type: array, max_items: 9, items: { type: integer } }], description: E }
  shared: { ref: Shelf, description: F }
  tree: { ref: Tree, nullable: true, description: G }
`;
const types = `Shelf:
  fields:
    row: { type: array, max_items: 9, items: { ref: Place } }
Place:
  fields:
    word: { type: enum, values: [top, low] }
Tree:
  fields:
    below: { type: array, max_items: 9, items: { ref: Tree } }
Note:
  fields:
    id: { type: string, required: true }
`;

function settled(sources: readonly SourceFile[]) {
  const catalog = check(sources).value?.catalog;
  const tool = catalog?.tools[0];
  if (catalog === undefined || tool === undefined) throw new Error("invariant: the catalog holds a tool");
  return { catalog, tool };
}

describe("the place of a part of a published tool", () => {
  const sources = caseSources("clean").map(({ path, text }) => {
    if (path.endsWith("types/notes.yaml")) return { path, text: types };
    if (!path.endsWith("note_create.yaml")) return { path, text };
    return {
      path,
      text: text.replace(/^params:\n( .*\n)+/m, params).replace(/^(aliases|guidance|examples):\n( .*\n)+/gm, ""),
    };
  });
  const { catalog, tool } = settled(sources);
  const at = "/tools/0";
  const placeOf = (pointer: string) =>
    catalogPlace(pointer, { at, params: tool.params, returns: tool.returns }, catalog);
  const typeOf = (name: string) => `/types/${catalog.types.findIndex((type) => type.name === name)}/type`;

  it.each([
    ["/name", at],
    ["/annotations", `${at}/effects`],
    ["/inputSchema", `${at}/params`],
    ["/inputSchema/properties/flat", `${at}/params/0/type/type`],
    ["/inputSchema/properties/flat/format", `${at}/params/0/type/format`],
    ["/inputSchema/properties/list/items/items", `${at}/params/1/type/items/items/type`],
    [
      "/inputSchema/properties/inner/properties/deep/properties/end",
      `${at}/params/2/type/fields/0/type/fields/0/type/type`,
    ],
    ["/inputSchema/properties/map/additionalProperties", `${at}/params/3/type/open/type`],
    ["/inputSchema/properties/either/anyOf/1/items", `${at}/params/4/type/of/1/items/type`],
    ["/inputSchema/properties/shared", `${at}/params/5/type/type`],
    ["/inputSchema/properties/shared/properties/row", `${typeOf("Shelf")}/fields/0/type/type`],
    [
      "/inputSchema/properties/shared/properties/row/items/properties/word/enum",
      `${typeOf("Place")}/fields/0/type/values`,
    ],
    ["/inputSchema/properties/tree/anyOf/0", `${at}/params/6/type`],
    ["/inputSchema/$defs/Tree/properties/below", `${typeOf("Tree")}/fields/0/type/type`],
    ["/inputSchema/properties/session", undefined],
    ["/outputSchema/properties/id", `${typeOf("Note")}/fields/0/type/type`],
  ])("%s", (pointer, place) => {
    expect(placeOf(pointer)).toBe(place);
  });
});

describe("every part of every tool", () => {
  it.each([
    ["the workbench", readSchema(join(import.meta.dirname, "../..")).map(([path, text]) => ({ path, text }))],
    ["a notebook", caseSources("recursive-param")],
  ])("has a place inside its tool or a type, but for the session: %s", (_, sources) => {
    const { catalog } = settled(sources);
    catalog.tools.forEach((tool, index) => {
      const at = `/tools/${index}`;
      for (const node of viewOfTool(tool, catalog).input.nodes.filter(({ path }) => path !== "session")) {
        const place = catalogPlace(node.at, { at, params: tool.params, returns: tool.returns }, catalog);
        expect(
          place === `${at}/params` ||
            place?.startsWith(`${at}/params/`) === true ||
            place?.startsWith("/types/") === true,
        ).toBe(true);
      }
    });
  });
});

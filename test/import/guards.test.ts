import { describe, expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import { surfaceListing } from "../../src/compiler/tokens/surface-listing.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { disagreement, importAndCompile, inputOf, originalJudge, ourJudge, toolOf } from "./judge.ts";

// The comparison of the two judges is itself held to its word: whatever the import might get wrong makes it speak.

const quiet = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

function toolWith(properties: JsonObject, more: JsonObject = {}): JsonObject {
  const inputSchema: Json = { type: "object", properties, ...more };
  return { name: "do_it", description: "Do what is asked for.", inputSchema, annotations: quiet };
}

/** What the comparison says of one call, after the import was tampered with. */
function compare(
  tool: JsonObject,
  given: JsonObject,
  tamper: { readonly catalog?: (catalog: Catalog) => Catalog; readonly forget?: string } = {},
): string | undefined {
  const { imported, catalog } = importAndCompile([tool], "guards");
  const changed = tamper.catalog?.(catalog) ?? catalog;
  const losses = imported.lost.filter(({ keyword }) => keyword !== tamper.forget);
  const ours = ourJudge(toolOf(changed, "do_it"), changed, "do_it");
  return disagreement(originalJudge(inputOf(tool)), ours, losses, "/0/inputSchema", given);
}

function withType(name: string, type: TypeNode): (catalog: Catalog) => Catalog {
  return (catalog) => ({
    ...catalog,
    tools: catalog.tools.map((tool) => ({
      ...tool,
      params: tool.params.map((param) => (param.name === name ? { ...param, type } : param)),
    })),
  });
}

describe("the comparison speaks", () => {
  const limited = toolWith({ count: { type: "integer", maximum: 5 } });

  test("when a constraint got lost without a word", () => {
    expect(compare(limited, { count: 6 })).toBe(undefined);
    expect(compare(limited, { count: 6 }, { catalog: withType("count", { kind: "integer" }) })).toMatch(
      /^\{"count":6\} is taken, but: .*"maximum"/,
    );
  });

  test("when a constraint came from nowhere", () => {
    expect(compare(limited, { count: 1 })).toBe(undefined);
    expect(compare(limited, { count: 1 }, { catalog: withType("count", { kind: "integer", min: 2, max: 5 }) })).toBe(
      '{"count":1} is refused',
    );
  });

  test("when texts are trimmed, which the original doesn't do", () => {
    const tool = toolWith({ name: { type: "string", maxLength: 2 } });
    const trimmed = withType("name", { kind: "string", maxLength: 2, trim: true });
    expect(compare(tool, { name: " ab " })).toBe(undefined);
    expect(compare(tool, { name: " ab " }, { catalog: trimmed })).toMatch(/is taken, but: .*"maxLength"/);
  });

  test.each([
    ["not", { a: { type: "string", not: { const: "x" } } }, {}, { a: "x" }],
    ["minProperties", { a: { type: "object", minProperties: 1 } }, {}, { a: {} }],
    ["additionalProperties", {}, { additionalProperties: { type: "string" } }, { other: 1 }],
    ["type", { a: { properties: {} } }, {}, { a: 1 }],
    [
      "anyOf",
      {
        a: {
          anyOf: [
            { type: "array", items: { type: "string" } },
            { type: "array", items: { type: "number" } },
          ],
        },
      },
      {},
      { a: [1, "x"] },
    ],
    ["pattern", { a: { type: "string", pattern: "^(a+)+$" } }, {}, { a: "b" }],
    ["properties", { "": { type: "string" } }, {}, { "": 1 }],
  ])("when the loss of '%s' is not listed", (keyword, properties, more, given) => {
    // A keyword that no check is made of: the schema can't stand as it is, and is read as far as the language has words.
    const tool = toolWith(properties, { ...more, $defs: { z: { $recursiveRef: "#" } } });
    expect(compare(tool, given)).toBe(undefined);
    expect(compare(tool, given, { forget: keyword })).not.toBe(undefined);
  });

  test("when another keyword of the same place is lost than the one that is listed", () => {
    const tool = toolWith({ a: { type: "string", maxLength: 1, not: { const: "x" } } });
    expect(compare(tool, { a: "xy" }, { catalog: withType("a", { kind: "string", trim: false }) })).toMatch(
      /"maxLength"/,
    );
  });
});

describe("what the compiler refuses", () => {
  test("is taken out, so that the rest compiles, and a text of it is listed all the same", () => {
    const tautology = { ...toolWith({}), description: "Do it" };
    const { imported, catalog } = importAndCompile([tautology], "guards");
    expect(imported.tools).toHaveLength(1);
    expect(imported.lost).toEqual([]);
    expect(toolOf(catalog, "do_it").summary).toBe("Run 'do it'.");
    const [profile] = catalog.profiles;
    if (profile === undefined) throw new Error("no profile");
    expect(surfaceListing(profile, catalog).map(({ description }) => description)).toEqual(["Do it"]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../src/compiler/compile.ts";
import { lintList } from "../../src/compiler/lint/published/lint-list.ts";
import { profileListing } from "../../src/compiler/schema/profile-listing.ts";
import type { Json } from "../../src/contract/json.ts";
import { render } from "../../src/diagnostics/render.ts";
import { renderJson } from "../../src/diagnostics/render-json.ts";
import { caseSources, readSchema } from "./golden-case.ts";

const root = join(import.meta.dirname, "../..");

/** What is said of a list, but for what is said of the param `session`, which the compiler adds. */
function saidOf(value: unknown): readonly string[] {
  // What JSON.parse gives is JSON.
  const found = lintList(JSON.parse(JSON.stringify(value)) as Json, { path: "list.json" }) ?? [];
  return found.filter(({ path }) => path?.endsWith("/properties/session") !== true).map(({ code }) => code);
}

describe("our own catalogs, read as a client reads them", () => {
  const workbench = readSchema(root).map(([path, text]) => ({ path, text }));
  const notebook = caseSources("clean");

  // What the language makes impossible is asked all the same: this is the proof that it is.
  it.each([
    ["the workbench", workbench],
    ["a notebook", notebook],
  ])("break no rule that makes a client refuse them: %s", (_, sources) => {
    const catalog = check(sources).value?.catalog;
    if (catalog === undefined) throw new Error("invariant: the catalog can be read");
    for (const profile of catalog.profiles.filter(({ listAs }) => listAs === undefined)) {
      const tools = profileListing({ ...profile, detail: "full" }, catalog);
      // Of a catalog that lets unknown params through, the root is open: that is its policy. The full profile is for people and tests,
      // and catalog.yaml allows it more tools than some clients take.
      // The tools of links and workspaces have the params of ai-memory and ZetMem, as their files say.
      const own = { full: ["profile-tool-count", "param-name-consistency"], graph: ["param-name-consistency"] };
      const allowed = [
        "schema-open-object",
        ...(Object.entries(own).find(([name]) => name === profile.name)?.[1] ?? []),
      ];
      expect(saidOf({ tools }).filter((code) => !allowed.includes(code))).toEqual([]);
    }
  });
});

describe("a list of a public server", () => {
  const folder = join(root, "test/fixtures/lists");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

  it("is at hand seven times", () => {
    expect(files.length).toBeGreaterThanOrEqual(7);
  });

  it.each(files)("is judged, each finding with its place in the list: %s", (name) => {
    const value = JSON.parse(readFileSync(join(folder, name), "utf8")) as Json; // what JSON.parse gives is JSON
    const found = lintList(value, { path: name, notes: true }) ?? [];
    expect(found.filter(({ path }) => path?.startsWith(`${name}#/`) !== true)).toEqual([]);
    expect(found.map(({ code }) => code)).not.toContain("list-entry-invalid");
  });
});

describe("a hostile list", () => {
  const tool = (inputSchema: unknown, more: object = {}) => ({ name: "note_list", inputSchema, ...more });
  const circle = { type: "object", properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { $ref: "#/$defs/A" } } };
  const long = "x".repeat(1_000_000);
  const hostile: readonly (readonly [title: string, tools: unknown, code: string])[] = [
    ["a reference to itself", [tool(circle)], "schema-recursion"],
    ["a reference to the root", [tool({ type: "object", properties: { a: { $ref: "#" } } })], "schema-recursion"],
    [
      "a text of a megabyte",
      [tool({ type: "object", properties: {} }, { description: long })],
      "annotation-incomplete",
    ],
    ["a name of a megabyte", [{ name: long, inputSchema: {} }], "name-too-long"],
    [
      "a key of a megabyte",
      [tool({ type: "object", properties: { [long]: { type: "string" } } })],
      "param-key-charset",
    ],
    [
      "keys of the prototype",
      [
        tool(
          JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"array"}}}'),
        ),
      ],
      "schema-array-items",
    ],
    [
      "keywords of other types",
      [tool({ type: "object", properties: [], required: {}, anyOf: 1, $ref: 1, enum: "x" })],
      "schema-properties-present",
    ],
    ["a name that leads elsewhere", [{ name: "../../etc/passwd", inputSchema: {} }], "name-charset"],
    ["a name that moves the cursor", [{ name: "\u001b[2Jnote", inputSchema: {} }], "name-charset"],
    [
      "ten thousand params",
      [
        tool({
          type: "object",
          properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { type: "string" }])),
        }),
      ],
      "schema-node-count",
    ],
    [
      "a pattern that takes for ever",
      [
        tool({
          type: "object",
          properties: { a: { type: "string", pattern: "^(a+)+$", default: `${"a".repeat(40)}!` } },
        }),
      ],
      "annotation-incomplete",
    ],
  ];

  it.each(hostile)("does no harm: %s", (_, tools, code) => {
    const found = lintList({ tools: tools as Json }, { path: "list.json", notes: true }) ?? [];
    expect(found.map((finding) => finding.code)).toContain(code);
    const text = render(found);
    expect(text.includes("\u001b")).toBe(false);
    expect(text.length).toBeLessThan(20_000);
  });

  // JSON.stringify can't write so deep a value; JSON.parse reads it.
  it.each([100, 10_000])("does no harm: a schema of %d levels", (levels) => {
    const text = `${'{"type":"object","properties":{"inner":'.repeat(levels)}{"type":"string"}${"}}".repeat(levels)}`;
    const value = JSON.parse(`{"tools":[{"name":"note_list","inputSchema":${text}}]}`) as Json;
    const found = lintList(value, { path: "list.json" }) ?? [];
    expect(found.map(({ code }) => code)).toContain("schema-depth");
  });

  it("is not a list", () => {
    for (const value of [null, 1, "tools", {}, { tools: {} }, { result: [] }]) {
      expect(lintList(value, { path: "list.json" })).toBeUndefined();
    }
  });

  it("may be any JSON", () => {
    const keyword = fc.constantFrom(
      ...["type", "properties", "required", "items", "enum", "const", "anyOf", "allOf", "$ref", "$defs", "default"],
      ...["minimum", "maximum", "examples", "additionalProperties", "x-mcp-header", "nullable", "format", "pattern"],
    );
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom("object", "array", "string", "integer", "#", "#/$defs/A", "null"),
        fc.dictionary(keyword, tie("schema"), { maxKeys: 5 }),
        fc.array(tie("schema"), { maxLength: 3 }),
      ),
    }));
    const tools = fc.array(
      fc.record(
        {
          name: fc.string(),
          inputSchema: schema,
          outputSchema: schema,
          annotations: schema,
          icons: schema,
          title: schema,
        },
        { requiredKeys: [] },
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(tools, (list) => {
        const value = JSON.parse(JSON.stringify(list)) as Json; // what JSON.parse gives is JSON
        const found = lintList(value, { path: "list.json", notes: true });
        expect(JSON.parse(renderJson(found ?? []))).toBeInstanceOf(Array);
      }),
      { numRuns: 500 },
    );
  });
});

import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { splitWords } from "../../src/shell/call/call-words.ts";
import { takeOwnOptions } from "../../src/shell/call/own-options.ts";
import { readArguments } from "../../src/shell/call/tool-arguments.ts";

const own = [
  { name: "--json", takesValue: false },
  { name: "--yes", takesValue: false },
  { name: "--out", takesValue: true },
  { name: "--catalog", takesValue: true },
];

const schema: JsonObject = {
  type: "object",
  properties: {
    title: { type: "string" },
    limit: { type: "integer" },
    ratio: { type: "number" },
    dry_run: { type: "boolean" },
    force: { type: ["boolean", "null"] },
    tags: { type: "array", items: { type: "string" } },
    counts: { anyOf: [{ type: "array", items: { type: "integer" } }, { type: "null" }] },
    kind: { enum: ["a", "b", 3] },
    filter: { $ref: "#/$defs/Filter" },
    maxResults: { type: "integer" },
    either: { type: ["string", "integer"] },
    out: { type: "string" },
    "a.b": { type: "string" },
  },
  $defs: {
    Filter: {
      type: "object",
      properties: { name: { type: "string" }, deep: { type: "object", properties: { n: { type: "number" } } } },
    },
  },
};

/** Options of ours among the words, and what the tool would get. */
async function read(words: readonly string[]) {
  const early = takeOwnOptions(words, own);
  const late = splitWords(early.given, own, schema);
  const terminal = { cwd: "/", stdin: Readable.from([]) };
  return { own: [...early.own, ...late.own], given: await readArguments(late.given, terminal, schema) };
}

describe("what stands behind the name of a tool", () => {
  it.each<[words: string[], given: JsonObject, options?: string[]]>([
    [["--title", "x"], { title: "x" }],
    [["--title=x=y"], { title: "x=y" }],
    [["--limit", "3", "--ratio", "-0.5"], { limit: 3, ratio: -0.5 }],
    [["--dry-run"], { dry_run: true }],
    [["--dry_run"], { dry_run: true }],
    [["--no-dry-run"], { dry_run: false }],
    [["--dry-run=false"], { dry_run: false }],
    [["--force", "--json"], { force: true }, ["--json"]],
    [["--tags", "a", "--tags", "b"], { tags: ["a", "b"] }],
    [["--tags", '["a","b"]'], { tags: ["a", "b"] }],
    [["tags=a", "tags=b"], { tags: ["a", "b"] }],
    [["--counts", "1", "--counts", "2"], { counts: [1, 2] }],
    [["--kind", "3"], { kind: 3 }],
    [["--kind", "b"], { kind: "b" }],
    [["--filter.name", "n", "--filter.deep.n", "2"], { filter: { name: "n", deep: { n: 2 } } }],
    [["--filter", '{"name":"n"}'], { filter: { name: "n" } }],
    [["--max-results", "2"], { maxResults: 2 }],
    [["--either", "5"], { either: "5" }],
    [["--a.b", "x"], { "a.b": "x" }],
    [["a.b=x", "filter.name=n", "filter.deep.n=2"], { "a.b": "x", filter: { name: "n", deep: { n: 2 } } }],
    // Letter for letter, and only what the schema names.
    [
      ["Filter.name=n", "filter.other=n", "other.name=n"],
      { "Filter.name": "n", "filter.other": "n", "other.name": "n" },
    ],
    // What the schema takes no part of stays as it was written, for validation to say.
    [["--limit", "many"], { limit: "many" }],
    [["limit=3", 'title:="t"'], { limit: 3, title: "t" }],
    [["limit=9007199254740993"], { limit: "9007199254740993" }],
    [['{"limit":1}', "--title", "x", "dry_run=true"], { limit: 1, title: "x", dry_run: true }],
    // A value never becomes an option of ours.
    [["--title", "--yes"], { title: "--yes" }],
    [["--title=--yes", "--json"], { title: "--yes" }, ["--json"]],
    [["--title", "--catalog", "limit=1"], { title: "--catalog", limit: 1 }],
    [["title=--yes"], { title: "--yes" }],
    // An option of ours wins over a param of its name, but behind --.
    [["--out", "f"], {}, ["--out", "f"]],
    [["--", "--out", "f"], { out: "f" }],
    [["out=f"], { out: "f" }],
    [["--json", "--title", "x", "--yes"], { title: "x" }, ["--json", "--yes"]],
  ])("%j", async (words, given, options = []) => expect(await read(words)).toEqual({ own: options, given }));

  it.each<[words: string[], message: string]>([
    [["--titel", "x"], "the tool has no param for '--titel'"],
    [["--title"], "'--title' needs a value"],
    [["--no-title"], "the tool has no param for '--no-title'"],
    [["--no-dry-run=x"], "'--no-dry-run' takes no value"],
    [["--title", "x", "title=y"], "the argument 'title' is given twice"],
    [["filter.name=n", 'filter:={"name":"m"}'], "the argument 'filter' is given twice"],
    [["--filter.name", "n", 'filter:={"name":"m"}'], "the argument 'filter' is given twice"],
  ])("%j is refused", async (words, message) => await expect(read(words)).rejects.toThrow(message));

  it("a near miss is named, of the tool's params and of our own options", () => {
    const hint = (word: string) => {
      try {
        splitWords([word, "x"], own, schema);
      } catch (error) {
        return (error as { hint?: string }).hint;
      }
      return undefined;
    };
    expect([hint("--titel"), hint("--jsno")]).toEqual(["did you mean '--title'?", "did you mean '--json'?"]);
  });

  it("whatever a value is, it is the value", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (value) => {
        expect(await read(["--title", value])).toEqual({ own: [], given: { title: value } });
        expect(await read([`--title=${value}`])).toEqual({ own: [], given: { title: value } });
      }),
    );
  });

  it("a schema of anybody's breaks nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ maxDepth: 3 }), fc.string(), async (anything, value) => {
        const foreign = JSON.parse(JSON.stringify({ properties: { x: anything }, $defs: anything })) as JsonObject;
        const { given } = splitWords([`--x=${value}`], own, foreign);
        const read = await readArguments(given, { cwd: "/", stdin: Readable.from([]) }, foreign);
        expect(Object.keys(read)).toEqual(["x"]);
      }),
    );
  });

  it("references that lead in a circle end", async () => {
    const circle: JsonObject = { properties: { x: { $ref: "#/$defs/A" } }, $defs: { A: { $ref: "#/$defs/A" } } };
    expect(splitWords(["--x", "1"], own, circle).given).toMatchObject([{ path: ["x"], text: "1" }]);
  });
});

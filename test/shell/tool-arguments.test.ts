import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { readArguments } from "../../src/shell/call/tool-arguments.ts";
import { colorsFor, type Terminal } from "../../src/terminal/terminal.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-words-"));
  writeFileSync(join(folder, "given.json"), '{"limit": 3}');
  writeFileSync(join(folder, "marked.json"), '\uFEFF{"limit": 3}');
  writeFileSync(join(folder, "latin-1.txt"), Buffer.from("Zürich", "latin1"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(words: readonly string[], stdin = ""): Promise<JsonObject> {
  const colors = colorsFor({}, {});
  const terminal: Terminal = {
    cwd: folder,
    env: {},
    stdin: Readable.from([stdin]),
    stdout: process.stdout,
    stderr: process.stderr,
    clock: () => 0,
    colors,
    errorColors: colors,
    columns: undefined,
    catchInterrupts: () => new AbortController().signal,
  };
  return readArguments(words, terminal);
}

describe("words of a call", () => {
  it.each<[words: string[], args: JsonObject]>([
    [[], {}],
    [["title=Two words"], { title: "Two words" }],
    [["title="], { title: "" }],
    [["formula=a=b"], { formula: "a=b" }],
    [["limit=3"], { limit: "3" }],
    // A value never names a file: in a script it may be a server's answer.
    [["a=@given.json", "b=@-", 'c:="@given.json"'], { a: "@given.json", b: "@-", c: "@given.json" }],
    [["a@=given.json", "b@:=given.json"], { a: '{"limit": 3}', b: { limit: 3 } }],
    [["@given.json"], { limit: 3 }],
    [["@marked.json"], { limit: 3 }],
    [["a@b=1"], { "a@b": "1" }],
    [["limit:=3", 'tags:=["a"]', "on:=true", "gone:=null"], { limit: 3, tags: ["a"], on: true, gone: null }],
    [['{"limit": 3}', "title=x"], { limit: 3, title: "x" }],
    [['  {"limit": 3}'], { limit: 3 }],
  ])("%j", async (words, args) => {
    expect(await read(words)).toEqual(args);
  });

  it("take a value from stdin", async () => {
    expect(await read(["a@=-"], "@x")).toEqual({ a: "@x" });
    expect(await read(["a@:=-"], "[1]")).toEqual({ a: [1] });
  });

  it("take an object from stdin", async () => {
    expect(await read(["-", "b:=2"], '{"a": 1}')).toEqual({ a: 1, b: 2 });
  });

  it("keep names of Object.prototype as plain keys", async () => {
    const args = await read(["__proto__=x", "constructor=y"]);
    expect(Object.entries(args)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  });

  it.each<[words: string[], message: string]>([
    [["a:=@given.json"], "the value of 'a' is not valid JSON"],
    [["a@=nowhere"], "'nowhere' can't be read: "],
    [["a@=latin-1.txt"], "'latin-1.txt' is not text in UTF-8"],
    [["@latin-1.txt"], "'latin-1.txt' is not text in UTF-8"],
    [["-", "a@=-"], "stdin is named twice, and can be read once"],
    [["title"], "'title' is neither a JSON object nor key=text nor key:=json"],
    [["limit:=three"], "the value of 'limit' is not valid JSON: Unexpected token 'h', \"three\" is not valid JSON"],
    [['["a"]'], "the argument is not a JSON object: '[\"a\"]'"],
    [["a=1", '{"a": 2}'], "the argument 'a' is given twice"],
  ])("%j is refused", async (words, message) => {
    await expect(read(words, "{}")).rejects.toThrow(message);
  });

  it("give back any JSON object, whole or key by key", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.jsonValue()), async (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonObject;
        expect(await read([JSON.stringify(plain)])).toEqual(plain);
        const pairs = Object.entries(plain).map(([key, child]) => `${key}:=${JSON.stringify(child)}`);
        expect(await read(pairs)).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });
});

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { importCatalog } from "../../src/compiler/import/import-catalog.ts";
import { readOpenApi } from "../../src/compiler/import/openapi/read-openapi.ts";
import { lossLines } from "../../src/compiler/import/report.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";

// Lists that are meant to do harm. Whatever they hold, what comes out compiles, stays in its folder, and is reported.

const goldens = join(import.meta.dirname, "..", "golden", "import");
const isUpdate = mayRewriteGoldens();

/** Imports, and holds what every import must keep. */
function imported(list: unknown) {
  const outcome = importCatalog(list, { server: "hostile" });
  if (outcome === undefined) throw new Error("that is not a list");
  const { value, diagnostics } = compile(outcome.files);
  expect(
    diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`),
  ).toEqual([]);
  expect(value?.files.length).toBeGreaterThan(0);
  for (const { path } of [...outcome.files, ...(value?.files ?? [])]) {
    expect(path).toMatch(/^(?:schema|generated|src)\/[A-Za-z0-9_./-]+$/);
    expect(path.split("/")).not.toContain("..");
  }
  return outcome;
}

describe("golden lists", () => {
  test.each(readdirSync(goldens))("%s", (name) => {
    const folder = join(goldens, name);
    const list: unknown = JSON.parse(readFileSync(join(folder, "list.json"), "utf8"));
    const { files, lost } = imported(list);
    const reported = lossLines(lost).flatMap(({ effect, lines }) => [`${effect}`, ...lines.map((line) => `  ${line}`)]);
    const expected = new Map([
      ...files.map(({ path, text }) => [path, text] as const),
      ["lost.txt", `${reported.join("\n")}\n`],
    ]);
    const target = join(folder, "expected");
    if (isUpdate) {
      rmSync(target, { recursive: true, force: true });
      for (const [path, text] of expected) {
        mkdirSync(dirname(join(target, path)), { recursive: true });
        writeFileSync(join(target, path), text);
      }
    }
    const kept = existsSync(target)
      ? readdirSync(target, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
          .map((path) => [path, readFileSync(join(target, path), "utf8")] as const)
      : [];
    expect(Object.fromEntries(expected)).toEqual(Object.fromEntries(kept));
  });
});

function nested(levels: number, wrap: (inner: Json) => Json): Json {
  let value: Json = { type: "string" };
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

function toolWith(inputSchema: Json, more: JsonObject = {}): JsonObject {
  return { name: "do_it", description: "Do what is asked for, now.", inputSchema, ...more };
}

describe("lists that are too much", () => {
  test("a megabyte of description, and of everything else that is text", () => {
    const long = "long text ".repeat(100_000);
    const { files, lost } = imported([
      toolWith(
        {
          type: "object",
          description: long,
          properties: {
            q: { type: "string", title: long, description: long, default: long, examples: [long], pattern: long },
          },
        },
        {
          description: long,
          title: long,
          annotations: { title: long },
        },
      ),
    ]);
    expect(Math.max(...files.map(({ text }) => text.length))).toBeLessThan(60_000);
    expect(lost.filter(({ why }) => /^(?:cut to 16000 of 1000000 char|it is larger)/.test(why)).length).toBeGreaterThan(
      1,
    );
  });

  test("ten thousand levels, of objects, lists, alternatives and conjunctions", () => {
    const shapes: ((inner: Json) => Json)[] = [
      (inner) => ({ type: "object", properties: { a: inner } }),
      (inner) => ({ type: "array", items: inner }),
      (inner) => ({ anyOf: [inner, { type: "number" }] }),
      (inner) => ({ allOf: [inner] }),
      (inner) => ({ type: "object", additionalProperties: inner }),
    ];
    for (const shape of shapes) {
      const { tools, lost } = imported([toolWith({ type: "object", properties: { deep: nested(10_000, shape) } })]);
      expect(tools).toHaveLength(1);
      expect(lost.filter(({ effect }) => effect === "wider").length).toBeGreaterThan(0);
    }
  });

  test("definitions that lead from one to the next", () => {
    const chain = (count: number): JsonObject => {
      const link = (index: number) => ({ $ref: `#/$defs/A${index % count}` });
      const one = (index: number) => ({ type: "object", properties: { x: link(index + 1), y: link(index * 7) } });
      const $defs = Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, one(index)]));
      return toolWith({ type: "object", properties: { p: link(0) }, $defs });
    };
    const { tools, lost } = imported([chain(130)]);
    expect(tools).toHaveLength(1);
    // What no type says stays as it was listed.
    expect(lost.map(({ effect }) => effect)).toEqual(["assumed"]);
    // The stack is large enough for a thousand of them.
    expect(() => imported([chain(3000)])).not.toThrow();
  });

  test("an OpenAPI document of ten thousand levels is none", () => {
    const schema = nested(10_000, (inner) => ({ type: "object", properties: { a: inner } }));
    const post = { requestBody: { content: { "application/json": { schema } } } };
    const document = (operation: JsonObject) => readOpenApi({ openapi: "3.1.0", paths: { "/a": { post: operation } } });
    expect(document(post)).toBeUndefined();
    expect(document({})).toMatchObject({ tools: [{ name: expect.any(String) as string }] });
  });

  test("deep values under default, enum, const and examples", () => {
    const deep = nested(10_000, (inner) => [inner]);
    imported([
      toolWith({
        type: "object",
        properties: { a: { default: deep }, b: { enum: [deep] }, c: { const: deep }, d: { examples: [deep] } },
      }),
    ]);
  });

  test("references that double at each step", () => {
    const $defs: { [name: string]: Json } = { D0: { type: "object", properties: { x: { type: "string" } } } };
    for (let step = 1; step <= 40; step++) {
      const $ref = `#/$defs/D${step - 1}`;
      $defs[`D${step}`] = { type: "object", properties: { a: { $ref }, b: { $ref } } };
    }
    const { lost } = imported([toolWith({ type: "object", properties: { top: { $ref: "#/$defs/D40" } }, $defs })]);
    // Each definition is one function of the check, and each value is looked at once.
    expect(lost.filter(({ effect }) => effect !== "assumed")).toEqual([]);
  });

  test("twenty thousand properties, and an enum of a hundred thousand words", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { type: "string", description: "x".repeat(90) }]),
    );
    const words = Array.from({ length: 100_000 }, (_, index) => `word ${index}`);
    imported([
      toolWith({ type: "object", properties }),
      { ...toolWith({ type: "object", properties: { word: { enum: words } } }), name: "other" },
    ]);
    // It ends, and in time that grows with the list: 2 s on a slow machine with nothing beside it.
  });

  test("a pattern that would take for ever is not taken over", () => {
    const patterns = [
      "^(a+)+$",
      "^(a|a)*$",
      "^(a|aa)+$",
      "^([a-z]+)*x",
      "(x+x+)+y",
      "^(.*)*$",
      "^(a?){60}a{60}$",
      "(?=(a+)+b)c",
      "^(\\w+\\s?)*$",
      "^(.*a){20}$",
      "^(a{1,10}){1,10}$",
      // A million letters are a trillion steps.
      "^\\S+@\\S+$",
      "\\s+$",
    ];
    for (const pattern of patterns) {
      const { files } = imported([toolWith({ type: "object", properties: { q: { type: "string", pattern } } })]);
      expect([pattern, files.at(-1)?.text.includes("pattern:")]).toEqual([pattern, false]);
    }
  });

  test("what is slow on long texts only is taken over where texts are short", () => {
    const q = { type: "string", pattern: "^\\S+@\\S+$", maxLength: 254 };
    expect(imported([toolWith({ type: "object", properties: { q } })]).files.at(-1)?.text).toContain("pattern:");
  });

  test("patterns that people write are taken over", () => {
    const patterns = [
      "^[a-z]+(?:-[a-z]+)*$",
      "^\\d{4}-\\d{2}-\\d{2}$",
      "^(?:[a-z0-9]|_)+$",
      "^[^@\\s]+@[^@\\s]+$",
      "^(foo|bar)$",
      "^[A-Z]{2}(?:_[A-Z]+)?$",
      "^(\\d+\\.)*\\d+$",
    ];
    for (const pattern of patterns) {
      const { files } = imported([toolWith({ type: "object", properties: { q: { type: "string", pattern } } })]);
      expect([pattern, files.at(-1)?.text.includes("pattern:")]).toEqual([pattern, true]);
    }
  });
});

describe("what is not a list", () => {
  test.each([null, 1, "tools", {}, { tools: 1 }, { result: {} }, { error: { code: 1 } }])("%j", (value) => {
    expect(importCatalog(value, { server: "x" })).toBe(undefined);
  });

  test("entries that are not tools are reported and left out", () => {
    const { tools, lost } = imported({
      result: { tools: [null, [], "x", { name: 1 }, { name: "" }, {}, toolWith(true), toolWith({})] },
    });
    expect(tools.map(({ name }) => name)).toEqual(["do_it"]);
    expect(lost.filter(({ effect }) => effect === "left-out").map(({ pointer, why }) => `${pointer} ${why}`)).toEqual([
      "/result/tools/0 it is not an object",
      "/result/tools/1 it is not an object",
      "/result/tools/2 it is not an object",
      "/result/tools/3 it has no name",
      "/result/tools/4 it has no name",
      "/result/tools/5 it has no name",
      "/result/tools/7 an earlier tool has the same name",
    ]);
  });

  test("an empty list makes an empty catalog", () => {
    expect(imported({ tools: [] }).files.map(({ path }) => path)).toEqual(["schema/catalog.yaml"]);
  });
});

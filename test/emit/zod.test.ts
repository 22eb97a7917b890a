import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.ts";
import { emit } from "../../src/compiler/emit/emit.ts";
import { emitZod } from "../../src/compiler/emit/emitters/zod.ts";
import type { OutputFile } from "../../src/compiler/emit/output-file.ts";
import { extras } from "../../src/index.ts";
import { richCatalog } from "./rich-catalog.ts";
import { typeErrors } from "./type-check.ts";

const root = resolve(import.meta.dirname, "../..");
const cache = join(root, "node_modules/.cache");

function ownCatalog() {
  const entries = readdirSync(join(root, "schema"), { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
  const catalog = compile(sources).value?.catalog;
  if (catalog === undefined) throw new Error("schema/ of this repository does not compile");
  return catalog;
}

interface ZodSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}
let folder: string;

/** Runs a module that was printed, and gives its schemas by name. */
async function load(name: string, text: string): Promise<Readonly<Record<string, ZodSchema>>> {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, transformSync(text, { loader: "ts", format: "esm" }).code);
  return import(/* @vite-ignore */ path);
}

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "pegboard-zod-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("Zod schemas of this repository's tools", () => {
  const [file] = emitZod(ownCatalog());
  const text = file?.text ?? "";
  const cases: readonly (readonly [string, unknown, boolean])[] = [
    ["SessionOpenArguments", { agent: "claude" }, true],
    ["SessionOpenArguments", {}, false],
    ["SessionOpenArguments", { agent: "x".repeat(129) }, false],
    ["MemoryStoreArguments", { content: "it", metadata: { any: [1] }, tags: ["a"] }, true],
    ["MemoryStoreArguments", { content: "it" }, true],
    ["MemoryStoreArguments", { content: "it", priority: 11 }, false],
    ["MemoryStoreArguments", { content: "it", priority: 1.5 }, false],
    ["MemoryStoreArguments", { content: "it", tier: "middle" }, false],
    ["MemoryStoreArguments", { title: "no content" }, false],
    ["MemoryRecallArguments", { context: "ports", tags: "one" }, true],
    ["MemoryRecallArguments", { context: "ports", tags: ["one", "two"] }, true],
    ["MemoryRecallArguments", { context: "ports", tags: [] }, false],
    ["MemoryRecallArguments", { context: "ports", tags: 7 }, false],
  ];

  test.each(cases)("%s judges %j: %s", async (name, value, accepted) => {
    expect((await load("own", text))[name]?.safeParse(value).success).toBe(accepted);
  });

  test("defaults are filled in and open objects keep their keys", async () => {
    const parsed = (await load("own", text)).MemoryStoreArguments?.safeParse({ content: "it", metadata: { a: 1 } });
    expect(parsed?.data).toEqual({
      content: "it",
      tier: "long",
      tags: [],
      priority: 5,
      confidence: 1,
      source: "nhi",
      metadata: { a: 1 },
      scope: "collective",
      kind: "observation",
      force: false,
    });
  });

  test("a printed tool reads as a person would write it", () => {
    expect(text).toContain(
      [
        "export const SessionOpenArguments = z.object({",
        "  agent: z.string().max(128),",
        "  model: z.string().max(128).optional(),",
        "  directory: z.string().max(4096).optional(),",
        "  git_remote: z.string().max(2048).optional()",
        "})",
      ].join("\n"),
    );
  });

  test("the module passes the strict type checker", () => {
    expect(typeErrors([{ path: "generated/interop/zod.ts", text }])).toBe("");
  });
});

test("types that hold themselves, maps, and words with quotes in them come out whole", async () => {
  const base = richCatalog();
  const [first] = base.tools;
  if (first === undefined) throw new Error("the fixture has lost its tool");
  const word = 'it\'s "so" \\ `$' + "{x}`";
  const params = first.params
    // Zod looks these names up in what every object inherits.
    .filter((param) => param.name !== "__proto__" && param.name !== "constructor")
    .map((param) =>
      param.name === "colour" ? { ...param, type: { kind: "enum" as const, values: [{ value: word }] } } : param,
    );
  const [file] = emitZod({ ...base, tools: [{ ...first, params }] });
  const schemas = await load("rich", file?.text ?? "");
  const accepts = (name: string, value: unknown): boolean | undefined => schemas[name]?.safeParse(value).success;
  expect(accepts("Node", { label: "a", children: [{ label: "b", parent: null }] })).toBe(true);
  expect(accepts("Node", { label: "a", children: [{ label: 7 }] })).toBe(false);
  expect(accepts("NoteCreateArguments", { title: "a", colour: word, counts: { a: 1 } })).toBe(true);
  expect(accepts("NoteCreateArguments", { title: "a", colour: "its" })).toBe(false);
  expect(accepts("NoteCreateArguments", { title: "a", counts: { a: "b" } })).toBe(false);
});

test("the emitter is off by default and joins the manifest when it is asked for", async () => {
  const asked = emit(richCatalog(), new Map(), { extras: [await extras.zod()] });
  const manifest = (files: readonly OutputFile[]): readonly string[] =>
    JSON.parse(files.find((file) => file.path === "generated/.cache/manifest.json")?.text ?? "").files;
  expect(manifest(emit(richCatalog(), new Map()))).not.toContain("generated/interop/zod.ts");
  expect(manifest(asked)).toContain("generated/interop/zod.ts");
});

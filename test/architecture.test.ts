import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { forbiddenImports } from "./architecture/check-imports.ts";
import { catalogFree } from "./architecture/modules.ts";

const root = join(import.meta.dirname, "..");

function codeBelow(...folders: string[]): { path: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|js)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: path.slice(root.length + 1).replaceAll(sep, "/"), text: readFileSync(path, "utf8") })),
  );
}

describe("the architecture", () => {
  it("has no import against the dependency rules", () => {
    expect(forbiddenImports(codeBelow("src", "generated"))).toEqual([]);
  });

  it("names no tool of the workbench in the modules that serve any catalog", () => {
    const catalog = JSON.parse(readFileSync(join(root, "generated/.cache/catalog.json"), "utf8")) as {
      tools: { name: string; aliases: { name: string }[] }[];
    };
    const names = catalog.tools.flatMap((tool) => [tool.name, ...tool.aliases.map((alias) => alias.name)]);
    const words = new RegExp(`\\b(${names.filter((name) => name.includes("_")).join("|")})\\b`);
    const found = codeBelow(...catalogFree.filter((folder) => folder !== "src/bridge"))
      .flatMap(({ path, text }) => text.split("\n").map((line, index) => ({ path, line, number: index + 1 })))
      .filter(({ line }) => words.test(line))
      .map(({ path, number }) => `${path}:${number}`);
    expect(found).toEqual([]);
  });
});

describe("the table of questions in ARCHITECTURE", () => {
  it("names files that exist", () => {
    const rows = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").match(/^\| \d+ \| .+ \|$/gm) ?? [];
    const named = rows.map((row) => [...(row.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g)].map(([, path]) => path));
    const missing = named.flatMap(([first = "", ...others]) => {
      const paths = [first, ...others.map((name) => (name?.includes("/") ? name : join(first, "..", name ?? "")))];
      return paths.filter((path) => !existsSync(join(root, "src", path)));
    });
    expect({ rows: rows.length, missing }).toEqual({ rows: 24, missing: [] });
  });
});

describe("the dependency test itself", () => {
  const cases: readonly [title: string, path: string, text: string, finding: string][] = [
    [
      "the runtime imports the compiler",
      "src/runtime/dispatch.ts",
      'import { compile } from "../compiler/compile.ts";',
      "src/runtime/dispatch.ts:1: runtime may not import compiler ('src/compiler/compile.ts')",
    ],
    [
      "an emitter reads the disk",
      "src/compiler/emit/emitters/docs.ts",
      'import { readFileSync } from "node:fs";',
      "src/compiler/emit/emitters/docs.ts:1: compiler/emit does not know the package 'node:'",
    ],
    [
      "a command imports the registry at once",
      "src/shell/verbs/serve.ts",
      '\nimport { registry } from "../../../generated/registry.ts";',
      "src/shell/verbs/serve.ts:2: shell may import generated/registry only with import()",
    ],
    [
      "the store loads its driver at once",
      "src/store/open-store.ts",
      'import Database from "better-sqlite3";',
      "src/store/open-store.ts:1: store does not know the package 'better-sqlite3'",
    ],
    [
      "a handler takes more than a type from a contract",
      "src/handlers/notes/note_create.ts",
      'import {\n  NoteCreateInput,\n} from "../../../generated/contracts/note_create.ts";',
      "src/handlers/notes/note_create.ts:3: handlers may import only types of generated/contracts",
    ],
    [
      "a second module imports the YAML library",
      "src/compiler/resolve/names.ts",
      'export { parse } from "yaml";',
      "src/compiler/resolve/names.ts:1: compiler/resolve does not know the package 'yaml'",
    ],
    [
      "a file belongs to no module",
      "src/helpers/strings.ts",
      "",
      "src/helpers/strings.ts: belongs to no module of test/architecture/modules.ts",
    ],
  ];
  it.each(cases)("fails when %s", (_title, path, text, finding) => {
    expect(forbiddenImports([{ path, text }])).toEqual([finding]);
  });

  it("lets types, loads and comments through where the table does", () => {
    const text = [
      'import type { Kysely } from "kysely";',
      '// import { x } from "../cli/main.ts";',
      'const builder = await import("kysely");',
      'import { HostUnavailable } from "../../runtime/errors.ts";',
    ].join("\n");
    expect(forbiddenImports([{ path: "src/store/sqlite/open.ts", text }])).toEqual([]);
  });
});

import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { makeNotesProject } from "./notes-project.ts";
import { root } from "./run-pegboard.ts";

// Start-up time is import time. The bundler leaves the name of each source file as a comment, so the built chunks tell
// what a command loads at once; what it imports later, when it is needed, is not followed.

const dist = join(root, "dist");

interface Loaded {
  /** Source files, relative to the repository. */
  readonly sources: readonly string[];
  readonly packages: readonly string[];
}

const chunks = readdirSync(join(dist, "cli", "chunks")).map((name) => join(dist, "cli", "chunks", name));

/** @returns the chunk that a source file is part of */
function chunkOf(source: string): string {
  const found = chunks.find((chunk) => `\n${readFileSync(chunk, "utf8")}`.includes(`\n// ${source}\n`));
  if (found === undefined) throw new Error(`no chunk has ${source}`);
  return found;
}

/** @param parts sources that the command imports on its way */
function loadedBy(...parts: readonly string[]): Loaded {
  const start = ["src/cli/run-words.ts", ...parts].map(chunkOf);
  const files = new Set([join(dist, "cli", "main.js"), ...start]);
  const packages = new Set<string>();
  const sources = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, source = ""] of text.matchAll(/^\/\/ ((?:src|generated)\/\S+)$/gm)) sources.add(source);
    for (const [, target = ""] of text.matchAll(/^(?:import|export) ?(?:[^"]*? ?from ?)?"([^"]+)";$/gms)) {
      const chunk = resolve(dirname(file), target);
      // Templates hold import lines of other people's modules; those lead to no chunk of ours.
      if (!target.startsWith(".")) packages.add(target);
      else if (existsSync(chunk)) files.add(chunk);
    }
    // A script, or a module in its place.
    for (const [, script = ""] of text.matchAll(/^(?:const [^=]* = )?(?:\$load|loadScript)\("([^"]+)"\);$/gm)) {
      files.add(join(dist, "cli", `${script}.script.js`));
    }
  }
  return { sources: [...sources].sort(), packages: [...packages].filter((name) => !name.startsWith("node:")).sort() };
}

/** Runs a command. @param listing an expression in a module with `createRequire`: what stderr says at the end, behind what the command says */
function runListing(listing: string, words: readonly string[], options: SpawnSyncOptions) {
  const text = `import { createRequire } from "node:module";
process.on("exit", () => console.error(${listing}.join("\\n")));`;
  const before = ["--import", `data:text/javascript,${encodeURIComponent(text)}`, join(dist, "cli", "main.js")];
  return spawnSync(process.execPath, [...before, ...words], { ...options, encoding: "utf8" });
}

/** Node's own modules that a command has loaded when it ends. */
function builtinsOf(
  words: readonly string[],
  options: SpawnSyncOptions,
): { stdout: string; builtins: readonly string[] } {
  const { stdout, stderr } = runListing("process.moduleLoadList", words, options);
  const builtins = stderr.split("\n").flatMap((line) => (line.startsWith("NativeModule ") ? [line.slice(13)] : []));
  return { stdout, builtins };
}

/** CommonJS modules of packages that a command has loaded when it ends, by their paths below node_modules. */
function requiredBy(words: readonly string[], cwd: string): { modules: readonly string[]; status: number | null } {
  const { stderr, status } = runListing('Object.keys(createRequire("/").cache)', words, { cwd });
  const modules = [...stderr.matchAll(/[\\/]node_modules[\\/](\S+)$/gm)].map(([, path = ""]) =>
    path.replaceAll("\\", "/"),
  );
  return { modules, status };
}

/** What is made while a module is loaded and takes up to a twentieth of a second: data of ICU. */
function slowAtOnce(text: string): readonly string[] {
  return text.match(/^(?:var|let|const) \w+ = (?:new Intl\.|\/.*\\p\{Script=).*$/gm) ?? [];
}

describe("what a command loads at once", () => {
  it("--version: a single file", () => {
    const text = readFileSync(join(dist, "cli", "main.js"), "utf8");
    expect(text.match(/^(?:import|export) .*|^\} from .*/gm)).toBeNull();
    const sources = [...text.matchAll(/^\/\/ ((?:src\/|package)[^?\s]+)/gm)].map(([, source]) => source);
    expect(sources.sort()).toEqual(["package.json", "src/cli/main.ts", "src/terminal/exit-code.ts"]);
  });

  it("the TAB key: no parser of the command line, no dispatcher, no host", () => {
    const { sources, packages } = loadedBy(
      "src/shell/verbs/complete.ts",
      "src/cli/program/read-grammar.ts",
      "generated/.cache/registry.ts",
    );
    expect(sources).toContain("src/shell/verbs/complete.ts");
    const unwanted = /^src\/(cli\/program|host|runtime\/dispatch|compiler|handlers|store|services|client|bridge)/;
    expect(sources.filter((path) => unwanted.test(path) && path !== "src/cli/program/read-grammar.ts")).toEqual([]);
    expect(packages).toEqual([]);
  });

  it.each(["serve", "call", "tools", "describe", "bridge"])(
    "%s: no compiler, no handler, no store, no SDK",
    (command) => {
      const { sources, packages } = loadedBy("src/cli/run-command.ts", `src/shell/verbs/${command}.ts`);
      expect(sources).toContain(`src/shell/verbs/${command}.ts`);
      expect(sources.filter((path) => /^(src\/(compiler|handlers|store|services)|generated)\//.test(path))).toEqual([]);
      expect(packages.filter((name) => name !== "cli-table3")).toEqual([]);
    },
  );

  it.each([
    ["lint", ["src/cli/commands/lint.ts"]],
    ["generate", ["src/cli/commands/generate.ts", "src/cli/generate-files.ts"]],
    ["diff", ["src/cli/commands/diff.ts"]],
  ])("%s: no package", (_, parts) => {
    const { sources, packages } = loadedBy("src/cli/run-command.ts", ...parts);
    expect(sources).toContain(parts[0]);
    // Our own name stands in the stubs that are printed.
    expect(packages.filter((name) => name !== "pegboard/runtime")).toEqual([]);
  });

  it("generate with nothing to do: no compiler", () => {
    const { sources } = loadedBy("src/cli/run-command.ts", "src/cli/commands/generate.ts");
    expect(sources).toContain("src/cli/stamp/generate-stamp.ts");
    expect(sources.filter((path) => path.startsWith("src/compiler/"))).toEqual([]);
  });

  it("a comparison of saved catalogs: nothing that reads YAML or makes a catalog of it", () => {
    const { sources } = loadedBy("src/cli/run-command.ts", "src/cli/commands/diff.ts");
    expect(sources).toContain("src/compiler/diff/diff.ts");
    expect(sources.filter((path) => /^src\/compiler\/(?:resolve|syntax)\//.test(path))).toEqual([]);
  });

  it("a catalog of plain YAML: no package to check it, and only the runtime of handlebars to write its pages", () => {
    const home = mkdtempSync(join(tmpdir(), "pegboard-lint-"));
    try {
      cpSync(join(root, "test", "fixtures", "notes"), home, { recursive: true });
      expect(requiredBy(["lint"], home)).toEqual({ modules: [], status: 0 });
      const { modules, status } = requiredBy(["generate"], home);
      expect(status).toBe(0);
      expect(modules).toContain("handlebars/runtime.js");
      const others = modules.filter((path) => !/^handlebars\/(?:runtime|dist\/cjs\/handlebars[./])/.test(path));
      expect(others).toEqual([]);
      expect(modules.filter((path) => path.includes("/compiler/"))).toEqual([]);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it("a catalog of other YAML: the library", () => {
    const home = mkdtempSync(join(tmpdir(), "pegboard-lint-"));
    try {
      cpSync(join(root, "test", "fixtures", "notes"), home, { recursive: true });
      const catalog = join(home, "schema", "catalog.yaml");
      writeFileSync(catalog, `%YAML 1.2\n---\n${readFileSync(catalog, "utf8")}`);
      const { modules, status } = requiredBy(["lint"], home);
      expect(status).toBe(1);
      expect(modules).toContain("yaml/dist/index.js");
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it("a server without options: no parser of the command line, no host, and nothing that only calls or unusual requests need", () => {
    const { sources, packages } = loadedBy("src/shell/verbs/serve.ts");
    expect(sources).toContain("src/server/fast-path.ts");
    const unwanted =
      /^src\/(cli\/(program|run-command)|host|server\/(mcp-server|resources)|runtime\/(call-stages|middleware|resources))/;
    expect(sources.filter((path) => unwanted.test(path))).toEqual([]);
    expect(packages).toEqual([]);
  });

  it("a server that has answered tools/list: none of Node's cryptography", () => {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const lines = [
      { id: 1, method: "initialize", params },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
    ];
    const input = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
    const { stdout, builtins } = builtinsOf(["serve"], { input });
    expect(JSON.parse(stdout.split("\n")[1] ?? "")).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
    expect(builtins).toContain("fs");
    expect(builtins).not.toContain("crypto");
  });

  it("a call: nothing of Node's that asks people", () => {
    const home = mkdtempSync(join(tmpdir(), "pegboard-home-"));
    try {
      const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
      const { stdout, builtins } = builtinsOf(["call", "project_list", "--workbench"], { env, cwd: home });
      expect(JSON.parse(stdout)).toMatchObject({ items: [] });
      expect(builtins).toContain("fs");
      expect(builtins).not.toContain("readline");
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it("the server of a build: no source maps, whose place is a stack that is read", () => {
    const files = readdirSync(join(dist, "standalone"), { recursive: true, encoding: "utf8" });
    const texts = files
      .filter((path) => path.endsWith(".js"))
      .map((path) => readFileSync(join(dist, "standalone", path), "utf8"));
    expect(texts.filter((text) => text.includes("setSourceMapsEnabled"))).toEqual([]);
    expect(texts.filter((text) => text.includes("prepareStackTrace"))).not.toEqual([]);
  });

  it.each(["generate", "lint", "diff", "baseline", "explain"])("%s: no runtime and nothing generated", (command) => {
    const { sources } = loadedBy("src/cli/run-command.ts", `src/cli/commands/${command}.ts`);
    expect(sources).toContain(`src/cli/commands/${command}.ts`);
    expect(sources.filter((path) => /^(src\/(runtime|server|handlers|store|services)|generated)\//.test(path))).toEqual(
      [],
    );
  });

  it("a call without arguments: no parser of the command line", () => {
    const { sources } = loadedBy("src/shell/verbs/call.ts", "src/shell/call/local-target.ts");
    expect(sources).toContain("src/runtime/dispatch.ts");
    expect(sources.filter((path) => /^src\/(cli\/(program|run-command)|shell\/program)/.test(path))).toEqual([]);
  });

  it("handlers of a catalog: the runtime as a part of the program, which is loaded already", async () => {
    const { folder, remove } = await makeNotesProject({});
    try {
      const { status } = spawnSync(process.execPath, [join(dist, "cli", "main.js"), "call", "note_list"], {
        cwd: folder,
      });
      expect(status).toBe(0);
      const cache = join(folder, "node_modules", ".cache", "pegboard");
      const built = readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
      const imported = built.flatMap(
        (path) => readFileSync(join(cache, path), "utf8").match(/(?<=from ")[^"]*\/runtime[^"]*(?=")/g) ?? [],
      );
      expect([...new Set(imported)]).toEqual([join(dist, "cli", "runtime.js")]);
    } finally {
      remove();
    }
  });

  it("a call: scripts alone, whose compiled code can be kept", () => {
    const parts = ["src/cli/run-words.ts", "src/shell/verbs/call.ts", "src/shell/call/local-target.ts"];
    const later = [
      "src/runtime/call-stages.ts",
      "generated/.cache/registry.ts",
      "src/host.ts",
      "src/store/sqlite/open-sqlite.ts",
    ];
    const handlers = ["src/handlers/project/project_list.ts", "generated/.cache/validators/project_list.js"];
    const files = [...parts, ...later, ...handlers].map(chunkOf);
    expect(files.filter((file) => !file.endsWith(".script.js"))).toEqual([]);
  });

  it("nothing that is slow to make", () => {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
    const found = files.flatMap((path) => slowAtOnce(readFileSync(join(dist, path), "utf8")));
    expect(found).toEqual([]);
    // It would be seen; made when it is needed, it is allowed.
    expect(
      slowAtOnce('var cells = new Intl.Segmenter("en");\nfunction f() {\n  cells ??= new Intl.Segmenter();\n}\n'),
    ).toEqual(['var cells = new Intl.Segmenter("en");']);
    expect(slowAtOnce("var letters = /[\\p{Script=Arabic}]/u;\n")).toHaveLength(1);
  });
});

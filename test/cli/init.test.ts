import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { type InitOptions, init, isServerName, serverNameFrom } from "../../src/cli/commands/init.ts";
import { planPackageJson } from "../../src/cli/scaffold/package-json.ts";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { compile } from "../../src/compiler/compile.ts";
import { type Folder, temporaryFolder } from "./folder.ts";
import { recordTerminal } from "./record-terminal.ts";

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

async function run(named?: string, options: InitOptions = {}): Promise<{ stdout: string; stderr: string }> {
  const recorded = recordTerminal(folder.path);
  expect(await init(recorded.terminal, named, options)).toBe(0);
  return { stdout: recorded.stdout(), stderr: recorded.stderr() };
}

/** A refusal must leave everything as it was. */
async function refused(named?: string, options: InitOptions = {}): Promise<string> {
  const before = folder.snapshot();
  const names = readdirSync(folder.path);
  const error: unknown = await init(recordTerminal(folder.path).terminal, named, options).then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  expect(folder.snapshot()).toEqual(before);
  expect(readdirSync(folder.path)).toEqual(names);
  if (!(error instanceof Error)) throw new Error("no error was thrown");
  return "hint" in error && typeof error.hint === "string" ? `${error.message}\n${error.hint}` : error.message;
}

describe("init", () => {
  it("makes a folder, names the server after it, and says what comes next", async () => {
    const { stdout, stderr } = await run("Größere Notizen (2)");
    expect(stderr).toBe("");
    expect(stdout).toContain("created schema/catalog.yaml\n");
    expect(stdout).toContain(
      "\n'grossere-notizen-2' is a catalog of two tools. Next:\n  cd 'Größere Notizen (2)'\n  npm install\n",
    );
    expect(folder.read("Größere Notizen (2)/schema/catalog.yaml")).toContain("\n  name: grossere-notizen-2\n");
    expect(JSON.parse(folder.read("Größere Notizen (2)/package.json"))).toMatchObject({
      name: "grossere-notizen-2",
      type: "module",
      dependencies: { pegboard: `^${packageJson.version}` },
    });
  });

  it("writes what it says as JSON, and only that", async () => {
    const { stdout } = await run(undefined, { name: "notes", json: true });
    const { files } = JSON.parse(stdout) as { files: string[] };
    expect(Object.keys(folder.snapshot())).toEqual(files);
    expect(files.filter((path) => !path.startsWith("generated/"))).toEqual([
      ".cursor/mcp.json",
      ".gitattributes",
      ".github/workflows/ci.yml",
      ".gitignore",
      ".mcp.json",
      ".vscode/extensions.json",
      ".vscode/mcp.json",
      ".vscode/settings.json",
      "README.md",
      "package.json",
      "schema/catalog.yaml",
      "schema/tools/note/note_create.yaml",
      "schema/tools/note/note_list.yaml",
      "schema/types/note.yaml",
      "src/handlers/deps.ts",
      "src/handlers/note/note_create.ts",
      "src/handlers/note/note_list.ts",
      "src/host.ts",
      "test/examples.test.ts",
      "test/note.test.ts",
      "tsconfig.json",
    ]);
  });

  it.each([false, true])(
    "makes a catalog of which the compiler has nothing to say but notes (empty: %s)",
    (isEmpty) => {
      const sources = projectFiles({ name: "notes", isEmpty }).filter(({ path }) => path.startsWith("schema/"));
      const { value, diagnostics } = compile(sources);
      expect(diagnostics.filter(({ severity }) => severity !== "info").map(({ message }) => message)).toEqual([]);
      expect(value?.catalog.tools).toHaveLength(isEmpty ? 0 : 2);
    },
  );

  it("leaves the sample out when asked to, and names nothing of it", async () => {
    const { stdout } = await run(undefined, { name: "tools", empty: true });
    expect(stdout).toContain("'tools' is a catalog without tools. Next:\n  npm install\n");
    const names = projectFiles({ name: "tools", isEmpty: true }).map(({ path }) => path);
    expect(names.filter((path) => path.includes("note"))).toEqual([]);
    expect(names.filter((path) => /\bnotes?\b|note_|NOTE_/.test(folder.read(path)))).toEqual([]);
  });

  it("goes into a folder that holds a repository and packages", async () => {
    mkdirSync(join(folder.path, ".git"));
    mkdirSync(join(folder.path, "node_modules"));
    folder.put("package-lock.json", "{}\n");
    folder.put("package.json", '{\n\t"dependencies": { "pegboard": "file:../x.tgz" }\n}\n');
    const { stdout } = await run(undefined, { name: "notes" });
    expect(stdout).toContain("updated package.json\n");
    expect(stdout).toContain("added to package.json: type, scripts.generate, ");
    expect(folder.read("package.json")).toContain(
      '\t"dependencies": {\n\t\t"pegboard": "file:../x.tgz",\n\t\t"typebox": ',
    );
  });

  it("says that a workflow below the root of a repository does nothing", async () => {
    mkdirSync(join(folder.path, ".git"));
    const { stderr } = await run("tools");
    expect(stderr).toContain("this folder is inside the repository '.'; GitHub runs only workflows at its root");
  });

  it("refuses a folder with files in the way, and lists them all", async () => {
    folder.put("README.md", "mine\n");
    folder.put("src/host.ts", "mine\n");
    const text = await refused(undefined, { yes: true });
    expect(text).toContain("init writes these files, and they exist already: src/host.ts, README.md");
  });

  it("refuses a folder with other files, until an option says that they may stay", async () => {
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) folder.put(`${name}.txt`, "mine\n");
    expect(await refused()).toContain(
      "the folder is not empty: it contains a.txt, b.txt, c.txt, d.txt, e.txt, f.txt and 2 more",
    );
    await run(undefined, { yes: true });
    expect(folder.read("a.txt")).toBe("mine\n");
  });

  it("refuses a catalog that has errors", async () => {
    folder.put("schema/catalog.yaml", "format: 1\n");
    expect(await refused()).toContain("there is a catalog here already, and it has errors: schema/catalog.yaml\n");
  });

  describe("around a catalog that is there", () => {
    const catalog = projectFiles({ name: "shelf", isEmpty: true }).find(({ path }) => path === "schema/catalog.yaml");
    beforeEach(() => folder.put("schema/catalog.yaml", catalog?.text ?? ""));

    it("writes all but the catalog and its handlers, under the catalog's name", async () => {
      folder.put("src/host.ts", "// mine\n");
      const { stdout, stderr } = await run();
      expect(stderr).toBe("");
      expect(stdout).toContain("\n'shelf' is a project now. Next:\n  npm install\n  npx pegboard generate");
      const wanted = projectFiles({ name: "shelf", isEmpty: true }).filter(({ path }) => !/^(schema|src)\//.test(path));
      const texts = Object.fromEntries(wanted.map(({ path, text }) => [path, text]));
      const { "package.json": manifest, ...others } = folder.snapshot();
      expect(JSON.parse(manifest ?? "")).toMatchObject({ name: "shelf", type: "module" });
      expect(others).toEqual({ ...texts, "schema/catalog.yaml": catalog?.text, "src/host.ts": "// mine\n" });
    });

    it("changes no file that is there, and names them", async () => {
      folder.put("tsconfig.json", "{}\n");
      folder.put("readme.md", "mine\n");
      const { stderr } = await run(undefined, { yes: true });
      expect(stderr).toBe("these were there and stay as they are: README.md, tsconfig.json\n");
      expect(folder.read("tsconfig.json")).toBe("{}\n");
      expect(folder.read("readme.md")).toBe("mine\n");
    });

    it("refuses other files without an option, another name, and a folder that has everything", async () => {
      folder.put("a.txt", "mine\n");
      expect(await refused()).toContain("the folder is not empty: it contains a.txt\n");
      expect(await refused(undefined, { name: "desk" })).toContain("the catalog here has a name: 'shelf'");
      await run(undefined, { yes: true });
      expect(await refused()).toContain("with all that init writes around it\n`pegboard add tool <name>`");
    });
  });

  it("refuses a file, and a folder below a file", async () => {
    folder.put("notes", "a file\n");
    expect(await refused("notes")).toBe("'notes' is a file; init needs a folder");
    expect(await refused("notes/deeper")).toBe("'notes/deeper' is a file; init needs a folder");
  });

  it("refuses names that a server can't have, and offers one that it can", async () => {
    expect(await refused(undefined, { name: "My Notes" })).toContain("for example --name my-notes");
    expect(await refused(undefined, { name: "a".repeat(25) })).toContain("at most 24 characters");
    expect(await refused(undefined, { name: "../x" })).toContain("'../x' can't be the name of a server");
  });

  it("writes nothing when the disk refuses half-way", async () => {
    // A link that leads nowhere is not a file that could be listed, but it is in the way of one.
    mkdirSync(join(folder.path, "src"));
    writeFileSync(join(folder.path, "src", "handlers"), "a file where a folder is needed\n");
    expect(await refused(undefined, { yes: true, name: "notes" })).toContain("nothing was changed");
    expect(existsSync(join(folder.path, "schema"))).toBe(false);
  });
});

describe("package.json", () => {
  const plan = (before: object | string) =>
    planPackageJson(
      { name: "notes" },
      typeof before === "string" ? before : `${JSON.stringify(before, undefined, 2)}\n`,
    );

  it("gets what is missing, in its own indentation, and keeps what it says", () => {
    const { text, added, kept } = plan({
      name: "mine",
      scripts: { test: "node --test" },
      dependencies: { vitest: "4" },
    });
    expect(JSON.parse(text)).toMatchObject({
      name: "mine",
      type: "module",
      scripts: { test: "node --test", build: "pegboard build" },
      dependencies: { vitest: "4", pegboard: `^${packageJson.version}` },
      devDependencies: { typescript: packageJson.devDependencies.typescript },
    });
    expect(JSON.parse(text).devDependencies.vitest).toBeUndefined();
    expect(added).toEqual([
      "type",
      "scripts.generate",
      "scripts.check",
      "scripts.types",
      "scripts.build",
      "scripts.start",
      "dependencies.pegboard",
      "dependencies.typebox",
      "devDependencies.@types/node",
      "devDependencies.typescript",
    ]);
    expect(kept).toEqual(["scripts.test"]);
  });

  it("gets a test script where npm has only written that there is none", () => {
    const { text } = plan({ type: "module", scripts: { test: 'echo "Error: no test specified" && exit 1' } });
    expect(JSON.parse(text).scripts.test).toBe("pegboard generate --check && vitest run");
  });

  it("that has everything stays as it is, byte for byte", () => {
    const once = plan({}).text.replaceAll("  ", "\t");
    expect(plan(once)).toEqual({ text: once, added: [], kept: [] });
  });

  it.each<[before: string, message: string]>([
    ['{"type": "commonjs"}', 'package.json says "type": "commonjs"; a catalog\'s modules are ES modules'],
    ["{", "package.json is not valid JSON; nothing was written"],
    ["[]", "package.json does not contain an object; nothing was written"],
    ['{"scripts": []}', 'package.json: "scripts" is not an object; nothing was written'],
  ])("%s is refused", (before, message) => {
    expect(() => plan(before)).toThrow(message);
  });
});

describe("a server's name from a folder's", () => {
  it.each([
    ["notes", "notes"],
    ["My Notes", "my-notes"],
    ["Übung macht.den_Meister", "ubung-macht-den_meister"],
    ["2024 plans", "mcp-2024-plans"],
    ["日本", "catalog"],
    ["--", "catalog"],
    ["a-very-long-name-for-a-small-catalog", "a-very-long-name-for-a-s"],
  ])("%s becomes %s", (name, expected) => {
    expect(serverNameFrom(name)).toBe(expected);
  });

  it("is always one, whatever the folder is called, and stays as it is when it is one", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => isServerName(serverNameFrom(text))));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/).filter(isServerName), (name) => {
        expect(serverNameFrom(name)).toBe(name);
      }),
    );
  });
});

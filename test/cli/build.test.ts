import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BuildOptions, build } from "../../src/cli/commands/build.ts";
import { type Folder, temporaryFolder } from "./folder.ts";
import { recordTerminal } from "./record-terminal.ts";
import { putCatalog } from "./scaffolded-catalog.ts";

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
  putCatalog(folder);
});
afterEach(() => folder.remove());

async function run(options: Partial<BuildOptions> = {}) {
  const recorded = recordTerminal(folder.path);
  const code = await build(recorded.terminal, { out: "dist", check: true, ...options });
  return { code, stdout: recorded.stdout(), stderr: recorded.stderr() };
}

function built(): readonly string[] {
  return Object.keys(folder.snapshot()).filter((path) => path.startsWith("dist/"));
}

describe("build", () => {
  it("writes a server, the catalog, and the list of both; says that types were not checked", async () => {
    const { code, stdout, stderr } = await run();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^built dist\/ \(\d+ files, \d+ kB\)\nan MCP client starts it with: node dist\/server\.js\n$/,
    );
    expect(stderr).toBe("note: the types were not checked: typescript is not installed in the project\n");
    const { files } = JSON.parse(folder.read("dist/pegboard-build.json")) as { files: string[] };
    expect(files.map((path) => `dist/${path}`)).toEqual(built());
    expect(files.filter((path) => !path.startsWith("chunks/"))).toEqual([
      "THIRD-PARTY-NOTICES.md",
      "catalog.js",
      "catalog.script.js",
      "load-script.js",
      "package.json",
      "pegboard-build.json",
      "server.js",
    ]);
    expect(folder.read("dist/catalog.script.js")).toMatch(
      /return \{ loadHost: loadHost, openHost: openHost, registry: registry, serveBuilt: serveBuilt \};\n\}\)\n$/,
    );
    const [host = ""] = files.filter((path) => /^chunks\/host-\w+\.js$/.test(path));
    expect(folder.read(`dist/${host}`)).toMatch(/export\{openHost\};\n\/\/# sourceMappingURL=host-\w+\.js\.map\n$/);
  });

  it("makes the same bytes of the same sources, wherever they are", async () => {
    await run();
    const other = temporaryFolder();
    putCatalog(other);
    await build(recordTerminal(other.path).terminal, { out: "dist", check: false });
    const texts = other.snapshot();
    for (const path of built()) expect(texts[path]).toBe(folder.read(path));
    for (const path of built()) expect(folder.read(path)).not.toContain(folder.path);
    other.remove();
  });

  it("keeps each list as a file of JSON, which is read faster than code", async () => {
    await run();
    const lists = built().filter((path) => path.endsWith(".json") && path.startsWith("dist/chunks/"));
    const names = { tools: expect.arrayContaining([expect.objectContaining({ name: "note_list" })]) };
    expect(lists.map((path): unknown => JSON.parse(folder.read(path)))).toContainEqual(expect.objectContaining(names));
  });

  it("removes files of an earlier build that are not needed any more, and nothing else", async () => {
    await run();
    const before = built();
    folder.put("dist/notes.txt", "mine\n");
    folder.put(
      "src/handlers/note/note_list.ts",
      folder.read("src/handlers/note/note_list.ts").replace("slice(0, limit)", "slice(0)"),
    );
    await run({ check: false });
    const chunk = (paths: readonly string[]) => paths.filter((path) => path.startsWith("dist/chunks/note_list-"));
    expect(built()).toContain("dist/notes.txt");
    expect(built()).toHaveLength(before.length + 1);
    expect(chunk(built())).not.toEqual(chunk(before));
  });

  it("never deletes what an edited list names outside the folder", async () => {
    await run();
    const manifest = JSON.parse(folder.read("dist/pegboard-build.json")) as { files: string[] };
    const paths = ["../schema/catalog.yaml", "/etc/passwd", "chunks/../../README.md", "", "."];
    folder.put("dist/pegboard-build.json", JSON.stringify({ files: [...manifest.files, ...paths, 7] }));
    expect((await run()).code).toBe(0);
    expect(folder.read("schema/catalog.yaml")).toContain("format: 1");
    expect(folder.read("README.md")).toContain("# notes");
  });

  it("refuses to replace a file that no build has written", async () => {
    folder.put("dist/server.js", "mine\n");
    await expect(run()).rejects.toThrow("'dist/server.js' is in the way: no build has written it");
    expect(built()).toEqual(["dist/server.js"]);
  });

  it("refuses a list that is damaged", async () => {
    folder.put("dist/pegboard-build.json", "{");
    await expect(run()).rejects.toThrow("is damaged");
  });

  it.each(["..", ".", "../out", "/elsewhere", "src", "src/out", "schema", "generated/x", "node_modules/x"])(
    "refuses --out %s",
    async (out) => {
      const before = folder.snapshot();
      await expect(run({ out })).rejects.toThrow(
        /--out '.*' is (not a folder inside the project|a folder of other files)/,
      );
      expect(folder.snapshot()).toEqual(before);
    },
  );

  it("refuses a folder that a link leads out of the project", async () => {
    const outside = temporaryFolder();
    symlinkSync(outside.path, join(folder.path, "dist"));
    await expect(run()).rejects.toThrow("leads out of the project");
    expect(outside.snapshot()).toEqual({});
    outside.remove();
  });

  it("refuses while generated/ is out of date, and names the files", async () => {
    const path = "schema/tools/note/note_list.yaml";
    folder.put(path, folder.read(path).replace("max: 100", "max: 200"));
    const { code, stderr } = await run();
    expect(code).toBe(1);
    const files = "generated/contracts/note_list.ts, generated/docs/tools/note_list.md";
    expect(stderr).toContain(`2 files out of date (${files}); run \`pegboard generate\`, then build again\n`);
    expect(built()).toEqual([]);
  });

  it("refuses a catalog with errors, a missing handler, and sources that don't build", async () => {
    const handler = "src/handlers/note/note_list.ts";
    const text = folder.read(handler);
    folder.put(handler, `${text}export const = 1;\n`);
    await expect(run()).rejects.toThrow(/the catalog's sources don't build: src\/handlers\/note\/note_list\.ts:6:14: /);
    folder.put(handler, "export const other = 1;\n");
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining("handler-export-missing") });
    folder.put("schema/types/note.yaml", "Note: {fields: {title: {type: strng}}}\n");
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("build stopped: the catalog has"),
    });
    expect(built()).toEqual([]);
  });

  it("refuses when the project's own type checker objects, and passes on what it says", async () => {
    folder.put("node_modules/typescript/package.json", '{"name": "typescript", "bin": {"tsc": "tsc.cjs"}}\n');
    folder.put(
      "node_modules/typescript/tsc.cjs",
      "console.log(process.argv.slice(2).join(' ')); process.exitCode = 2;\n",
    );
    expect(await run()).toEqual({
      code: 1,
      stdout: "",
      stderr: "--noEmit --pretty false -p tsconfig.json\nthe type check failed; nothing was written\n",
    });
    expect(await run({ check: false })).toMatchObject({ code: 0, stderr: "" });
  });

  it("does not mind files of emitters that are off by default", async () => {
    mkdirSync(join(folder.path, "generated/interop"), { recursive: true });
    folder.put("generated/interop/zod.ts", "// whatever\n");
    expect((await run()).code).toBe(0);
  });

  it("says it for programs too", async () => {
    const { stdout } = await run({ json: true });
    expect(JSON.parse(stdout)).toMatchObject({ written: true, out: "dist", types: "not-checked" });
  });
});

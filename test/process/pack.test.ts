import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { npm, type PackedPackage, packPackage } from "./packed-package.ts";
import { type Finished, root, run } from "./run-pegboard.ts";

// What a stranger does who writes a catalog by hand and has no use for the workbench.

describe("the package as npm installs it", () => {
  let packed: PackedPackage;
  let project = "";
  const own = (...words: string[]): Promise<Finished> =>
    run(join(project, "node_modules", ".bin", "pegboard"), words, { cwd: project });

  beforeAll(async () => {
    packed = await packPackage();
    project = join(packed.workshop, "notes");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "name": "notes", "private": true, "type": "module" }\n');
    const flags = ["--prefer-offline", "--no-audit", "--no-fund"];
    const installed = await npm(["install", ...flags, packed.tarball], project);
    if (installed.code !== 0) throw new Error(installed.stderr);
    cpSync(join(root, "test", "fixtures", "notes", "schema"), join(project, "schema"), { recursive: true });
  });
  afterAll(() => packed.remove());

  it("does not name the folder that it was built in", () => {
    const dist = join(project, "node_modules", "pegboard", "dist");
    const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(100);
    // As in a text of code, where Windows' separators are escaped.
    const inside = JSON.stringify(join(root, "node_modules")).slice(1, -1);
    const naming = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(inside));
    expect(naming.map(({ name }) => name)).toEqual([]);
  });

  it("generates, scaffolds what is missing, and is content with it", async () => {
    const first = await own("generate");
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: "" });
    expect(first.stdout).toContain("created src/handlers/note/note_create.ts\n");
    const second = await own("generate", "--check");
    expect(second.code).toBe(0);
  });

  it("type-checks with plain settings, scaffolds and hand-written files alike", async () => {
    cpSync(join(root, "test", "fixtures", "notes", "written", "tsconfig.json"), join(project, "tsconfig.json"));
    expect(await typeCheck(project)).toEqual({ code: 0, stdout: "", stderr: "" });
    cpSync(join(root, "test", "fixtures", "notes", "written"), project, { recursive: true });
    expect(await typeCheck(project)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await own("generate", "--check")).code).toBe(0);
  });

  it("serves the catalog to an MCP client, under old names too", async () => {
    const connection = await connectStdio({
      command: join(project, "node_modules", ".bin", "pegboard"),
      args: ["serve", "--catalog", "."],
      cwd: project,
    });
    const tools = await connection.listTools();
    const created = await connection.callTool("add_note", { name: "Milk", text: "Two litres" });
    const again = await connection.callTool("note_create", { title: "Milk" });
    const listed = await connection.callTool("note_list");
    await connection.close();
    expect(tools.map((tool) => tool.name)).toEqual(["note_create", "note_list", "tool_search", "tool_describe"]);
    expect(created).toMatchObject({ isError: false, structuredContent: { title: "Milk", text: "Two litres" } });
    expect(again).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "NOTE_EXISTS", number: -31001, data: { title: "Milk" } } },
    });
    expect(listed).toMatchObject({ structuredContent: { items: [{ title: "Milk" }], count: 1 } });
  });

  it("calls a tool without a server", async () => {
    const { code, stdout } = await own("call", "note_list", "--catalog", ".");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ items: [], count: 0 });
  });

  it("builds the sources once, and again when one of them has changed", async () => {
    const builds = () =>
      readdirSync(join(project, "node_modules", ".cache", "pegboard")).filter((name) => name !== "newest.json");
    expect(builds()).toHaveLength(1);
    const handler = join(project, "src", "handlers", "note", "note_list.ts");
    writeFileSync(handler, readFileSync(handler, "utf8").replace("ok([", 'ok([{ title: "First", text: "" }, '));
    const { stdout } = await own("call", "note_list", "--catalog", ".");
    expect(JSON.parse(stdout)).toEqual({ items: [{ title: "First", text: "" }], count: 1 });
    expect(builds()).toHaveLength(2);
  });

  it("names the place when the sources don't build", async () => {
    const handler = join(project, "src", "handlers", "note", "note_list.ts");
    writeFileSync(handler, `${readFileSync(handler, "utf8")}\nexport const = 1;\n`);
    const { code, stderr } = await own("call", "note_list", "--catalog", ".");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: the catalog's sources don't build: src\/handlers\/note\/note_list\.ts:\d+:\d+: /);
  });

  it("makes generated/ where it is missing, and asks for generate where it can't", async () => {
    const handler = join(project, "src", "handlers", "note", "note_list.ts");
    writeFileSync(handler, readFileSync(handler, "utf8").replace("export const = 1;", ""));
    rmSync(join(project, "generated"), { recursive: true });
    expect(await own("call", "note_list", "--catalog", ".")).toMatchObject({ code: 0, stderr: "" });
    rmSync(join(project, "generated"), { recursive: true });
    writeFileSync(join(project, "schema", "types", "note.yaml"), "Note: [");
    const { code, stderr } = await own("serve", "--catalog", ".");
    expect(code).toBe(2);
    expect(stderr).toContain("generated/ is incomplete");
    expect(stderr).toContain("run `pegboard generate` there first");
  });

  it("brings the workbench in dist/, and not the files that it was bundled from", async () => {
    const installed = join(project, "node_modules", "pegboard");
    expect(readdirSync(join(installed, "generated"))).toContain("contracts");
    expect(readdirSync(join(installed, "generated"))).not.toContain(".cache");
    const listed = await own("describe", "memory_store", "--workbench");
    expect({ code: listed.code, stderr: listed.stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("runs the workbench with Node's own SQLite, or says in one sentence what it needs", async () => {
    const { code, stdout, stderr } = await run(
      join(project, "node_modules", ".bin", "pegboard"),
      ["call", "memory_recall", "context=x", "--workbench"],
      { cwd: project, env: { PEGBOARD_DB: join(project, "workbench.db") } },
    );
    const sqlite = process.getBuiltinModule("node:sqlite");
    if (sqlite !== undefined && "backup" in sqlite) {
      expect(code).toBe(0);
      return;
    }
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    expect(stderr).toContain(
      "install better-sqlite3 beside pegboard (npm install better-sqlite3@12), or use Node 22.16 or newer, which has SQLite",
    );
    expect(stderr).not.toContain("    at ");
  });

  it("installs no package with machine code but esbuild, and none that few need", () => {
    const names = readdirSync(join(project, "node_modules"));
    expect(names).not.toContain("better-sqlite3");
    expect(names).not.toContain("prettier");
    expect(names).not.toContain("typescript");
    // Declarations that no entry leads to can't be imported.
    const declared = readdirSync(join(project, "node_modules", "pegboard", "dist", "types", "src"));
    expect(declared).toContain("runtime");
    expect(declared).not.toContain("cli");
  });

  it.each([
    ["generate", "--extra", "zod"],
    ["import", "--types", "src/handlers/note/note_list.ts", "--into", "typed"],
  ])("says which package %s %s needs", async (...words) => {
    const { code, stderr } = await own(...words);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("this needs the package @sinclair/typebox-codegen, which is not installed"),
    });
    expect(stderr).toContain("npm install --save-dev @sinclair/typebox-codegen");
  });
});

/** With the type checker of this repository: the project has none of its own. */
function typeCheck(project: string): Promise<Finished> {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  // What was checked and has not changed is not checked again.
  const words = ["-p", project, "--incremental", "--tsBuildInfoFile", join(project, "checked.tsbuildinfo")];
  return run(process.execPath, [tsc, ...words], { cwd: project });
}

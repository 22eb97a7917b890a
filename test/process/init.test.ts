import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio, type McpConnection } from "../../scripts/plain-connection.ts";
import { npm, npx, type PackedPackage, packPackage } from "./packed-package.ts";
import { type Finished, root, run } from "./run-pegboard.ts";

// What a new user does, word for word, on npm's default settings: install the package into an empty folder, init, and then
// everything that the README of the new project says.

let packed: PackedPackage;
let project = "";
// What `npx pegboard` starts; npx itself is asked twice below, because it takes longer than what it starts.
const own = (...words: string[]): Promise<Finished> =>
  run(join(project, "node_modules", ".bin", "pegboard"), words, { cwd: project });

beforeAll(async () => {
  packed = await packPackage();
  project = join(packed.workshop, "My Notes");
  // npm installs into the nearest folder upward that has packages; this one must be it, whatever lies above.
  mkdirSync(join(project, "node_modules"), { recursive: true });
  succeeded(await npm(["install", packed.tarball], project));
}, 900_000);
afterAll(() => packed.remove());

describe("an empty folder in which pegboard was installed", () => {
  it("becomes a catalog with everything around it", async () => {
    const { code, stdout } = await npx(["pegboard", "init"], project);
    expect(code).toBe(0);
    expect(stdout).toContain("created schema/tools/note/note_create.yaml\n");
    expect(stdout).toContain("updated package.json\n");
    expect(stdout).toContain("'my-notes' is a catalog of two tools. Next:\n");
    const manifest = JSON.parse(read("package.json"));
    expect(manifest).toMatchObject({
      type: "module",
      dependencies: { pegboard: expect.stringMatching(/^file:.*\.tgz$/) },
    });
  });

  it("installs what the new package.json asks for", async () => {
    succeeded(await npm(["install"], project));
    expect(existsSync(join(project, "node_modules", "typescript"))).toBe(true);
  }, 300_000);

  it("has the files that docs/getting-started.md names, and the members to remove", () => {
    const page = readFileSync(join(root, "docs", "getting-started.md"), "utf8");
    const sample = page.slice(page.indexOf("## Without the sample"), page.indexOf("## Into a client"));
    const paths = [...sample.matchAll(/`((?:schema|src|test)\/[^`]*)`/g)].map(([, path = ""]) => path);
    expect(paths).toHaveLength(7);
    expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([]);
    const texts = paths.filter((path) => path.endsWith(".ts") || path.endsWith(".yaml")).map(read);
    for (const word of ["note:", "NOTE_EXISTS", "instructions", "notes"]) expect(texts.join("\n")).toContain(word);
    const configurations = [...page.matchAll(/`(\.[\w/]+\.json)`/g)].map(([, path = ""]) => path);
    expect(configurations.filter((path) => existsSync(join(project, path)))).toHaveLength(3);
  });

  it("has nothing left to generate", async () => {
    const { code, stdout } = await own("generate");
    expect(code).toBe(0);
    expect(stdout).toContain("0 files changed");
  });

  it("passes its own check: lint, generated files, types, tests", async () => {
    const { stdout } = succeeded(await npm(["run", "check"], project));
    expect(stdout).toContain("no findings");
    expect(stdout).toMatch(/Tests\s+7 passed/);
  });

  it("answers a call from the shell", async () => {
    const { code, stdout } = await own("call", "note_create", "title=Milk", "--catalog", ".");
    expect({ code, result: JSON.parse(stdout) }).toEqual({ code: 0, result: { title: "Milk", text: "" } });
  });

  it("builds, and what it built serves an MCP client", async () => {
    const { stdout } = succeeded(await npm(["run", "build"], project));
    expect(stdout).toContain("built dist/");
    // One other character makes the engine keep a file in two bytes a character, and every start takes longer.
    const catalog = readFileSync(join(project, "dist", "catalog.script.js"), "utf8");
    const loaded = [...catalog.matchAll(/\$load\("([^"]+)"\)/g)].map(([, name]) => `${name}.script.js`);
    expect(loaded).not.toEqual([]);
    for (const path of ["server.js", "load-script.js", "catalog.script.js", ...loaded]) {
      expect([path, /[^\0-\x7f]/.test(readFileSync(join(project, "dist", path), "utf8"))]).toEqual([path, false]);
    }
    await withServer(["dist/server.js"], async (connection) => {
      expect((await connection.listTools()).map((tool) => tool.name)).toEqual([
        "note_create",
        "note_list",
        "tool_search",
        "tool_describe",
      ]);
      await connection.callTool("note_create", { title: "Milk" });
      expect(await connection.callTool("note_list")).toMatchObject({
        isError: false,
        structuredContent: { items: [{ title: "Milk", text: "" }], count: 1 },
      });
    });
  });

  it("is served by what .mcp.json says", async () => {
    const { mcpServers } = JSON.parse(read(".mcp.json")) as {
      mcpServers: { [name: string]: { command: string; args: readonly string[] } };
    };
    const server = mcpServers["my-notes"];
    expect(server?.command).toBe("node");
    await withServer(server?.args ?? [], async (connection) => {
      expect(await connection.listTools()).toHaveLength(4);
    });
  });

  it("has editor settings and client configurations that name files which are there", () => {
    const settings = JSON.parse(read(".vscode/settings.json")) as { "yaml.schemas": { [path: string]: string } };
    const { servers } = JSON.parse(read(".vscode/mcp.json")) as { servers: { [name: string]: { args: string[] } } };
    const program = servers["my-notes"]?.args[0]?.replace(/^\$\{workspaceFolder\}\//, "") ?? "";
    const named = [...Object.keys(settings["yaml.schemas"]), program];
    expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([]);
    expect(named).toHaveLength(8);
  });

  it("has the workbench at hand too, where there is a library of SQLite", async () => {
    const database = join(packed.workshop, "workbench.db");
    const words = ["pegboard", "call", "memory_recall", "context=x", "--json", "--workbench"];
    const recall = () => npx(words, project, { PEGBOARD_DB: database });
    if (!isBuiltin("node:sqlite")) {
      const refused = await recall();
      expect(refused.code).not.toBe(0);
      expect(`${refused.stdout}${refused.stderr}`).toContain(
        "install better-sqlite3 beside pegboard (npm install better-sqlite3@12), or use Node 22.16 or newer",
      );
      // As `npm install better-sqlite3` does, which would compile it for minutes.
      symlinkSync(join(root, "node_modules", "better-sqlite3"), join(project, "node_modules", "better-sqlite3"));
    }
    const { code, stdout } = await recall();
    expect({ code, result: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      result: { structuredContent: { count: 0 } },
    });
  });

  it("is what a call in it means, also from a folder below", async () => {
    const words = ["pegboard", "call", "note_create", "title=Milk", "--json"];
    for (const [folder, place] of [
      [project, "."],
      [join(project, "schema"), ".."],
    ] as const) {
      const { code, stdout, stderr } = await npx(words, folder, {});
      expect({ code, result: JSON.parse(stdout) }).toMatchObject({ result: { structuredContent: { title: "Milk" } } });
      expect(stderr).toContain(`catalog: ${place} (--workbench uses`);
    }
  });

  it("refuses to be initialised again, and writes nothing", async () => {
    const before = readdirSync(project);
    const { code, stderr } = await own("init", "--yes");
    expect(code).toBe(2);
    expect(stderr).toContain("there is a catalog here already: schema/catalog.yaml");
    expect(readdirSync(project)).toEqual(before);
  });
});

describe("the catalog grows and changes", () => {
  it("by a tool that compiles and type-checks before anything is filled in", async () => {
    const { stdout } = succeeded(await own("add", "tool", "note_archive"));
    expect(stdout).toContain(
      "created schema/tools/note/note_archive.yaml\ncreated src/handlers/note/note_archive.ts\n",
    );
    succeeded(await npm(["run", "types"], project));
    const { code, stderr } = await own("call", "note_archive", "text=x", "--catalog", ".");
    expect(code).toBe(3);
    expect(stderr).toContain("the handler of 'note_archive' is not written yet");
  });

  it("by a new name, under which everything still holds", async () => {
    writeFileSync(join(project, "test", "note_list.test.ts"), listTestText);
    const { stdout } = succeeded(await own("rename", "tool", "note_list", "note_search", "--sunset", "2027-12-01"));
    expect(stdout).toContain("moved src/handlers/note/note_list.ts to src/handlers/note/note_search.ts\n");
    expect(stdout).toContain("moved test/note_list.test.ts to test/note_search.test.ts\n");
    expect(stdout).toContain("'note_search' still accepts the old name 'note_list', at least until 2027-12-01\n");
    expect(stdout).toContain('these still use "note_list", which works as an alias: test/note.test.ts (1)\n');
    // The whole check: of the tool that was added above, too.
    const checked = succeeded(await npm(["run", "check"], project));
    expect(checked.stdout).toMatch(/Tests\s+8 passed/);
    expect((await own("generate", "--check")).code).toBe(0);
  });

  it("and a client that knows only the old name is served as before", async () => {
    await withServer(["node_modules/pegboard/dist/cli/main.js", "serve", "--catalog", "."], async (connection) => {
      const names = (await connection.listTools()).map((tool) => tool.name);
      expect(names).toEqual(["note_archive", "note_create", "note_search", "tool_search", "tool_describe"]);
      await connection.callTool("note_create", { title: "Milk" });
      const old = await connection.callTool("note_list", { limit: 5 });
      expect(old).toMatchObject({ isError: false, structuredContent: { count: 1 } });
      expect(old.kind === "result" ? old.texts.slice(1) : []).toEqual([
        expect.stringContaining("'note_list' is deprecated since 0.1.0"),
      ]);
    });
  });

  it("refuses to build while generated/ is out of date", async () => {
    const path = join(project, "schema", "tools", "note", "note_create.yaml");
    writeFileSync(path, read("schema/tools/note/note_create.yaml").replace("max_length: 80", "max_length: 90"));
    const { code, stderr } = await own("build");
    expect(code).toBe(1);
    expect(stderr).toContain("run `pegboard generate`, then build again");
  });

  it("without the sample, as docs/getting-started.md says, it passes its own check", async () => {
    succeeded(await own("add", "tool", "tag_list", "--new-family", "Tags"));
    for (const path of ["schema/tools/note", "schema/types/note.yaml", "src/handlers/note"])
      rmSync(join(project, path), { recursive: true });
    for (const name of readdirSync(join(project, "test")).filter((name) => name !== "examples.test.ts"))
      rmSync(join(project, "test", name));
    without("schema/catalog.yaml", /^ {2}(?:instructions|note): .*\n/gm, /^ {2}NOTE_EXISTS:\n(?: {4}.*\n)+/m);
    without("src/handlers/deps.ts", /^import type \{ Note \}.*\n/m, / {2}\/\*\* By title.*\n.* notes: .*\n/);
    without("src/host.ts", /notes: new Map\(\)/);
    succeeded(await own("generate"));
    const { stdout } = succeeded(await npm(["run", "check"], project));
    expect(stdout).toContain("no tests");
  });

  it("without the sample from the start, it passes its own check before and after its first tool", async () => {
    const folder = join(project, "empty");
    mkdirSync(folder);
    const inFolder = (...words: string[]) =>
      run(join(project, "node_modules", ".bin", "pegboard"), words, { cwd: folder });
    succeeded(await inFolder("init", "--empty"));
    const { stdout, stderr } = succeeded(await npm(["run", "check"], folder));
    expect(stdout).toContain("0 tools, no findings");
    expect(stderr).not.toContain("warning");
    succeeded(await inFolder("add", "tool", "tag_list", "--new-family", "Tags"));
    succeeded(await npm(["run", "check"], folder));
    const listed = succeeded(await inFolder("tools", "--json"));
    expect(JSON.parse(listed.stdout).tools).toMatchObject([{ name: "tag_list", family: "tag" }]);
  });
});

function without(path: string, ...parts: readonly RegExp[]): void {
  const before = read(path);
  for (const part of parts) expect(before).toMatch(part);
  writeFileSync(
    join(project, path),
    parts.reduce((text, part) => text.replace(part, ""), before),
  );
}

const listTestText = `import { openBench } from "pegboard/testing";
import { expect, it } from "vitest";
import { registry } from "../generated/registry.ts";
import { noteList } from "../src/handlers/note/note_list.ts";
import { openHost } from "../src/host.ts";

it("note_list is empty at first", async () => {
  const bench = openBench({ registry, openHost });
  const { result, notices } = await bench.call("note_list");
  await bench.close();
  expect({ result, notices }).toEqual({ result: { items: [], count: 0 }, notices: [] });
  expect(noteList).toBeTypeOf("function");
});
`;

function read(path: string): string {
  return readFileSync(join(project, path), "utf8");
}

/** The same without colours: vitest paints what it prints, wherever it prints it. */
function succeeded(finished: Finished): Finished {
  const { code, stdout, stderr } = finished;
  if (code !== 0) throw new Error(`exit code ${code}\n${stdout}\n${stderr}`);
  return { code, stdout: stripVTControlCharacters(stdout), stderr };
}

async function withServer(args: readonly string[], use: (connection: McpConnection) => Promise<void>): Promise<void> {
  const connection = await connectStdio({ command: "node", args, cwd: project });
  try {
    await use(connection);
  } finally {
    await connection.close();
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { pegboard, pegboardHere, root, run } from "./run-pegboard.ts";

// What `pegboard build` wrote, copied into a folder where nothing is but Node.

let project: NotesProject;
let away = "";
const server = () => join(away, "server.js");

const packages = {
  // CommonJS that requires a module of Node, and one of its own files.
  "node_modules/shout/package.json": '{ "name": "shout", "version": "1.0.0", "main": "main.cjs" }\n',
  "node_modules/shout/main.cjs":
    'const { EOL } = require("os");\nconst mark = require("./mark.cjs");\nexports.shout = (text) => text.toUpperCase() + mark + EOL.length;\n',
  "node_modules/shout/mark.cjs": 'module.exports = "!";\n',
  // It only looks like machine code: what decides is how it is built.
  "node_modules/fast-add/package.json":
    '{ "name": "fast-add", "version": "2.1.0", "main": "main.cjs", "gypfile": true }\n',
  "node_modules/fast-add/main.cjs": "exports.add = (one, other) => one + other;\n",
  // CommonJS that requires such a package.
  "node_modules/adds/package.json": '{ "name": "adds", "version": "1.0.0", "main": "main.cjs" }\n',
  "node_modules/adds/main.cjs": 'const { add } = require("fast-add");\nexports.sum = () => add(1, 2);\n',
};

const handler = `import { ok } from "pegboard/runtime";
import { sum } from "adds";
import { add } from "fast-add";
import { shout } from "shout";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import "../../register.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async () => ok([{
  title: shout("milk"),
  text: [add(1, sum() - 1), Reflect.get(globalThis, "registered"), ${JSON.stringify('said;import"./nothing.js";')}].join(" "),
}]);
`;
const schema = filesBelow(join(root, "test", "fixtures", "notes", "schema")).map((path) => ({
  path: relative(join(root, "test", "fixtures", "notes"), path).replaceAll("\\", "/"),
  text: readFileSync(path, "utf8"),
}));
const compiling = `import { compile } from "pegboard";
import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

const schema = ${JSON.stringify(schema)};

export const noteList: ToolHandler<NoteList> = async () => {
  const [mistake] = compile([{ path: "schema/catalog.yaml", text: "bad: [1" }]).diagnostics;
  const page = compile(schema).value?.files.find(({ path }) => path === "generated/docs/index.md")?.text ?? "";
  return ok([{ title: mistake?.message ?? "", text: page.split("\\n").find((line) => line.startsWith("# ")) ?? "" }]);
};
`;
/** A module that does something when it is loaded, which the host loads too. */
const register = 'Object.assign(globalThis, { registered: "registered" });\n';
const initialize = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const note = { title: "MILK!1", text: '3 registered said;import"./nothing.js";' };

beforeAll(async () => {
  project = await makeNotesProject({ "src/handlers/note/note_list.ts": handler, "src/register.ts": register });
  const host = join(project.folder, "src", "host.ts");
  writeFileSync(host, `import "fast-add";\nimport "./register.ts";\n${readFileSync(host, "utf8")}`);
  for (const [path, text] of Object.entries(packages)) {
    mkdirSync(join(project.folder, path, ".."), { recursive: true });
    writeFileSync(join(project.folder, path), text);
  }
  away = mkdtempSync(join(tmpdir(), "pegboard-built-"));
  const link = join(away, "link");
  symlinkSync(project.folder, link, "junction");
  const built = await pegboard(["build", "--no-check", "--catalog", link], { cwd: away });
  rmSync(link);
  expect(built).toMatchObject({ code: 0, stderr: "" });
  expect(built.stdout).toContain("not a part of it, since they hold machine code: fast-add 2.1.0;");
  cpSync(join(project.folder, "dist"), away, { recursive: true });
  // What `npm install` would do with the package.json that was written.
  expect(JSON.parse(readFileSync(join(away, "package.json"), "utf8"))).toEqual({
    private: true,
    type: "module",
    dependencies: { "fast-add": "2.1.0" },
  });
  cpSync(join(project.folder, "node_modules", "fast-add"), join(away, "node_modules", "fast-add"), { recursive: true });
  project.remove();
});
afterAll(() => rmSync(away, { recursive: true, force: true }));

describe("a built server in a folder of its own", () => {
  it.each([
    ["by the fast path", "on"],
    ["by the SDK", "off"],
  ])("serves %s, with the packages that its handlers import", async (_title, fastPath) => {
    const env = { PEGBOARD_FAST_PATH: fastPath };
    const connection = await connectStdio({ command: process.execPath, args: [server()], cwd: away, env });
    const names = (await connection.listTools()).map(({ name }) => name);
    const listed = await connection.callTool("note_list");
    const refused = await connection.callTool("note_create", { title: 7 });
    const described = await connection.callTool("tool_describe", { name: "note_create" });
    await connection.close();
    expect(names).toEqual(["note_create", "note_list", "tool_search", "tool_describe"]);
    expect(listed).toMatchObject({ isError: false, structuredContent: { items: [note] } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "INVALID_ARGUMENTS" } } });
    expect(described).toMatchObject({ isError: false });
  });

  it("takes the options of `serve`, and its configuration file beside it", async () => {
    writeFileSync(join(away, "pegboard.serve.json"), '{ "deny": ["note_create"] }\n');
    const words = [server(), "--surface", "meta"];
    const connection = await connectStdio({ command: process.execPath, args: words, cwd: away });
    const names = (await connection.listTools()).map(({ name }) => name);
    const denied = await connection.callTool("note_create", { title: "Milk" });
    await connection.close();
    rmSync(join(away, "pegboard.serve.json"));
    expect(names).not.toContain("note_list");
    expect(names).toContain("call_read");
    expect(denied).toMatchObject({ kind: "protocol-error", message: "Unknown tool: 'note_create'" });
  });

  it("prints the version of its catalog", async () => {
    const [, version] =
      /version: ([\d.]+)/.exec(schema.find(({ path }) => path.endsWith("catalog.yaml"))?.text ?? "") ?? [];
    for (const option of ["--version", "-V"]) {
      const { code, stdout, stderr } = await run(process.execPath, [server(), option], { cwd: away });
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    }
  });

  it("writes its log with pino, which needs none of its threads", async () => {
    const child = spawn(process.execPath, [server(), "--log-level", "info"], { cwd: away });
    const ended = Promise.all([once(child, "close"), readText(child.stderr), readText(child.stdout)]);
    const send = (line: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`);
    const call = { method: "tools/call", params: { name: "note_list", arguments: {} } };
    send(initialize);
    send({ id: 2, ...call });
    // The first line is written when pino is loaded, and a process that ends does not wait for that.
    await once(child.stderr, "data");
    send({ id: 3, ...call });
    child.stdin.end();
    const [[code], stderr] = await ended;
    const events = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).event);
    expect(code).toBe(0);
    expect(events.filter((event) => event === "call")).toHaveLength(2);
    // What is written when pino can't be loaded.
    expect(stderr).not.toContain("pino");
  });

  it("prints its options, and refuses what is none of them", async () => {
    const help = await run(process.execPath, [server(), "--help"], { cwd: away });
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("Usage: server.js [options]");
    expect(help.stdout).toContain("--http <address>");
    const wrong = await run(process.execPath, [server(), "--htp", "1"], { cwd: away });
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toBe(
      "error: unknown option '--htp'; did you mean '--http'?\n       --help lists the options\n",
    );
  });

  describe("without a package that its host imports", () => {
    let bare = "";
    beforeAll(() => {
      bare = mkdtempSync(join(tmpdir(), "pegboard-built-"));
      cpSync(away, bare, { recursive: true, filter: (path) => !path.includes("node_modules") });
    });
    afterAll(() => rmSync(bare, { recursive: true, force: true }));
    const missing = "error: the catalog can't be loaded: Cannot find package 'fast-add'";

    it("says which one in a sentence, also where it is only tried out", async () => {
      const { code, stdout, stderr } = await run(process.execPath, [join(bare, "server.js")], { cwd: bare, stdin: "" });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(missing);
      expect(stderr).not.toContain("    at ");
    });

    it("lists its tools, says the same, and ends", async () => {
      const child = spawn(process.execPath, [join(bare, "server.js")], { cwd: bare });
      const [stdout, stderr] = [readText(child.stdout), readText(child.stderr)];
      for (const request of [initialize, { id: 2, method: "tools/list" }]) {
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
      }
      expect(await once(child, "exit")).toEqual([2, null]);
      expect(await stdout).toContain('"name":"note_list"');
      expect(await stderr).toContain(missing);
    });

    it.each([
      ["by the fast path", "on"],
      ["by the SDK", "off"],
    ])("answers a client that calls without a list %s, says the same, and ends", async (_title, fastPath) => {
      const env = { ...process.env, PEGBOARD_FAST_PATH: fastPath };
      const child = spawn(process.execPath, [join(bare, "server.js")], { cwd: bare, env });
      const [stdout, stderr] = [readText(child.stdout), readText(child.stderr)];
      const call = { id: 2, method: "tools/call", params: { name: "note_list", arguments: {} } };
      for (const request of [initialize, { method: "notifications/initialized" }, call]) {
        child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
      }
      expect(await once(child, "exit")).toEqual([2, null]);
      const answers = (await stdout)
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(answers.map(({ id }) => id)).toEqual([1, 2]);
      expect(answers[1]).toMatchObject({ result: { isError: true } });
      expect(await stderr).toContain(missing);
    });

    it("lists nothing where the host is opened at the start", async () => {
      const eager = mkdtempSync(join(tmpdir(), "pegboard-built-"));
      cpSync(bare, eager, { recursive: true });
      const catalog = readFileSync(join(eager, "catalog.script.js"), "utf8");
      expect(catalog).toMatch(/\bdefaultProfile:"/);
      writeFileSync(join(eager, "catalog.script.js"), catalog.replace(/\bdefaultProfile:"/, 'host:"eager",$&'));
      const stdin = `${JSON.stringify({ jsonrpc: "2.0", ...initialize })}\n`;
      const { code, stdout, stderr } = await run(process.execPath, [join(eager, "server.js")], { cwd: eager, stdin });
      rmSync(eager, { recursive: true });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(missing);
    });

    it("serves nothing over HTTP", async () => {
      const words = [join(bare, "server.js"), "--http", "127.0.0.1:0"];
      const { code, stderr } = await run(process.execPath, words, { cwd: bare });
      expect(code).toBe(2);
      expect(stderr).toContain(missing);
      expect(stderr).not.toContain("serving at");
    });
  });

  it.each([
    ["load-script.js", /^error: the catalog can't be loaded: Cannot find module .*load-script\.js'/],
    ["catalog.script.js", /^error: the catalog can't be loaded: ENOENT: .*catalog\.script\.js'/],
  ])("says in a sentence that a file is missing: %s", async (missing, said) => {
    const part = mkdtempSync(join(tmpdir(), "pegboard-built-"));
    cpSync(away, part, { recursive: true, filter: (path) => !path.endsWith(missing) });
    const { code, stdout, stderr } = await run(process.execPath, [join(part, "server.js")], { cwd: part, stdin: "" });
    rmSync(part, { recursive: true });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(said);
  });

  it("is served and called by the command line too", async () => {
    const { code, stdout } = await pegboard(["call", "note_list", "--catalog", away], { cwd: away });
    expect({ code, result: JSON.parse(stdout) }).toEqual({
      code: 0,
      result: { items: [note], count: 1 },
    });
  });

  it("loads two modules and two scripts before it lists its tools, and reads the list as JSON", () => {
    const modules = [...loadedWith(server()), ...loadedWith(join(away, "load-script.js"))];
    expect(modules.map((path) => relative(away, path))).toEqual(["server.js", "load-script.js"]);
    expect(readFileSync(server(), "utf8")).toContain('loadScript("catalog")');
    const catalog = readFileSync(join(away, "catalog.script.js"), "utf8");
    const scripts = [...catalog.matchAll(/\$load\("([^"]+)"\)/g)].map(([, name = ""]) => name);
    // What the program shares with handlers.
    expect([...new Set(scripts)].map((name) => name.replace(/-\w+$/, ""))).toEqual(["chunks/chunk"]);
    for (const name of scripts) expect(readFileSync(join(away, `${name}.script.js`), "utf8")).not.toContain("$load(");
    expect(catalog).toMatch(/\bwire:\(\)=>readList\(/);
    expect(catalog).not.toMatch(/\bwire:\(\)=>\$later\(/);
  });

  it("loads for a first call only files of the tool: the rest was loaded after the list was sent", () => {
    const chunks = filesBelow(join(away, "chunks"));
    const afterList = chunks.filter((path) => /[\\/](?:host|with-calls)-[\w-]+\.js$/.test(path));
    expect(afterList).toHaveLength(2);
    const before = new Set([join(away, "catalog.js"), ...afterList].flatMap((path) => [...loadedWith(path)]));
    const ofTool = chunks.filter((path) => /[\\/]note_create-\w+\.js$/.test(path));
    expect(ofTool.map((path) => readFileSync(path, "utf8").includes("noteCreate")).sort()).toEqual([false, true]);
    for (const path of ofTool) expect([...loadedWith(path)].filter((file) => !before.has(file))).toEqual([path]);
  });

  it("keeps compiled code of what calls pass through: it is scripts", () => {
    const [ofCalls = ""] = filesBelow(join(away, "chunks")).filter((path) => /[\\/]with-calls-[\w-]+\.js$/.test(path));
    const shared = [...loadedWith(ofCalls)].filter((path) => path !== ofCalls && !path.endsWith("load-script.js"));
    expect(shared).toHaveLength(2);
    for (const path of shared) expect(readFileSync(path, "utf8")).toMatch(/\bloadScript\("chunks\/chunk-\w+"\)/);
  });

  it("weighs no more than a megabyte with the licences, and names no folder of the machine that built it", () => {
    const files = filesBelow(away).filter((path) => !path.includes("node_modules"));
    expect(files.filter((path) => path.endsWith("THIRD-PARTY-NOTICES.md"))).toHaveLength(1);
    expect(weightOf(files)).toBeLessThan(1_000_000);
    for (const path of files) {
      const text = readFileSync(path, "utf8");
      expect(text).not.toContain(project.folder);
      // A name of zod's own: in files whose parts all come from packages names are short.
      expect(text).not.toContain("BIGINT_FORMAT_RANGES:()=>BIGINT_FORMAT_RANGES");
    }
  });
});

describe("a built server whose handler compiles a catalog", () => {
  it("holds the packages that the compiler loads when it needs them", async () => {
    const { folder, remove } = await makeNotesProject({ "src/handlers/note/note_list.ts": compiling });
    const alone = mkdtempSync(join(tmpdir(), "pegboard-built-"));
    try {
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
      expect(await pegboardHere(["build", "--no-check"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
      cpSync(join(folder, "dist"), alone, { recursive: true });
      const server = { command: process.execPath, args: [join(alone, "server.js")], cwd: alone };
      const connection = await connectStdio(server);
      const listed = await connection.callTool("note_list");
      await connection.close();
      // The library of YAML says what is wrong, and handlebars renders the pages.
      expect(listed).toMatchObject({
        isError: false,
        structuredContent: { items: [{ title: "not valid YAML: '[' is not closed", text: "# Notes" }] },
      });
    } finally {
      remove();
      rmSync(alone, { recursive: true, force: true });
    }
  });
});

describe("the server of examples/invoices, where the package is installed", () => {
  it("weighs no more than a megabyte: it holds nothing of packages that it does not use", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pegboard-invoices-"));
    try {
      cpSync(join(root, "examples", "invoices"), folder, { recursive: true });
      const packages = join(folder, "node_modules");
      mkdirSync(packages, { recursive: true });
      for (const name of readdirSync(join(root, "node_modules"))) {
        if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(packages, name), "junction");
      }
      for (const path of ["package.json", "dist/standalone"]) {
        cpSync(join(root, path), join(packages, "pegboard", path), { recursive: true });
      }
      expect((await pegboardHere(["generate"], { cwd: folder })).code).toBe(0);
      expect((await pegboardHere(["build", "--no-check"], { cwd: folder })).code).toBe(0);
      const files = filesBelow(join(folder, "dist"));
      expect(weightOf(files)).toBeLessThan(1_000_000);
      // Words of `McpServer`, of the registry of all types of the protocol, of a transport of the SDK, and of pino's threads.
      const unused = /registerTool|IdJagTokenExchangeResponse|InMemoryTransport|the worker has exited/;
      expect(files.filter((path) => unused.test(readFileSync(path, "utf8")))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
}

/** A file and all that it imports at once. */
function loadedWith(file: string): ReadonlySet<string> {
  const files = new Set([file]);
  for (const path of files) {
    const imported = readFileSync(path, "utf8").matchAll(/(?:^|[;\n])\s*import(?:[^"'();]*from)?"(\.[^"]+)"/g);
    for (const [, target = ""] of imported) files.add(join(dirname(path), target));
  }
  return files;
}

/** In bytes. */
function weightOf(files: readonly string[]): number {
  return files.reduce((sum, path) => sum + statSync(path).size, 0);
}

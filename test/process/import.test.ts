import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { ownName } from "../../src/compiler/catalog/own-names.ts";
import { check } from "../../src/compiler/compile.ts";
import type { Loss } from "../../src/compiler/import/loss.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { argumentsNear } from "../import/arguments-near.ts";
import { disagreement, inputOf, originalJudge, ourJudge, toolOf } from "../import/judge.ts";
import { type ListServer, openListServer } from "./list-server.ts";
import { pegboard, pegboardHere, root } from "./run-pegboard.ts";

// `pegboard import` as people run it: real servers from the npm registry, started over stdio, asked, and left; then the
// catalog that came out is compiled, and judges arguments as each server's own schemas do, or a listed loss says where not.

const lists = join(root, "test", "fixtures", "lists");
const folder = mkdtempSync(join(tmpdir(), "pegboard-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const samples = 60;

const servers = [
  { file: "filesystem", args: [folder] },
  { file: "memory", args: [] },
  { file: "everything", args: [] },
  { file: "sequential-thinking", args: [] },
  { file: "github", args: [] },
  { file: "brave-search", args: [], env: { BRAVE_API_KEY: "dummy" } },
  { file: "tavily", args: [], env: { TAVILY_API_KEY: "dummy" } },
] as const;

interface Saved {
  readonly package: string;
  readonly version: string;
  readonly tools: readonly JsonObject[];
}

interface Outcome {
  readonly server: string;
  readonly tools: readonly {
    readonly original: string;
    readonly name: string;
    readonly path: string;
    readonly pointer: string;
  }[];
  readonly lost: readonly Loss[];
}

function saved(file: string): Saved {
  return JSON.parse(readFileSync(join(lists, `${file}.json`), "utf8")) as Saved; // written by this project
}

/** The program that a package starts. */
function programOf(name: string): { readonly path: string; readonly version: string } {
  const home = join(root, "node_modules", name);
  const { bin, version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return { path: join(home, typeof bin === "string" ? bin : String(Object.values(bin)[0])), version };
}

function compiled(into: string): Catalog {
  const schema = join(into, "schema");
  const files = readdirSync(schema, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sources = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path: path.slice(into.length + 1), text: readFileSync(path, "utf8") };
  });
  const { value, diagnostics } = check(sources);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (value === undefined) throw new Error("no catalog");
  return value.catalog;
}

describe.each(servers)("the real server $file", ({ file, args, ...more }) => {
  const into = join(folder, file);
  const known = saved(file);
  const program = programOf(known.package);
  const env: { readonly [name: string]: string } = "env" in more ? more.env : {};
  let outcome: Outcome | undefined;

  test("is imported over stdio, without an error, and generates", async () => {
    const handed = Object.keys(env).flatMap((name) => ["--env", name]);
    const words = [
      "import",
      "--into",
      into,
      "--json",
      ...handed,
      "--stdio",
      "--",
      process.execPath,
      program.path,
      ...args,
    ];
    // One of them as a process of its own; the servers always are.
    const start = file === "filesystem" ? pegboard : pegboardHere;
    const { code, stdout, stderr } = await start(words, { env: { ...env } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    outcome = JSON.parse(stdout) as Outcome; // our own program printed it
    expect(outcome.tools.map(({ original }) => original).sort()).toEqual(known.tools.map(({ name }) => name));
    const generated = await pegboardHere(["generate", "--catalog", into]);
    expect(generated.code, generated.stderr).toBe(0);
  });

  test("says what it said when its list was saved", async () => {
    expect(program.version).toBe(known.version);
    // The saved list, imported by itself, loses the same: live and saved lists are one.
    const again = await pegboardHere([
      "import",
      "--into",
      join(folder, `${file}-saved`),
      "--json",
      join(lists, `${file}.json`),
    ]);
    const reported = ({ lost }: Outcome) =>
      // What a server offers beside tools is not in a list.
      lost
        .filter(({ tool }) => tool !== "")
        .map(({ tool, keyword, effect, why }) => `${tool} ${keyword} ${effect} ${why}`)
        .sort();
    expect(outcome).toBeDefined();
    if (outcome !== undefined) expect(reported(JSON.parse(again.stdout) as Outcome)).toEqual(reported(outcome)); // as above
  });

  test("and its catalog judge arguments alike, or a listed loss says where they don't", () => {
    const catalog = compiled(into);
    expect(outcome).toBeDefined();
    for (const { original, name, pointer } of outcome?.tools ?? []) {
      const raw = known.tools.find((tool) => tool.name === original);
      const theirs = originalJudge(inputOf(raw));
      const ours = ourJudge(toolOf(catalog, name), catalog, original);
      const losses = (outcome?.lost ?? []).filter(({ tool }) => tool === original);
      fc.assert(
        fc.property(argumentsNear(inputOf(raw)), (given) => {
          expect(disagreement(theirs, ours, losses, `${pointer}/inputSchema`, given)).toBe(undefined);
        }),
        { numRuns: samples },
      );
    }
  });
});

describe("the pipeline of a call", () => {
  test("takes calls and params under their original names, and refuses what the original refuses", async () => {
    const into = join(folder, "pipeline");
    const list = JSON.stringify({
      tools: [
        {
          name: "addNote",
          description: "Add a note to a shelf.",
          inputSchema: {
            type: "object",
            required: ["noteList"],
            properties: {
              noteList: {
                type: "array",
                items: { type: "object", required: ["noteText"], properties: { noteText: { type: "string" } } },
              },
            },
          },
        },
      ],
    });
    const made = await pegboardHere(["import", "-", "--into", into], { stdin: list });
    expect(made.code, made.stderr).toBe(0);
    const generated = await pegboardHere(["generate", "--catalog", into]);
    expect(generated.code, generated.stderr).toBe(0);
    // Processes of their own, because the scaffold finds our package by its name.
    const call = (given: JsonObject) => pegboard(["call", "addNote", JSON.stringify(given), "--catalog", into]);
    const good = await call({ noteList: [{ noteText: " as it is " }] });
    // It got as far as the handler, which is a scaffold.
    expect(good.stderr).toBe(
      "error: INTERNAL: the handler of 'addNote' is not written yet: src/handlers/imported/add_note.ts\n",
    );
    const bad = await call({ noteList: [{ noteText: 1 }] });
    expect(bad.stderr).toContain("noteList[0].noteText: expected a text, found 1");
  });
});

describe("over HTTP", () => {
  let server: ListServer;
  beforeAll(async () => {
    server = await openListServer(saved("memory").tools, "Bearer s3cret");
  });
  afterAll(() => server.close());

  test("a server behind a header is imported, page by page; the header's value comes from the environment", async () => {
    const words = [
      "import",
      "--url",
      server.url,
      "--into",
      join(folder, "http"),
      "--json",
      "--header-env",
      "Authorization=MY_TOKEN",
    ];
    const { code, stdout, stderr } = await pegboardHere(words, { env: { MY_TOKEN: "Bearer s3cret" } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { tools, server: name } = JSON.parse(stdout) as Outcome; // our own program printed it
    expect(name).toBe("paged");
    expect(tools).toHaveLength(saved("memory").tools.length);
  });

  test("a refusal is reported in one sentence, without the secret that the server sent back", async () => {
    const file = join(folder, "headers.txt");
    writeFileSync(file, "Authorization: Bearer wr0ng\n");
    const { code, stdout, stderr } = await pegboardHere([
      "import",
      "--url",
      server.url,
      "--into",
      join(folder, "no"),
      "--header-file",
      file,
    ]);
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    expect(stderr).toMatch(/^error: 'http:\/\/127\.0\.0\.1:\d+' did not list its tools: /);
    expect(stderr).not.toContain("wr0ng");
    expect(existsSync(join(folder, "no"))).toBe(false);
  });
});

describe("servers that fail", () => {
  const start = (script: string, ...words: string[]) =>
    pegboardHere([
      "import",
      "--into",
      join(folder, "failed"),
      ...words,
      "--stdio",
      "--",
      process.execPath,
      "-e",
      script,
    ]);

  test("ends at once: its last lines are shown, harmlessly", async () => {
    const { code, stderr } = await start('process.stderr.write("no key\\u001b[31m\\n"); process.exit(3)');
    expect(code).toBe(5);
    expect(stderr).toContain("no key\\u{1b}[31m");
  });

  test("says nothing: it is given up, and ended", async () => {
    const file = join(folder, "silent-server-pid");
    const script = `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => undefined, 1000)`;
    const { code, stderr } = await start(script, "--timeout", "5");
    expect(code).toBe(7);
    expect(stderr).toContain("no list within 5 seconds");
    const pid = Number(readFileSync(file, "utf8"));
    expect(pid).toBeGreaterThan(0);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("lists its tools and hangs at its resources: that is what is said", async () => {
    const script = `
      const answers = {
        initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {}, resources: {} }, serverInfo: { name: "half", version: "1" } },
        "tools/list": { tools: [{ name: "one", inputSchema: { type: "object" } }] },
      };
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method } = JSON.parse(line);
        const result = answers[method];
        if (result !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
        else if (method === "server/discover") console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "?" } }));
      });`;
    const { code, stderr } = await start(script, "--timeout", "5");
    expect(code).toBe(7);
    expect(stderr).toMatch(/^error: '.*' did not list its resources: no list within 5 seconds/);
  });

  test("can't be started", async () => {
    const { code, stderr } = await pegboardHere(["import", "--stdio", "--", join(folder, "nothing-here")]);
    expect(code).toBe(5);
    expect(stderr).toMatch(/did not list its tools: can't be started: command not found/);
  });
});

describe("what is there already", () => {
  const list = JSON.stringify({
    tools: [{ name: "noteCreate", description: "Create a note.", inputSchema: { type: "object" } }],
  });

  test("is not overwritten, and nothing is half written", async () => {
    const into = join(folder, "taken");
    mkdirSync(join(into, "schema", "tools", "notes"), { recursive: true });
    writeFileSync(join(into, "schema", "tools", "notes", "note_create.yaml"), "mine");
    const { code, stderr } = await pegboardHere(["import", "-", "--into", into, "--family", "notes"], { stdin: list });
    expect(code).toBe(2);
    expect(stderr).toContain("1 file would be overwritten: schema/tools/notes/note_create.yaml");
    expect(readFileSync(join(into, "schema", "tools", "notes", "note_create.yaml"), "utf8")).toBe("mine");
    expect(existsSync(join(into, "schema", "catalog.yaml"))).toBe(false);
  });

  test("is added to: a catalog keeps its own file, and its families", async () => {
    const into = join(folder, "grown");
    const first = await pegboardHere(["import", "-", "--into", into, "--server", "notes"], { stdin: list });
    expect(first.code, first.stderr).toBe(0);
    const before = readFileSync(join(into, "schema", "catalog.yaml"), "utf8");
    const more = JSON.stringify([
      { name: "note_delete", description: "Delete a note for good.", inputSchema: { type: "object" } },
    ]);
    const wrong = await pegboardHere(["import", "-", "--into", into, "--family", "note"], { stdin: more });
    expect([wrong.code, /did you mean 'notes'\?/.test(wrong.stderr)]).toEqual([2, true]);
    const second = await pegboardHere(["import", "-", "--into", into, "--family", "notes"], { stdin: more });
    expect(second.code, second.stderr).toBe(0);
    expect(readFileSync(join(into, "schema", "catalog.yaml"), "utf8")).toBe(before);
    expect(compiled(into).tools.map(ownName)).toEqual(["note_create", "note_delete"]);
  });

  test("a link that leads out is not followed", async () => {
    const into = join(folder, "linked");
    const outside = join(folder, "outside");
    mkdirSync(into);
    mkdirSync(outside);
    symlinkSync(outside, join(into, "schema"));
    const { code, stderr } = await pegboardHere(["import", "-", "--into", into], { stdin: list });
    expect(code).toBe(2);
    expect(stderr).toContain("leads out of the project; nothing was written");
    expect(readdirSync(outside)).toEqual([]);
  });

  test("--dry-run writes nothing and shows everything; --report writes the losses down", async () => {
    const into = join(folder, "dry");
    const dry = await pegboardHere(["import", "-", "--into", into, "--dry-run"], { stdin: list });
    expect([dry.code, existsSync(into)]).toEqual([0, false]);
    expect(dry.stdout).toContain("schema/tools/imported/note_create.yaml\nname: note_create\n");
    const report = join(folder, "import-report.md");
    const wet = await pegboardHere(["import", "-", "--into", into, "--report", report], { stdin: list });
    expect(wet.code, wet.stderr).toBe(0);
    expect(wet.stdout).toMatch(/pegboard lint --catalog (\S+|".+") .*then pegboard generate --catalog \1\n/);
    expect(readFileSync(report, "utf8")).toContain("## Not specified by the list: please check");
  });

  test("the same list once more is refused, and brings nothing in under a number", async () => {
    const into = join(folder, "again");
    expect((await pegboardHere(["import", "-", "--into", into], { stdin: list })).code).toBe(0);
    const before = readdirSync(join(into, "schema"), { recursive: true }).sort();
    const again = await pegboardHere(["import", "-", "--into", into], { stdin: list });
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining("the catalog already has all of these names"),
    ]);
    expect(readdirSync(join(into, "schema"), { recursive: true }).sort()).toEqual(before);
  });
});

describe("words that mean nothing", () => {
  test.each([
    [["import"], "there is nothing to import"],
    [["import", "a.json", "b.json"], "'b.json' is one source too many"],
    [["import", "https://example.com/mcp"], "is a URL"],
    [["import", "--url", "ftp://example.com"], "--url takes an http or https URL"],
    [["import", "--url", "https://me:secret@example.com"], "a URL must not contain a secret"],
    [["import", "--url", "https://example.com", "--header-env", "Authorization"], "--header-env takes NAME=VARIABLE"],
    [
      ["import", "--url", "https://example.com", "--header-env", "Authorization=NOT_THERE_AT_ALL"],
      "no variable 'NOT_THERE_AT_ALL'",
    ],
    [["import", "--stdio"], "--stdio needs the command"],
    [["import", "nothing-here.json"], "can't be read: ENOENT"],
    [["import", "package.json"], "the input is not a list of tools"],
    [["import", "test/fixtures/lists/memory.json", "--family", "../x"], "is not a valid family name"],
    [
      ["import", "test/fixtures/lists/memory.json", "--only", "read_grap", "--into", join(folder, "only")],
      "did you mean 'read_graph'?",
    ],
    [["import", join(folder, "numbers.json")], "the input is not a list of tools"],
    [["import", join(folder, "number-tools.json")], "the input is not a list of tools"],
  ])("%j", async (words, says) => {
    writeFileSync(join(folder, "numbers.json"), "[1]");
    writeFileSync(join(folder, "number-tools.json"), '{"tools": [1]}');
    const intoNowhere = words.includes("--into")
      ? words
      : [...words.slice(0, 1), "--into", join(folder, "none"), ...words.slice(1)];
    const { code, stdout, stderr } = await pegboardHere(intoNowhere);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(existsSync(join(folder, "none"))).toBe(false);
  });
});

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { catalogOf, writeSources } from "../../scripts/bench/catalogs.mjs";
import { contentHash } from "../../src/cli/stamp/stamp.ts";
import { compile } from "../../src/compiler/compile.ts";
import { isCached, withoutCache } from "../../src/contract/generated-cache.ts";
import { type Finished, pegboard, pegboardHere, root } from "./run-pegboard.ts";

// The `desk` fixture in an empty folder: what `generate` and `generate --check` do to a project.

let template = "";
let project = "";
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "pegboard-template-"));
  const desk = join(root, "test", "fixtures", "desk");
  cpSync(join(desk, "schema"), join(template, "schema"), { recursive: true });
  cpSync(join(desk, "written", "src"), join(template, "src"), { recursive: true });
  const { code, stderr } = await pegboard(["generate"], { cwd: template });
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "pegboard-generate-"));
  cpSync(template, project, { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const tool = "schema/tools/desk/desk_open.yaml";

function read(path: string): string {
  return readFileSync(join(project, path), "utf8");
}

function write(path: string, content: string | Buffer): void {
  writeFileSync(join(project, path), content);
}

function edit(path: string, from: string, to: string): void {
  const text = read(path);
  if (!text.includes(from)) throw new Error(`'${from}' is not in ${path}`);
  write(path, text.replace(from, to));
}

function withoutProfile(name: string): void {
  const path = "schema/catalog.yaml";
  const line = new RegExp(`^ {2}${name}: \\{ list_as: .*\n`, "m").exec(read(path))?.[0];
  edit(path, line ?? `the profile ${name}`, "");
}

/** Every file under generated/ with its text. */
function generated(): Record<string, string> {
  const files = readdirSync(join(project, "generated"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .sort();
  return Object.fromEntries(files.map((path) => [path, read(path)]));
}

/** Those that git would have. */
function committed(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !isCached(path)));
}

function generate(...words: string[]): Promise<Finished> {
  return pegboardHere(["generate", ...words], { cwd: project });
}

it("is run by a call where generated/ is missing, which names an error that stops it and no warning before it", async () => {
  rmSync(join(project, "generated"), { recursive: true });
  edit("schema/catalog.yaml", "errors:\n", "errors:\n  NEVER_RAISED: {code: -31999, message: never, retry: never}\n");
  edit(tool, "max_length: 80", 'max_length: 80, pattern: "["');
  const { code, stderr } = await pegboard(["call", "desk_open", "--catalog", "."], { cwd: project });
  expect(code).toBe(2);
  expect(stderr).toMatch(/can't be made again: schema\/tools\/desk\/desk_open\.yaml:\d+:\d+ error /);
});

it("compiles a large catalog in two threads to the files that one thread makes", async () => {
  const sources = catalogOf(310);
  const large = mkdtempSync(join(tmpdir(), "pegboard-large-"));
  try {
    writeSources(large, sources);
    const { code, stdout } = await pegboard(["generate"], { cwd: large });
    const files = compile(sources).value?.files ?? [];
    const committed = withoutCache(files).length;
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${committed} files changed, 0 unchanged`)]);
    // A line for each of so many would hide the others.
    expect(stdout).toMatch(/^created generated\/contracts\/ \(\d{3} files\)$/m);
    expect(stdout).not.toMatch(/^created generated\/contracts\/\w/m);
    const wrong = files.filter(({ path, text }) => readFileSync(join(large, path), "utf8") !== text);
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const [validator = "", contract = ""] = [".cache/validators/session_open.js", "contracts/session_open.ts"].map(
      (path) => join(large, "generated", path),
    );
    const before = readFileSync(validator, "utf8");
    writeFileSync(validator, "edited");
    rmSync(contract);
    const check = await pegboard(["generate", "--check"], { cwd: large });
    expect([check.code, check.stderr]).toEqual([1, expect.stringContaining("1 file out of date")]);
    // What is not committed is made again without a word.
    expect(check.stdout).not.toContain("edited");
    expect(readFileSync(validator, "utf8")).toBe(before);
    expect(existsSync(contract)).toBe(false);
    // A handler is its author's, whichever thread comes to it.
    const [kept = "", gone = ""] = ["session_open.ts", "session_close.ts"].map((name) =>
      join(large, "src/handlers/session", name),
    );
    const own = `${readFileSync(kept, "utf8")}// mine\n`;
    writeFileSync(kept, own);
    rmSync(gone);
    const again = await pegboard(["generate"], { cwd: large });
    expect(again.stdout.split("\n").slice(0, 3)).toEqual([
      "created generated/contracts/session_open.ts",
      "created src/handlers/session/session_close.ts",
      `2 files changed, ${committed - 2} unchanged`,
    ]);
    expect(readFileSync(kept, "utf8")).toBe(own);
  } finally {
    rmSync(large, { recursive: true, force: true });
  }
});

it("knows of the files of both threads what they are, and says what the author has to know", async () => {
  const large = mkdtempSync(join(tmpdir(), "pegboard-large-"));
  try {
    const sources = catalogOf(310);
    writeSources(large, sources);
    const env = { PEGBOARD_CACHE: "", XDG_CACHE_HOME: join(large, "cache") };
    const { code, stdout } = await pegboard(["generate", "--json"], { cwd: large, env });
    expect(code).toBe(0);
    const { value, diagnostics } = compile(sources);
    const answer: { findings: readonly { message: string }[]; files: readonly { path: string; diff: string }[] } =
      JSON.parse(stdout);
    expect(answer.findings.map(({ message }) => message).sort()).toEqual(diagnostics.map((one) => one.message).sort());
    const wanted = withoutCache(value?.files ?? []);
    expect(answer.files.length).toBe(wanted.length);
    const lines = wanted.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
    expect(answer.files.flatMap(({ diff }) => diff.match(/^\+(?!\+\+ )/gm) ?? []).length).toBe(lines);
    const [name = ""] = readdirSync(join(large, "cache/pegboard/generated"));
    const stamp = readFileSync(join(large, "cache/pegboard/generated", name), "utf8");
    const { files }: { files: readonly { path: string; hash: string }[] } = JSON.parse(
      stamp.slice(stamp.indexOf("\n")),
    );
    expect(files.length).toBeGreaterThan(4 * 310);
    const wrong = files.filter(({ path, hash }) => contentHash(readFileSync(join(large, path))) !== hash);
    expect(wrong).toEqual([]);
  } finally {
    rmSync(large, { recursive: true, force: true });
  }
});

it("writes nothing of a large catalog with an error, and says why a file can't be written", async () => {
  const large = mkdtempSync(join(tmpdir(), "pegboard-large-"));
  try {
    const sources = catalogOf(310);
    const broken = { path: "schema/tools/session/broken_tool.yaml", text: "name: broken_tool\n" };
    writeSources(large, [...sources, broken]);
    expect((await pegboard(["generate"], { cwd: large })).code).toBe(1);
    expect(readdirSync(large)).toEqual(["schema"]);
    // Nor where a text can't be read that no other one names.
    rmSync(join(large, broken.path));
    symlinkSync(join(project, tool), join(large, broken.path));
    const unread = await pegboard(["generate"], { cwd: large });
    expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining("leads out of")]);
    expect(readdirSync(large)).toEqual(["schema"]);
    rmSync(join(large, broken.path));
    mkdirSync(join(large, "generated/.cache/validators/session_open.js"), { recursive: true });
    const { code, stderr } = await pegboard(["generate"], { cwd: large });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("'generated/.cache/validators/session_open.js' can't be read"),
    ]);
    for (const made of ["generated", "src"]) rmSync(join(large, made), { recursive: true });
    const elsewhere = join(project, "elsewhere");
    mkdirSync(elsewhere);
    for (const link of [
      "generated/contracts",
      "generated/.cache/wire",
      "generated/.cache/wire/tools",
      "generated/.cache/docs",
      "src/handlers/session",
    ]) {
      mkdirSync(join(large, link, ".."), { recursive: true });
      symlinkSync(elsewhere, join(large, link));
      expect([link, (await pegboard(["generate"], { cwd: large })).code]).toEqual([link, 2]);
      rmSync(join(large, link));
    }
    const made = ["generated", "src"].flatMap((folder) =>
      readdirSync(join(large, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    );
    expect(made).toEqual([]);
    expect(readdirSync(elsewhere)).toEqual([]);
  } finally {
    rmSync(large, { recursive: true, force: true });
  }
});

it("compiles nothing while nothing has changed since the last run, and everything after an edit", async () => {
  const env = { PEGBOARD_CACHE: "", XDG_CACHE_HOME: join(project, "cache") };
  const generate = () => pegboard(["generate"], { cwd: project, env });
  const first = await generate();
  expect(readdirSync(join(project, "cache/pegboard/generated"))).toHaveLength(1);
  const before = generated();
  expect(await generate()).toEqual(first);
  edit(tool, "summary: ", "summary: Now ");
  expect((await generate()).stdout).toContain("updated generated/contracts/desk_open.ts");
  expect(generated()).not.toEqual(before);
});

describe("what can't be read after a run that left nothing to do", () => {
  // Root reads everything: as root, the program runs as `nobody`.
  const runAs = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  const env = () => ({ PEGBOARD_CACHE: "", XDG_CACHE_HOME: join(project, "cache") });
  const run = (...words: string[]) =>
    pegboard(words, { cwd: project, env: env(), ...(runAs === undefined ? {} : { runAs }) });
  beforeEach(async (context) => {
    if (runAs !== undefined) {
      for (const path of ["", ...readdirSync(project, { recursive: true, encoding: "utf8" })])
        chownSync(join(project, path), runAs.uid, runAs.gid);
    }
    const { code } = await run("generate").catch(() => ({ code: undefined }));
    if (code === 0) return;
    const reason = `SKIPPED: as root everything can be read, and user nobody can't run the program from where it is`;
    console.warn(reason);
    context.skip(reason);
  });

  it.each([
    [tool, "generate", 1],
    [tool, "lint", 1],
    ["generated/client.ts", "generate", 2],
    ["schema/tools/desk", "generate", 1],
    ["schema/tools/desk", "lint", 1],
    ["src/handlers/desk", "generate", 2],
  ] as const)("%s: %s says which, and that it can't be read", async (path, command, code) => {
    const mode = statSync(join(project, path)).mode;
    chmodSync(join(project, path), 0o000);
    const { stderr, stdout, code: ended } = await run(command);
    chmodSync(join(project, path), mode);
    expect(stdout + stderr).toContain(`can't be read: EACCES: permission denied`);
    expect(stdout + stderr).not.toContain("internal error");
    expect(ended).toBe(code);
  });
});

it("compiles again when an optional library that it prints with has another version", async () => {
  const program = join(project, "program");
  cpSync(join(root, "dist"), join(program, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(program, "package.json"));
  const library = join(program, "node_modules", "@sinclair", "typebox-codegen");
  mkdirSync(library, { recursive: true });
  const others = readdirSync(join(root, "node_modules")).filter(
    (name) => name !== "@sinclair" && !name.startsWith("."),
  );
  for (const name of others) symlinkSync(join(root, "node_modules", name), join(program, "node_modules", name));
  const generateWith = (version: string) => {
    writeFileSync(join(library, "package.json"), JSON.stringify({ version }));
    const env = { ...process.env, PEGBOARD_CACHE: "", XDG_CACHE_HOME: join(project, "cache") };
    return spawnSync(process.execPath, [join(program, "dist", "cli", "main.js"), "generate"], { cwd: project, env });
  };
  const stamps = join(project, "cache", "pegboard", "generated");
  const stamp = () => readFileSync(join(stamps, readdirSync(stamps)[0] ?? ""), "utf8");
  expect(generateWith("1.0.0").status).toBe(0);
  const first = stamp();
  expect(generateWith("1.0.0").status).toBe(0);
  expect(stamp()).toBe(first);
  expect(generateWith("1.0.1").status).toBe(0);
  expect(stamp()).not.toBe(first);
});

describe("pegboard generate --check", () => {
  it("is content with what generate wrote", async () => {
    const { code, stdout, stderr } = await generate("--check");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+ files up to date\n$/);
  });

  it("shows a changed summary as a unified diff, writes nothing that is committed and ends with 1", async () => {
    edit(tool, "Open a session in which", "Begin a session in which");
    const before = generated();
    const { code, stdout } = await pegboard(["generate", "--check"], { cwd: project });
    expect(code).toBe(1);
    expect(committed(generated())).toEqual(committed(before));
    expect(read("generated/.cache/registry.ts")).toContain("Begin a session in which");
    const page = "generated/docs/tools/desk_open.md";
    expect(stdout).toContain(`--- a/${page}\n+++ b/${page}\n@@ `);
    expect(stdout).not.toContain(".cache");
    expect(stdout).toMatch(/^-.*Open a session in which/m);
    expect(stdout).toMatch(/^\+.*Begin a session in which/m);
  });

  it("shows a deleted file as one to be made", async () => {
    rmSync(join(project, "generated/errors.ts"));
    const { code, stdout, stderr } = await generate("--check");
    expect(code).toBe(1);
    expect(stdout).toContain("--- /dev/null\n+++ b/generated/errors.ts\n");
    expect(stderr).toContain("1 file out of date");
  });

  it("shows a file that was not generated", async () => {
    write("generated/extra.ts", "export const extra = 1;\n");
    const { code, stdout, stderr } = await generate("--check");
    expect(code).toBe(1);
    expect(stdout).toContain("--- a/generated/extra.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-export const extra = 1;\n");
    expect(stderr).toContain("generated/extra.ts warning foreign-file");
    expect(stderr).toContain("1 file in generated/ not written by `pegboard generate`; move or delete them");
    expect(stderr).not.toContain("run `pegboard generate`");
  });

  it("tells the same as JSON", async () => {
    rmSync(join(project, "generated/errors.ts"));
    const { code, stdout } = await generate("--check", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      written: false,
      findings: [],
      files: [{ path: "generated/errors.ts", status: "create" }],
    });
  });
});

describe("pegboard generate", () => {
  it("brings generated/ back byte for byte, from any folder of the project, and leaves the rest alone", async () => {
    const before = generated();
    rmSync(join(project, "generated"), { recursive: true });
    const { code } = await pegboardHere(["generate"], { cwd: join(project, "schema", "tools") });
    expect(code).toBe(0);
    expect(generated()).toEqual(before);
  });

  it("writes Zod schemas when it is asked to, keeps them, and removes them with --no-extra", async () => {
    const extra = await generate("--extra", "zod");
    expect({ code: extra.code, stderr: extra.stderr }).toEqual({ code: 0, stderr: "" });
    expect(read("generated/interop/zod.ts")).toContain("export const DeskOpenArguments = z.object({");
    // Once asked for, it stays and is kept up to date, until somebody says otherwise.
    expect((await generate("--check")).code).toBe(0);
    expect((await generate()).code).toBe(0);
    expect(generated()["generated/interop/zod.ts"]).toBeDefined();
    expect((await generate("--check", "--extra", "zod")).code).toBe(0);
    expect((await generate("--no-extra")).stdout).toContain("removed generated/interop/zod.ts\n");
    expect(generated()["generated/interop/zod.ts"]).toBeUndefined();
    expect((await generate("--extra", "yup")).code).toBe(2);
  });

  it("does not touch files whose text stays", async () => {
    const longAgo = new Date("2020-01-01T00:00:00Z");
    utimesSync(join(project, "generated/errors.ts"), longAgo, longAgo);
    edit(tool, "Open a session in which", "Begin a session in which");
    expect((await generate()).code).toBe(0);
    expect(statSync(join(project, "generated/errors.ts")).mtimeMs).toBe(longAgo.getTime());
    expect(read("generated/.cache/registry.ts")).toContain("Begin a session in which");
  });

  it("removes its own files that are not needed any more, but no file of somebody else", async () => {
    withoutProfile("old");
    write("generated/notes.txt", "mine\n");
    const { code, stdout } = await generate();
    expect(code).toBe(0);
    expect(stdout).not.toContain(".cache");
    expect(Object.keys(generated())).not.toContain("generated/.cache/wire/old.json");
    expect(read("generated/notes.txt")).toBe("mine\n");
  });

  it("takes away what an earlier version kept among the committed files", async () => {
    write("generated/catalog.json", "{}\n");
    write("generated/handlers.ts", "// @generated by pegboard from schema. Do not edit.\n");
    write("generated/manifest.json", '{"format": 1, "files": ["generated/catalog.json", "generated/manifest.json"]}\n');
    const check = await generate("--check");
    expect([check.code, check.stderr]).toEqual([1, expect.stringContaining("3 files out of date")]);
    const { stdout } = await generate();
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "removed generated/catalog.json",
      "removed generated/handlers.ts",
      "removed generated/manifest.json",
    ]);
    expect((await generate("--check")).code).toBe(0);
  });

  it("can be interrupted at any file and cleans up when it runs again", async () => {
    withoutProfile("old");
    edit(tool, "Open a session in which", "Begin a session in which");
    // A folder where a file should be renamed to: the write fails halfway.
    rmSync(join(project, "generated/registry.ts"));
    mkdirSync(join(project, "generated/registry.ts/in-the-way"), { recursive: true });
    const broken = await generate();
    expect(broken.code).toBe(2);
    rmSync(join(project, "generated/registry.ts"), { recursive: true });
    expect((await generate()).code).toBe(0);
    expect(Object.keys(generated())).not.toContain("generated/.cache/wire/old.json");
    expect((await generate("--check")).code).toBe(0);
  });

  it("says in a sentence what stands in its way", async () => {
    rmSync(join(project, "generated/registry.ts"));
    mkdirSync(join(project, "generated/registry.ts"));
    const folder = await generate("--check");
    expect(folder.code).toBe(2);
    expect(folder.stderr).toMatch(/^error: 'generated\/registry\.ts' can't be read: EISDIR/);
    rmSync(join(project, "generated/registry.ts"), { recursive: true });
    expect((await generate()).code).toBe(0);
    symlinkSync(join(project, "no-such-file"), join(project, "src/handlers/desk/dangling.ts"));
    expect((await generate("--check")).code).toBe(0);
  });

  it("never writes through a link that leads out of the project", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "pegboard-elsewhere-"));
    rmSync(join(project, "generated"), { recursive: true });
    symlinkSync(elsewhere, join(project, "generated"));
    const { code, stderr } = await generate();
    expect(code).toBe(2);
    expect(stderr).toContain("leads out of the project; nothing was written");
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });
});

describe("bad input: every problem with its place, nothing written, exit 1", () => {
  const badInputs: readonly [title: string, content: string | Buffer, place: RegExp][] = [
    ["broken YAML", "name: [desk_open\ntitle: x\n", /desk_open\.yaml:\d+:\d+ error [a-z-]+: /],
    ["an empty file", "", /desk_open\.yaml:1:1 error [a-z-]+: /],
    ["binary", Buffer.from([0, 1, 2, 255, 254, 0, 10]), /desk_open\.yaml:\d+:\d+ error [a-z-]+: /],
    ["Latin-1", Buffer.from("name: desk_open\ntitle: caf\xe9\n", "latin1"), /desk_open\.yaml:2:11 error not-utf8: /],
    ["10 MB", `# ${"x".repeat(10_000_000)}\n`, /desk_open\.yaml:1:1 error [a-z-]+: /],
  ];
  it.each(badInputs)("%s", async (_title, content, place) => {
    write(tool, content);
    const before = generated();
    const { code, stderr } = await generate();
    expect(code).toBe(1);
    expect(stderr).toMatch(place);
    expect(stderr).toContain("nothing was written\n");
    expect(generated()).toEqual(before);
  });

  it("unknown keys, each with its nearest name", async () => {
    edit(tool, "summary:", "sumary:");
    edit(tool, "read_only:", "readonly:");
    edit(tool, "max_length: 80, required: true", "max_lenght: 80, required: true");
    const { code, stderr } = await generate();
    expect(code).toBe(1);
    for (const word of ["summary", "read_only", "max_length"]) expect(stderr).toContain(`did you mean '${word}'?`);
  });

  it("a link out of schema/", async () => {
    symlinkSync("/etc/hostname", join(project, "schema/guide.md"));
    const { code, stderr } = await generate();
    expect(code).toBe(1);
    expect(stderr).toContain("schema/guide.md error link-leaves-schema: ");
  });
});

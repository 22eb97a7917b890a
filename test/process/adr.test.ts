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
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Finished, pegboard, pegboardHere } from "./run-pegboard.ts";
import { type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// Decisions as files: what agents draft over MCP, people edit and decide in docs/adr.

let folder = "";
let adr = "";
let server: ServedWorkbench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-adr-"));
  adr = join(folder, "docs", "adr");
  server = await serveWorkbenchHere({ profile: "full" });
  await server.value("session_open", { agent: "claude" });
  await server.value("project_create", { name: "Atlas" });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(words: readonly string[], start = pegboardHere): Promise<Finished> {
  return runAnywhere([...words, "--project", "atlas"], start);
}

function runAnywhere(words: readonly string[], start = pegboardHere): Promise<Finished> {
  const env = { PEGBOARD_DB: server.databasePath, USER: "ann" };
  return start(["adr", ...words], { cwd: folder, env });
}

async function draft(title: string, over = {}): Promise<string> {
  const { id } = await server.value("decision_create", { project: "Atlas", title, ...over });
  return String(id);
}

async function decision(number: number) {
  return (await server.value("decision_get", { decision: String(number), project: "Atlas" })).decision;
}

const sqlite = "0001-use-sqlite.md";
const read = (name: string) => readFileSync(join(adr, name), "utf8");
const write = (name: string, text: string) => writeFileSync(join(adr, name), text);
const edit = (name: string, from: string, to: string) => write(name, read(name).replace(from, to));

describe("pegboard adr", () => {
  it("exports, takes over what people edit, and exports again", async () => {
    await draft("Use SQLite", { context: "Several programs write at once.", area: "Database" });
    await draft("Use WAL");
    expect(await run(["export"], pegboard)).toEqual({
      code: 0,
      stderr: "",
      stdout: `created   ${sqlite}\ncreated   0002-use-wal.md\n2 decisions, 0 unchanged\n`,
    });
    edit(sqlite, "status: draft", "status: accepted\nreviewers: [ann] # not ours");
    edit(sqlite, "## Decision\n", "## Options\n\n* Postgres\n\n## Decision\n\nOne file for each user.\n");
    const edited = read(sqlite);
    const dry = await run(["import", "--dry-run"]);
    expect(dry.stdout).toBe(`updated   ${sqlite}\n2 decisions, 1 unchanged; nothing was written\n`);
    expect(await decision(1)).toMatchObject({ status: "draft" });
    expect(await run(["import"])).toMatchObject({ code: 0, stdout: `updated   ${sqlite}\n2 decisions, 1 unchanged\n` });
    expect(await decision(1)).toMatchObject({
      ...{ status: "accepted", decided_by: "ann", description: "One file for each user." },
      ...{ context: "Several programs write at once.", area: "Database" },
    });
    expect(await run(["export"])).toMatchObject({ code: 0, stdout: "2 decisions, 2 unchanged\n" });
    expect(read(sqlite)).toBe(edited);

    await run(["accept", "ADR-0002"]);
    await run(["supersede", "1", "--by", "2"]);
    expect((await run(["list"])).stdout).toBe(
      "ADR-0001  superseded  Use SQLite (see ADR-0002)\nADR-0002  accepted    Use WAL\n",
    );
    await run(["export"]);
    const lines = read(sqlite).split("\n");
    expect(lines.filter((line) => !edited.split("\n").includes(line))).toEqual([
      "status: superseded",
      "superseded_by: ADR-0002",
    ]);
    expect(read("0002-use-wal.md")).toContain("supersedes: [ADR-0001]");
    expect(await run(["import"])).toMatchObject({ code: 0, stdout: "2 decisions, 2 unchanged\n" });
  });

  it("without a project a number is of a decision of no project, and an id of any", async () => {
    const id = await draft("Use SQLite");
    const refused = await runAnywhere(["accept", "ADR-0001"], pegboard);
    expect(refused).toMatchObject({ stdout: "", stderr: expect.stringContaining("there is no decision 'ADR-0001'") });
    expect(await decision(1)).toMatchObject({ status: "draft" });
    await server.value("decision_create", { title: "Use one shell" });
    expect(await runAnywhere(["accept", "1"])).toMatchObject({
      code: 0,
      stdout: "ADR-0001  accepted    Use one shell\n",
    });
    expect(await decision(1)).toMatchObject({ status: "draft" });
    expect(await runAnywhere(["accept", id])).toMatchObject({ code: 0, stdout: "ADR-0001  accepted    Use SQLite\n" });
  });

  it("imports files that people wrote, with their numbers; the next draft comes after them", async () => {
    mkdirSync(adr, { recursive: true });
    write("0004-use-wal.md", "# 4. Use WAL\n\n## Status\n\nAccepted\n\n## Context\n\nSlow.\n");
    write("adr-7.md", "---\nstatus: accepted\nsupersedes: [ADR-0004]\n---\n\n# Use a server\n");
    write("README.md", "# Our decisions\n");
    write("0000-template.md", "# Title\n");
    expect((await run(["import"])).stdout).toBe(
      "created   0004-use-wal.md\ncreated   adr-7.md\n2 decisions, 0 unchanged\n",
    );
    expect(await decision(4)).toMatchObject({
      title: "Use WAL",
      source: "import",
      superseded_by: "ADR-0007",
      context: "Slow.",
    });
    expect(await decision(7)).toMatchObject({ title: "Use a server", supersedes: ["ADR-0004"], created_by: "ann" });
    await draft("Next");
    expect(await decision(8)).toMatchObject({ title: "Next" });
    await run(["export"]);
    expect(readdirSync(adr)).toEqual(["0000-template.md", "0004-use-wal.md", "0008-next.md", "README.md", "adr-7.md"]);
  });

  it("changes on both sides are a conflict in both directions, until one side is chosen", async () => {
    const id = await draft("Use SQLite");
    await run(["export"]);
    edit(sqlite, "Use SQLite", "Use DuckDB");
    await server.value("decision_manage", { action: "update", decision: id, title: "Use Postgres", area: "Database" });
    const theirs = await run(["import"]);
    expect(theirs).toMatchObject({
      code: 1,
      stdout: `conflict  ${sqlite}: both changed: title, area\n1 decision, 0 unchanged\n`,
    });
    const ours = await run(["export"]);
    expect(ours).toMatchObject({ code: 1, stdout: expect.stringContaining("was edited; import it first") });
    expect(read(sqlite)).toContain("Use DuckDB");
    expect(await decision(1)).toMatchObject({ title: "Use Postgres" });
    expect(await run(["import", "--force"])).toMatchObject({ code: 0 });
    expect(await decision(1)).toMatchObject({ title: "Use DuckDB", area: "" });

    edit(sqlite, "Use DuckDB", "Use Oracle");
    await server.value("decision_manage", { action: "update", decision: id, title: "Use files" });
    expect(await run(["export", "--force"])).toMatchObject({ code: 0 });
    expect(read(sqlite)).toContain("Use files");
  });

  it("what an agent changed is written where no person edited", async () => {
    const id = await draft("Use SQLite");
    await run(["export"]);
    await server.value("decision_manage", { action: "update", decision: id, title: "Use Postgres" });
    expect(await run(["export"])).toMatchObject({ code: 0, stdout: `updated   ${sqlite}\n1 decision, 0 unchanged\n` });
    expect(read(sqlite)).toContain("# ADR-0001: Use Postgres\n");
  });

  it("refuses files that can't be what they seem, and imports the others", async () => {
    await draft("Use SQLite");
    await run(["export"]);
    edit(sqlite, "status: draft", "status: perhaps");
    write("0002-a.md", "# A\n");
    write("0002-b.md", "# B\n");
    write("0003-c.md", "no title\n");
    write("0004-d.md", "---\nsuperseded_by: ADR-0099\n---\n# D\n");
    write("0005-e.md", "---\nsupersedes: ADR-0005\n---\n# E\n");
    writeFileSync(join(adr, "0006-f.md"), Buffer.from([0x23, 0x20, 0xff]));
    symlinkSync(join(folder, "elsewhere.md"), join(adr, "0007-g.md"));
    write("0008-h.md", "# H\n");
    const { code, stdout } = await run(["import"]);
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "refused   0001-use-sqlite.md: has the status 'perhaps', which is none of draft, proposed, accepted, rejected, superseded, deprecated",
      "refused   0002-a.md: another file is ADR-0002 too",
      "refused   0002-b.md: another file is ADR-0002 too",
      "refused   0003-c.md: has no title: a line that begins with '# '",
      "refused   0004-d.md: ADR-0099 is not there",
      "refused   0005-e.md: it takes its own place",
      "created   0008-h.md",
      "refused   0006-f.md: is not UTF-8",
      "refused   0007-g.md: is a link",
      "9 decisions, 0 unchanged",
      "",
    ]);
    expect(await decision(1)).toMatchObject({ status: "draft" });
  });

  it("writes only in the folder: not through links, not behind a folder that leads out", async () => {
    await draft("Use SQLite");
    const outside = mkdtempSync(join(tmpdir(), "pegboard-outside-"));
    mkdirSync(join(folder, "docs"));
    symlinkSync(outside, adr);
    const refused = await run(["export"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("leads out of the current folder") });
    expect(await run(["export", "../x"])).toMatchObject({ code: 2 });
    rmSync(adr);
    symlinkSync(join(outside, "new"), adr);
    expect(await run(["export"])).toMatchObject({ code: 2, stderr: expect.stringContaining("is a link to nothing") });
    expect(readdirSync(outside)).toEqual([]);

    rmSync(adr);
    mkdirSync(adr);
    const target = join(outside, "target.md");
    writeFileSync(target, "theirs\n");
    symlinkSync(target, join(adr, sqlite));
    expect(await run(["export", "--force"])).toMatchObject({ code: 1, stdout: expect.stringContaining("is a link") });
    expect(readFileSync(target, "utf8")).toBe("theirs\n");
    // A person who names a folder outside means it.
    expect(await run(["export", join(outside, "adr")])).toMatchObject({ code: 0 });
    expect(existsSync(join(outside, "adr", sqlite))).toBe(true);
    rmSync(outside, { recursive: true });
  });

  it("a title can't name a path or write to a terminal", async () => {
    await draft("../../x/'; DROP");
    await run(["export"]);
    expect(readdirSync(adr)).toEqual([expect.stringMatching(/^0001-[\w-]+\.md$/)]);
    write("0002-x.md", "# \u009b31mred\n");
    write("0003-\u009b.md", "# Fine\n");
    const { stdout } = await run(["import"]);
    expect(stdout).toContain("refused   0002-x.md: its title or area holds U+009B");
    expect(stdout).not.toContain("\u009b");
  });

  it.each([
    [["accept"], 2, "'adr accept' needs the number or the id of a decision"],
    [["accept", "ADR-0009"], 2, "there is no decision 'ADR-0009'"],
    [["supersede", "1"], 2, "'adr supersede' needs --by <decision>"],
    [["deprecate", "1"], 4, "ADR-0001 is draft: it is not possible to deprecate it"],
    [["import"], 2, "'docs/adr' holds no decisions"],
    [["reject", "1", "--project", "Nowhere"], 2, "there is no project 'Nowhere'"],
    [["publish"], 2, "is invalid for argument 'action'"],
  ])("%j ends with %i: %s", async (words, code, message) => {
    await draft("Use SQLite");
    const env = { PEGBOARD_DB: server.databasePath };
    const given = words.includes("--project") ? words : [...words, "--project", "Atlas"];
    const finished = await pegboardHere(["adr", ...given], { cwd: folder, env });
    expect(finished).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

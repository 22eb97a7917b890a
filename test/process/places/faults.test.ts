import { chmodSync, existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";

// Clone, dump and import of SQLite are made to fail, and their server is killed, once each in the middle. Nothing may be half there.

const folders: CodeFolder[] = [];
const servers: ServedWorkbench[] = [];
afterEach(async () => {
  for (const one of servers.splice(0)) await one.close().catch(() => undefined);
  for (const one of folders.splice(0)) one.remove();
});

const rows = 60_000;

function big(): CodeFolder {
  const code = codeFolder();
  folders.push(code);
  code.sql(
    "app",
    `CREATE TABLE notes (note TEXT);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
     INSERT INTO notes SELECT hex(randomblob(200)) || i FROM n;`,
  );
  return code;
}

async function serve(env: Readonly<Record<string, string>> = {}): Promise<ServedWorkbench> {
  const made = await serveWorkbench({ profile: "pm", env });
  servers.push(made);
  return made;
}

/** A server that kills itself once a file that fits is in the folder. */
function serveUntil(code: CodeFolder, folder: string, pattern: RegExp): Promise<ServedWorkbench> {
  const path = code.write(
    "kill.cjs",
    `const {readdirSync, existsSync} = require("node:fs");
     const folder = ${JSON.stringify(join(code.path, folder))};
     setInterval(() => {
       if (existsSync(folder) && readdirSync(folder).some((name) => ${pattern}.test(name))) process.kill(process.pid, "SIGKILL");
     }, 1).unref();`,
  );
  return serve({ NODE_OPTIONS: `--require=${path}` });
}

const names = (code: CodeFolder, folder: string) =>
  existsSync(join(code.path, folder)) ? readdirSync(join(code.path, folder)).toSorted() : [];
const shown = (code: CodeFolder, folder: string) => names(code, folder).filter((name) => !name.startsWith("."));

/** As if the kill had been two days ago. */
function age(code: CodeFolder, folder: string): readonly string[] {
  const old = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  const hidden = names(code, folder).filter((name) => name.startsWith("."));
  for (const name of hidden) utimesSync(join(code.path, folder, name), old, old);
  return hidden;
}

const wholeCount = (code: CodeFolder, database: string) => code.values(database, "SELECT count(*) FROM notes");

describe("a clone", () => {
  it("that fails leaves nothing", async () => {
    const code = codeFolder();
    folders.push(code);
    code.write("var/db/app.db", "not a database of SQLite, but long enough to look like one ".repeat(99));
    const pm = await serve();
    const failed = await pm.error("db.clone", { project_root: code.path, source: "app", target: "app_two" });
    expect(failed.code).toBe("DATABASE_FAILED");
    expect(names(code, "var/db")).toEqual(["app.db"]);
  });

  it("that is killed leaves no database, and its temporary file goes with the next call", async () => {
    const code = big();
    const given: JsonObject = { project_root: code.path, source: "app", target: "app_two" };
    const killed = await serveUntil(code, "var/db", /^\.app_two\..*\.tmp$/);
    await expect(killed.value("db.clone", given)).rejects.toThrow();
    expect(shown(code, "var/db")).toEqual(["app.db"]);
    expect(names(code, "var/db").filter((name) => name.startsWith("."))).not.toEqual([]);
    const pm = await serve();
    await pm.value("db.list", { project_root: code.path });
    expect(names(code, "var/db")).toEqual(["app.db"]);
    await pm.value("db.clone", given);
    expect(wholeCount(code, "app_two")).toEqual([rows]);
    expect(names(code, "var/db")).toEqual(["app.db", "app_two.db"]);
  });
});

describe("a dump", () => {
  it("that fails leaves nothing", async () => {
    const code = big();
    chmodSync(code.write("bin/zstd", "#!/bin/sh\nhead -c 100000\necho full >&2\nexit 1\n"), 0o755);
    const pm = await serve({ PATH: `${join(code.path, "bin")}:${process.env.PATH ?? ""}` });
    const failed = await pm.error("db.dump", { project_root: code.path, compress: "zstd" });
    expect(failed).toMatchObject({ code: "DATABASE_FAILED", data: { problem: "zstd ended with 1: full" } });
    expect(names(code, "var/dumps")).toEqual([]);
  });

  it("names a program that is not installed, and leaves nothing", async () => {
    const code = big();
    const bin = join(code.path, "bin");
    code.write("bin/empty", "");
    code.write("whole.sql.zst", "whole");
    const pm = await serve({ PATH: bin });
    const at = { project_root: code.path };
    const dump = await pm.error("db.dump", { ...at, compress: "zstd" });
    const problem = "the program 'zstd' is not installed";
    expect(dump).toMatchObject({ code: "DATABASE_FAILED", data: { action: "dump", problem } });
    expect(names(code, "var/dumps")).toEqual([]);
    const given = { ...at, database: "app", sql_path: "whole.sql.zst" };
    expect(await pm.error("db.import", given)).toMatchObject({
      code: "DATABASE_FAILED",
      data: { action: "import", problem },
    });
    expect(code.values("app", "SELECT count(*) FROM notes")).toEqual([rows]);
    code.write("pegboard.project.yaml", "database: {dsn: 'postgresql://u:p@localhost/app', allowed: [app]}\n");
    expect(await pm.error("db.list", at)).toMatchObject({
      code: "DATABASE_FAILED",
      data: { problem: "the program 'psql' is not installed" },
    });
  });

  it("that is killed is in no list, and its temporary file goes with the next call; that of another machine goes after a day", async () => {
    const code = big();
    const at = { project_root: code.path };
    const killed = await serveUntil(code, "var/dumps", /^\.app\..*\.tmp$/);
    await expect(killed.value("db.dump", at)).rejects.toThrow();
    const pm = await serve();
    expect(await pm.value("db.dumps", at)).toEqual({ dumps: [] });
    expect(names(code, "var/dumps")).toEqual([]);
    const mine = ".mine.tmp";
    const theirs = ".app.00000000-1-1.0f8fad5b-d9cb-469f-a165-70867728950e.tmp";
    for (const name of [mine, theirs]) writeFileSync(join(code.path, "var/dumps", name), "");
    expect(await pm.value("db.dumps", at)).toEqual({ dumps: [] });
    expect(names(code, "var/dumps")).toEqual([theirs, mine]);
    expect(age(code, "var/dumps")).toHaveLength(2);
    const { path } = await pm.value("db.dump", at);
    // What another program has put there stays.
    expect(names(code, "var/dumps").map((name) => join(code.path, "var/dumps", name))).toEqual([
      join(code.path, "var/dumps/.mine.tmp"),
      path,
    ]);
  });
});

describe("an import", () => {
  const lines = Array.from({ length: rows }, (_, index) => `INSERT INTO half VALUES (${index});`).join("\n");
  const tables = (code: CodeFolder) => code.values("app", "SELECT name FROM sqlite_master");

  it("of a file that is cut leaves nothing", async () => {
    const code = big();
    const whole = gzipSync(`CREATE TABLE half (a);\n${lines}`);
    writeFileSync(join(code.path, "cut.sql.gz"), whole.subarray(0, whole.length - 5000));
    const pm = await serve();
    const given = { project_root: code.path, database: "app", sql_path: "cut.sql.gz" };
    expect(await pm.error("db.import", given)).toMatchObject({
      code: "IMPORT_REFUSED",
      retry: "changed_arguments",
      data: {
        problem: "the file is not whole, or damaged, as its gzip data can't be read: unexpected end of file",
      },
    });
    expect(tables(code)).toEqual(["notes"]);
    expect(wholeCount(code, "app")).toEqual([rows]);
  });

  it.each([
    ["plain.sql.gz", Buffer.from("SELECT 1;"), "the file is not compressed by gzip, as its name says"],
    ["plain.sql.zst", Buffer.from("SELECT 1;"), "the file is not compressed by zstd, as its name says"],
    ["empty.sql.gz", Buffer.alloc(0), "the file is empty"],
    [
      "tail.sql.gz",
      Buffer.concat([gzipSync("SELECT 1;"), Buffer.from("tail")]),
      /^the file is not whole, or damaged, /,
    ],
    [
      "bits.sql.zst",
      Buffer.from("28b52ffd2400", "hex"),
      /^the file is not whole, or damaged, as its zstd data can't be read: /,
    ],
  ] as const)("of %s says what is wrong with the file", async (file, bytes, problem) => {
    const code = big();
    writeFileSync(join(code.path, file), bytes);
    const pm = await serve();
    const given = { project_root: code.path, database: "app", sql_path: file };
    expect(await pm.error("db.import", given)).toMatchObject({
      code: "IMPORT_REFUSED",
      retry: "changed_arguments",
      data: { problem: typeof problem === "string" ? problem : expect.stringMatching(problem) },
    });
    expect(tables(code)).toEqual(["notes"]);
  });

  it("of a file that zstd gives up after a whole statement leaves nothing", async () => {
    const code = big();
    const standIn = "#!/bin/sh\necho 'CREATE TABLE half (a);'\necho 'unexpected end of file' >&2\nexit 1\n";
    chmodSync(code.write("bin/zstd", standIn), 0o755);
    code.write("cut.sql.zst", "cut");
    const pm = await serve({ PATH: `${join(code.path, "bin")}:${process.env.PATH ?? ""}` });
    const given = { project_root: code.path, database: "app", sql_path: "cut.sql.zst" };
    expect(await pm.error("db.import", given)).toMatchObject({
      code: "IMPORT_REFUSED",
      data: { problem: "the file is not compressed by zstd, as its name says" },
    });
    expect(tables(code)).toEqual(["notes"]);
  });

  it("that is killed leaves nothing", async () => {
    const code = big();
    // One row of the table that was there too: the journal has to bring it back.
    code.write("half.sql", `CREATE TABLE half (a);\nDELETE FROM notes;\n${lines}`);
    const killed = await serveUntil(code, "var/db", /-journal$/);
    const given = { project_root: code.path, database: "app", sql_path: "half.sql" };
    await expect(killed.value("db.import", given)).rejects.toThrow();
    expect(names(code, "var/db")).toContain("app.db-journal");
    expect(tables(code)).toEqual(["notes"]);
    expect(wholeCount(code, "app")).toEqual([rows]);
    const pm = await serve();
    await pm.value("db.import", given);
    expect(code.values("app", "SELECT count(*) FROM half")).toEqual([rows]);
  });
});

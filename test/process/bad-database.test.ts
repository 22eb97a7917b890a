import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectStdio } from "../../src/client/connect-stdio.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";

// A database that can't be used: one clear sentence, exit code 5, and the file stays byte for byte what it was.

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-database-"));
  path = join(folder, "workbench.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(database: string): Promise<string> {
  const { code, stdout, stderr } = await pegboard(["call", "memory_recall", "context=x"], {
    env: { PEGBOARD_DB: database },
  });
  expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
  expect(stderr).toMatch(/^error: HOST_UNAVAILABLE: /);
  expect(stderr).not.toContain("    at ");
  return stderr;
}

describe("the database", () => {
  it("was written by a newer version", async () => {
    const opened = await pegboard(["call", "session_open", "agent=me"], { env: { PEGBOARD_DB: path } });
    expect(opened.code).toBe(0);
    const database = new Database(path);
    database.pragma("user_version = 9999");
    database.close();
    const before = readFileSync(path);
    expect(await refusal(path)).toContain("newer");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("belongs to another program", async () => {
    const database = new Database(path);
    database.exec("CREATE TABLE bookmarks (url TEXT)");
    database.close();
    const before = readFileSync(path);
    expect(await refusal(path)).toContain("another program");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("is no database", async () => {
    writeFileSync(path, "Dear diary, this is a text and nothing else.\n".repeat(100));
    const before = readFileSync(path);
    expect(await refusal(path)).toContain("not a database");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("is a folder", async () => {
    mkdirSync(path);
    expect(await refusal(path)).toContain(path);
    expect(readdirSync(path)).toEqual([]);
  });

  it("stands where nothing can be written", async () => {
    expect(await refusal("/proc/workbench.db")).toContain("/proc/workbench.db");
  });

  it("is locked by somebody else", async () => {
    const opened = await pegboard(["call", "session_open", "agent=me"], { env: { PEGBOARD_DB: path } });
    expect(opened.code).toBe(0);
    const holder = new Database(path);
    holder.pragma("locking_mode = EXCLUSIVE");
    holder.exec("BEGIN EXCLUSIVE");
    try {
      expect(await refusal(path)).toContain("lock");
    } finally {
      holder.exec("ROLLBACK");
      holder.close();
    }
    const again = await pegboard(["call", "memory_recall", "context=x"], { env: { PEGBOARD_DB: path } });
    expect(again.code).toBe(0);
  });
});

describe("a server over a database that can't be used", () => {
  it("still lists its tools, and says in each result what is wrong", async () => {
    writeFileSync(path, "no database\n".repeat(100));
    const connection = await connectStdio({
      command: process.execPath,
      args: [mainPath, "serve"],
      env: { PEGBOARD_DB: path },
      stderr: "ignore",
    });
    const tools = await connection.listTools();
    const answer = await connection.callTool("memory_recall", { context: "x" });
    await connection.close();
    expect(tools.length).toBeGreaterThan(0);
    expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: "HOST_UNAVAILABLE" } } });
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectStdio, type McpConnection } from "../../scripts/plain-connection.ts";
import { openDatabase } from "../open-database.ts";
import { mainPath } from "./run-pegboard.ts";

// A write that was acknowledged is there: after SIGKILL in the middle of many, and with several servers on one file.

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-kill-"));
  path = join(folder, "workbench.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a server that is killed in the middle of 1,000 writes", () => {
  it.each([1, 300, 700])("after %i of them loses none that was acknowledged", async (killAfter) => {
    const connection = await serve();
    const acknowledged: string[] = [];
    const lost: unknown[] = [];
    const titles = Array.from({ length: 1_000 }, (_, index) => `memory ${index}`).values();
    // Eight callers share the titles, so that some writes are always on their way.
    const caller = async () => {
      for (const title of titles) {
        try {
          await stored(connection, title);
          if (acknowledged.push(title) === killAfter) kill(connection);
        } catch (error) {
          lost.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, caller));
    await connection.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged.length + lost.length).toBe(1_000);

    const kept = titlesIn(path);
    expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
    const next = await serve();
    await stored(next, "after the crash");
    const answer = await next.callTool("memory_recall", { context: "crash", detail: "full" });
    await next.close();
    expect(answer).toMatchObject({ isError: false, structuredContent: { memories: [{ title: "after the crash" }] } });
  });
});

describe("two servers on one file", () => {
  it("start at once, write at once, and see each other's writes", async () => {
    const servers = await Promise.all([serve(), serve()]);
    const write = async (server: McpConnection, number: number) => {
      for (let index = 0; index < 100; index++) await stored(server, `from${number} memory${index}`);
    };
    await Promise.all(servers.map(write));
    expect(titlesIn(path).size).toBe(200);
    for (const server of servers) {
      // Asked apart: a word that every second memory holds, without the other word of the question, is not an answer.
      for (const context of ["from0", "from1"]) {
        const answer = await server.callTool("memory_recall", { context, limit: 50, min_score: 0.5 });
        expect(answer).toMatchObject({ isError: false, structuredContent: { count: 50, more: true } });
      }
    }
    await Promise.all(servers.map((server) => server.close()));
  });
});

async function serve(): Promise<McpConnection> {
  const connection = await connectStdio({
    command: process.execPath,
    args: [mainPath, "serve"],
    env: { PEGBOARD_DB: path },
  });
  const opened = await connection.callTool("session_open", { agent: "tester" });
  expect(opened).toMatchObject({ kind: "result", isError: false });
  return connection;
}

function kill({ pid }: McpConnection): void {
  if (pid === undefined) throw new Error("the server has no process");
  process.kill(pid, "SIGKILL");
}

/** @throws when the write is not acknowledged */
async function stored(connection: McpConnection, title: string): Promise<void> {
  const answer = await connection.callTool("memory_store", { title, content: `about ${title}`, force: true });
  if (answer.kind !== "result" || answer.isError) throw new Error(JSON.stringify(answer));
}

/** Titles in a file that must be sound, index included. */
function titlesIn(file: string): ReadonlySet<string> {
  const database = openDatabase(file);
  try {
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.exec("INSERT INTO memories_fts (memories_fts) VALUES ('integrity-check')");
    const titles = database.prepare<[], string>("SELECT title FROM memories").pluck().all();
    expect(database.prepare("SELECT count(*) FROM memories_fts").pluck().get()).toBe(titles.length);
    return new Set(titles);
  } finally {
    database.close();
  }
}

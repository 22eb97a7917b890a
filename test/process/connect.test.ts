import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "../../src/client/connect.ts";
import type { ServerConnection, ServerTarget } from "../../src/client/server-connection.ts";
import { mainPath } from "./run-pegboard.ts";

// Our client on our own built server, which speaks the newest revision, over both transports.

const token = "a-token-of-more-than-sixteen-characters";
const timeoutMs = 30_000;
let folder = "";
let serving: ChildProcess | undefined;
const open: ServerConnection[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-connect-"));
  writeFileSync(join(folder, "token"), `${token}\n`);
});
afterAll(async () => {
  await Promise.all(open.map((connection) => connection.close()));
  serving?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

it("says the same over stdio and over HTTP, in the newest revision, and no member is lost", async () => {
  const database = { PEGBOARD_DB: join(folder, "workbench.db") };
  const words = ["serve", "--surface", "direct", "--detail", "verbose"];
  const url = await serve(words, database);
  const args = [mainPath, ...words];
  const stdio = await opened({ kind: "stdio", command: process.execPath, args, env: database, cwd: folder });
  const http = await opened({ kind: "http", url, headers: { Authorization: `Bearer ${token}` } });
  const lists = await Promise.all([stdio, http].map((connection) => connection.listTools()));
  expect(lists[0]?.length).toBeGreaterThan(5);
  expect(lists[0]).toEqual(lists[1]);
  expect(lists[0]?.every(({ _meta }) => _meta !== undefined)).toBe(true);
  for (const connection of [stdio, http]) {
    expect(connection.revision).toBe("2026-07-28");
    const { isError, structuredContent } = await connection.callTool("tool_search", { query: 7 });
    expect({ isError, structuredContent }).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "INVALID_ARGUMENTS" } },
    });
    await expect(connection.callTool("no_such_tool", {})).rejects.toMatchObject({ code: -32_602 });
  }
});

async function opened(target: ServerTarget): Promise<ServerConnection> {
  const connection = await connect(target, { timeoutMs });
  open.push(connection);
  return connection;
}

function serve(words: readonly string[], env: Readonly<Record<string, string>>): Promise<URL> {
  const all = [mainPath, ...words, "--http", "0", "--token-file", join(folder, "token")];
  const child = spawn(process.execPath, all, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  serving = child;
  return new Promise((resolve, reject) => {
    let reported = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      reported += text;
      const [, found] = /serving at (\S+)/.exec(reported) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${reported}`)));
  });
}

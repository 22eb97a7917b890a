import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { openDatabase } from "../open-database.ts";
import { mainPath, pegboard, pegboardHere } from "./run-pegboard.ts";

// A database that can't be used: one clear sentence, exit code 5, and the file stays byte for byte what it was.

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-database-"));
  path = join(folder, "workbench.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(database: string, start = pegboardHere): Promise<string> {
  const { code, stdout, stderr } = await start(["call", "memory_recall", "context=x"], {
    env: { PEGBOARD_DB: database },
  });
  expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
  expect(stderr).toMatch(/^error: HOST_UNAVAILABLE: /);
  expect(stderr).not.toContain("    at ");
  return stderr;
}

describe("the database", () => {
  it("was written by a newer version", async () => {
    const opened = await pegboardHere(["call", "session_open", "agent=me"], { env: { PEGBOARD_DB: path } });
    expect(opened.code).toBe(0);
    const database = openDatabase(path);
    database.pragma("user_version = 9999");
    database.close();
    const before = readFileSync(path);
    expect(await refusal(path)).toContain("newer");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("belongs to another program", async () => {
    const database = openDatabase(path);
    database.exec("CREATE TABLE bookmarks (url TEXT)");
    database.close();
    const before = readFileSync(path);
    expect(await refusal(path, pegboard)).toContain("another program");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("is not a database", async () => {
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
    const opened = await pegboardHere(["call", "session_open", "agent=me"], { env: { PEGBOARD_DB: path } });
    expect(opened.code).toBe(0);
    const holder = openDatabase(path);
    holder.pragma("locking_mode = EXCLUSIVE");
    holder.exec("BEGIN EXCLUSIVE");
    try {
      expect(await refusal(path, pegboard)).toContain("lock");
    } finally {
      holder.exec("ROLLBACK");
      holder.close();
    }
    const again = await pegboardHere(["call", "memory_recall", "context=x"], { env: { PEGBOARD_DB: path } });
    expect(again.code).toBe(0);
  });
});

describe("a database that may only be read", () => {
  // Root may write everything: as root, the program runs as `nobody`.
  const isRoot = process.getuid?.() === 0;
  const asUnprivilegedUser = isRoot ? { runAs: { uid: 65_534, gid: 65_534 } } : {};
  beforeEach(async (context) => {
    const { code } = await pegboard(["--version"], asUnprivilegedUser).catch(() => ({ code: undefined }));
    if (code === 0) return;
    const reason = `SKIPPED: as root nothing is read-only, and user nobody can't run ${mainPath} from where it is`;
    console.warn(reason);
    context.skip(reason);
  });

  it("is read, with a notice that the recall was not recorded, and refuses writes in one sentence", async () => {
    const env = { PEGBOARD_DB: path };
    const opened = await pegboardHere(["call", "session_open", "agent=me", "--json"], { env });
    const { structuredContent } = JSON.parse(opened.stdout) as { structuredContent: { session: string } };
    const session = ["--session", structuredContent.session];
    const write = ["call", "memory_store", "title=Ports", "content=The bridge listens on 7179", ...session];
    expect((await pegboardHere(write, { env })).code).toBe(0);
    expect(readdirSync(folder)).toEqual(["workbench.db"]);
    const before = readFileSync(path);
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    try {
      const recalled = await pegboard(["call", "memory_recall", "context=bridge", "detail=full", ...session], {
        env,
        ...asUnprivilegedUser,
      });
      expect(recalled.code).toBe(0);
      expect(JSON.parse(recalled.stdout)).toMatchObject({ count: 1, memories: [{ title: "Ports" }] });
      expect(recalled.stderr).toBe(
        "Notice: this recall was not recorded: the database is read-only; make the file and its folder writable\n",
      );
      const refused = await pegboard(write, { env, ...asUnprivilegedUser });
      expect([refused.code, refused.stdout]).toEqual([5, ""]);
      expect(refused.stderr).toContain(`the database '${path}' is read-only; make the file and its folder writable`);
      expect(readdirSync(folder)).toEqual(["workbench.db"]);
      expect(readFileSync(path).equals(before)).toBe(true);
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  it("may not even be read: the sentence says so", async () => {
    await pegboardHere(["call", "session_open", "agent=me"], { env: { PEGBOARD_DB: path } });
    chmodSync(folder, 0o755);
    chmodSync(path, 0o000);
    const refused = await pegboard(["call", "memory_recall", "context=x"], {
      env: { PEGBOARD_DB: path },
      ...asUnprivilegedUser,
    });
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(`the database '${path}' can't be opened: permission denied`);
  });
});

describe("a database that another process keeps locked", () => {
  it("does not hold up an empty file's opening for longer than the time-out", async () => {
    writeFileSync(path, "");
    const holder = openDatabase(path);
    holder.exec("BEGIN EXCLUSIVE");
    const start = performance.now();
    try {
      expect(await refusal(path, pegboard)).toContain("is locked by another process");
    } finally {
      holder.close();
    }
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it("does not hold up a deadline", async () => {
    const env = { PEGBOARD_DB: path };
    await pegboardHere(["call", "session_open", "agent=me"], { env });
    const holder = openDatabase(path);
    holder.exec("BEGIN IMMEDIATE");
    const start = performance.now();
    const { code } = await pegboard(["call", "session_open", "agent=me", "--timeout", "1"], { env });
    const elapsedMs = performance.now() - start;
    const sessions = holder.prepare("SELECT count(*) FROM sessions").pluck().get();
    holder.close();
    expect(code).toBe(7);
    expect(elapsedMs).toBeLessThan(4_000);
    expect(sessions).toBe(1);
  });

  it("does not keep a server from answering meanwhile, and the write goes through when the lock has gone", async () => {
    const connection = await connectStdio({
      command: process.execPath,
      args: [mainPath, "serve"],
      env: { PEGBOARD_DB: path },
      stderr: "ignore",
    });
    await connection.callTool("session_open", { agent: "me" });
    const holder = openDatabase(path);
    holder.exec("BEGIN IMMEDIATE");
    const writing = connection.callTool("memory_store", { content: "late" });
    const start = performance.now();
    const recalled = await connection.callTool("memory_recall", { context: "late" });
    await connection.listTools();
    const elapsedMs = performance.now() - start;
    holder.close();
    expect(recalled).toMatchObject({ isError: false, structuredContent: { count: 0 } });
    expect(elapsedMs).toBeLessThan(2_500);
    expect(await writing).toMatchObject({ isError: false, structuredContent: { status: "created" } });
    await connection.close();
  });
});

describe("a server over a database that can't be used", () => {
  it("changes and reads nothing once a newer version has changed its schema, and goes on", async () => {
    const connection = await connectStdio({
      command: process.execPath,
      args: [mainPath, "serve"],
      env: { PEGBOARD_DB: path },
      stderr: "ignore",
    });
    const store = (content: string) => connection.callTool("memory_store", { content });
    await connection.callTool("session_open", { agent: "me" });
    expect(await store("before")).toMatchObject({ isError: false });
    const newer = openDatabase(path);
    const version = newer.pragma("user_version", { simple: true });
    newer.pragma("user_version = 9999");
    const count = () => newer.prepare("SELECT count(*) FROM memories").pluck().get();
    const counted = count();
    const refused = { isError: true, structuredContent: { error: { code: "HOST_UNAVAILABLE", retry: "never" } } };
    const answers = [await store("after"), await connection.callTool("memory_recall", { context: "before" })];
    expect(answers).toMatchObject([refused, refused]);
    expect(JSON.stringify(answers)).toContain("newer than this pegboard supports");
    expect(JSON.stringify(answers)).not.toContain(folder);
    expect(count()).toBe(counted);
    newer.pragma(`user_version = ${version}`);
    newer.close();
    expect(await store("again")).toMatchObject({ isError: false });
    await connection.close();
  });

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

describe("a server that has too many files open", () => {
  const log = () => join(folder, "stderr");
  const serveWithLog = () =>
    connectStdio({
      command: "sh",
      args: ["-c", 'exec "$@" 2>"$LOG"', "sh", process.execPath, mainPath, "serve"],
      env: { PEGBOARD_DB: path, LOG: log() },
      stderr: "ignore",
    });
  /** The soft limit, which can be raised again. stdin, stdout and stderr are open; at 3 nothing else can be opened. */
  const limitFiles = (pid: number | undefined, most: number) =>
    execFileSync("prlimit", ["--pid", String(pid), `--nofile=${most}:`]);
  const reasons = () =>
    readFileSync(log(), "utf8")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as { event: string; reason?: string }]))
      .filter(({ event }) => event === "the host is unavailable")
      .map(({ reason }) => reason);
  const unavailable = (message: string) => ({
    isError: true,
    structuredContent: { error: { code: "HOST_UNAVAILABLE", message, retry: "later" } },
  });

  it.each<[what: string, prepare: () => void]>([
    ["that is there", () => expect(openDatabase(path).pragma("user_version = 0")).toEqual([])],
    ["that is not there yet", () => undefined],
  ])("says that the database %s can't be opened, and opens it when it can", async (_what, prepare) => {
    // What is loaded of the program for a call is loaded by one that can't be served.
    mkdirSync(path);
    const connection = await serveWithLog();
    expect(await connection.callTool("session_open", { agent: "me" })).toMatchObject({ isError: true });
    rmSync(path, { recursive: true });
    prepare();
    limitFiles(connection.pid, 3);
    const answers = [1, 2].map(() => connection.callTool("session_open", { agent: "me" }));
    const problem = "can't be opened, because too many files are open; nothing was changed, so try again later";
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject(unavailable(`the database ${problem}`));
    limitFiles(connection.pid, 1024);
    expect(await connection.callTool("session_open", { agent: "me" })).toMatchObject({ isError: false });
    expect(await connection.callTool("memory_store", { content: "after" })).toMatchObject({ isError: false });
    await connection.close();
    expect(reasons().slice(1)).toEqual(Array(2).fill(`the database '${path}' ${problem}`));
  });

  it("says so where it can't read its own code, and still lists its tools", async () => {
    const connection = await serveWithLog();
    // Node raises the limit while it starts; what every call passes is loaded by one that loads nothing else.
    expect(await connection.callTool("session_open", { agent: 7 })).toMatchObject({ isError: true });
    limitFiles(connection.pid, 3);
    const answer = await connection.callTool("session_open", { agent: "me" });
    expect(answer).toMatchObject(unavailable("the server has too many files open; try again later"));
    expect(JSON.stringify(answer)).not.toContain("chunks");
    limitFiles(connection.pid, 1024);
    expect((await connection.listTools()).length).toBeGreaterThan(0);
    await connection.close();
    expect(reasons()).toEqual([
      expect.stringMatching(
        /^the server has too many files open \(EMFILE: .*\); raise its limit \(ulimit -n\) and restart it$/,
      ),
    ]);
  });
});

it("makes a server over HTTP alive and not ready", async () => {
  writeFileSync(path, "Dear diary, this is a text and nothing else.\n".repeat(100));
  const child = spawn(process.execPath, [mainPath, "serve", "--http", "127.0.0.1:0"], {
    env: { ...process.env, PEGBOARD_DB: path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const url = await vi.waitUntil(() => /serving at (\S+)/.exec(stderr)?.[1], { timeout: 20_000 });
  const ask = async (name: string) => {
    const response = await fetch(new URL(name, url));
    return [response.status, await response.text()];
  };
  expect(await ask("/healthz")).toEqual([200, '{"status":"ok"}']);
  // Who asks needs no token, so the path of the file is for the log alone.
  expect(await ask("/readyz")).toEqual([503, '{"status":"unavailable"}']);
  expect(stderr).toContain("not a database");
  rmSync(path);
  expect(await ask("/readyz")).toEqual([200, '{"status":"ready"}']);
  child.kill("SIGKILL");
  await ended;
});

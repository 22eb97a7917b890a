import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectStdio, type McpConnection, type RemoteAnswer } from "../../scripts/plain-connection.ts";
import { isNodesOwn, openDatabase } from "../open-database.ts";
import { type FailingDisk, type Fault, openFailingDisk } from "./faults/failing-disk.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";

// Calls of the system that fail on order under a running server, each row of the table in src/store/sqlite/unavailable.ts that a system can
// cause: the caller gets the prepared sentence without a path, the operator one line with it, nothing that was acknowledged is lost,
// and the server works again afterwards. It needs a C compiler; in continuous integration it is an error not to have one.

let folder = "";
let path = "";
let log = "";
let disk: FailingDisk;
beforeEach(async (context) => {
  folder = await mkdtemp(join(tmpdir(), "pegboard-orders-"));
  path = join(folder, "workbench.db");
  log = join(folder, "stderr");
  const opened = openFailingDisk(folder, path);
  if (typeof opened !== "string") disk = opened;
  else {
    const reason = `SKIPPED: no library of faults can be compiled here: ${opened}`;
    if (process.env.CI !== undefined) throw new Error(reason);
    console.warn(reason);
    context.skip(reason);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function serve(): Promise<McpConnection> {
  return connectStdio({
    command: "sh",
    args: ["-c", 'exec "$@" 2>"$LOG"', "sh", process.execPath, mainPath, "serve"],
    env: { PEGBOARD_DB: path, LOG: log, ...disk.env },
    stderr: "ignore",
  });
}

const store = (connection: McpConnection, title: string) =>
  connection.callTool("memory_store", {
    title,
    content: `${title} is about ${title.length} things`,
    on_similar: "store",
  });

/** The reasons that the operator reads of calls, at the default level. Work in the background has lines of its own. */
function reasons(): readonly string[] {
  const lines = readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.flatMap((line) => (JSON.parse(line) as { reason?: string }).reason ?? []);
}

function expectRefused(answer: RemoteAnswer, problem: string, retry: string): void {
  expect(answer).toMatchObject({
    kind: "result",
    isError: true,
    structuredContent: { error: { code: "HOST_UNAVAILABLE", message: `the database ${problem}`, retry } },
  });
  expect(JSON.stringify(answer)).not.toContain(folder);
}

const broken = "can't be read or written, because its disk fails; nothing was changed";

// Only the package's SQLite asks for memory apart from Node: starved of it, Node itself would end.
const withoutMemory = (problem: string): readonly [Fault, string][] => (isNodesOwn ? [] : [["memory", problem]]);

describe.each<[fault: Fault, problem: string]>([
  ["write", broken],
  ["sync", broken],
  ["full", "is on a full disk; nothing was changed, and writes work again when there is space"],
  ...withoutMemory("has too little memory; nothing was changed, so try again later"),
])("while %s fails", (fault, problem) => {
  it("a write is refused, nothing is lost, and afterwards all goes on", async () => {
    const connection = await serve();
    expect(await connection.callTool("session_open", { agent: "tester" })).toMatchObject({ isError: false });
    expect(await store(connection, "before")).toMatchObject({ isError: false });
    disk.order(fault);
    expectRefused(await store(connection, "meanwhile"), problem, "later");
    expect(await connection.listTools()).not.toEqual([]);
    disk.order(undefined);
    expect(reasons()).toEqual([`the database '${path}' ${problem}`]);
    expect(await store(connection, "after")).toMatchObject({ isError: false });
    const found = await connection.callTool("memory_list", {});
    expect(found).toMatchObject({ isError: false, structuredContent: { count: 2 } });
    await connection.close();
    expectIntact(["after", "before"]);
  });
});

it("a server whose file can't be read says so in each answer, and works when it can", async () => {
  const first = await serve();
  await first.callTool("session_open", { agent: "tester" });
  await store(first, "before");
  await first.close();
  const second = await serve();
  disk.order("read");
  const answers = [
    await second.callTool("memory_list", {}),
    await second.callTool("session_open", { agent: "tester" }),
  ];
  disk.order(undefined);
  for (const answer of answers) expectRefused(answer, broken, "later");
  expect(reasons()).toEqual(answers.map(() => `the database '${path}' ${broken}`));
  expect(await second.callTool("session_open", { agent: "tester" })).toMatchObject({ isError: false });
  await second.close();
  expectIntact(["before"]);
});

describe.each<[fault: Fault, problem: string]>([
  ["read", broken],
  ["open", broken],
  ...withoutMemory("has too little memory"),
])("a command while %s fails", (fault, problem) => {
  it("ends with 5 and one sentence that names the file", async () => {
    const env = { PEGBOARD_DB: path, ...disk.env };
    expect((await pegboard(["call", "session_open", "agent=me"], { env })).code).toBe(0);
    disk.order(fault);
    const { code, stdout, stderr } = await pegboard(["call", "memory_recall", "context=x"], { env });
    expect([code, stdout]).toEqual([5, ""]);
    expect(stderr).toContain(`HOST_UNAVAILABLE: the database '${path}' ${problem}`);
    expect(stderr).not.toContain("    at ");
  });
});

it("a clock that jumps ten years ahead and back archives nothing for ever", async () => {
  const connection = await serve();
  await connection.callTool("session_open", { agent: "tester" });
  for (const tier of ["short", "mid", "long"]) {
    await connection.callTool("memory_store", { title: tier, content: `kept in ${tier}`, tier });
  }
  disk.order("clock");
  const ahead = await store(connection, "ahead");
  disk.order(undefined);
  expect(JSON.stringify(ahead)).not.toContain("INTERNAL");
  const found = await connection.callTool("memory_list", {});
  await connection.close();
  expect(found).toMatchObject({ isError: false });
  expect(JSON.stringify(found)).toMatch(/short.*mid.*long|long.*mid.*short/);
});

function expectIntact(expected: readonly string[]): void {
  const database = openDatabase(path);
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  const titles = database.prepare<[], string>("SELECT title FROM memories ORDER BY title").pluck().all();
  database.close();
  expect(titles).toEqual(expected);
}

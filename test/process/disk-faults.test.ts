import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectStdio, type McpConnection, type RemoteAnswer } from "../../scripts/plain-connection.ts";
import type { Database } from "../../src/sqlite/database.ts";
import { openDatabase } from "../open-database.ts";
import { mainPath } from "./run-pegboard.ts";
import { smallDisk } from "./small-disk.ts";

// Disks that fail under a running server: the caller gets one sentence without a path, the operator one line with it, nothing that was
// acknowledged is lost, and the server works again when the disk does.

let folder = "";
let path = "";
let log = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pegboard-disk-"));
  path = join(folder, "disk", "workbench.db");
  log = join(folder, "stderr");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts the server by a script of sh, in which `"$@"` is the server; its stderr goes to a file. */
function serveBy(script: string, ...given: readonly string[]): Promise<McpConnection> {
  return connectStdio({
    command: given[0] ?? "sh",
    args: [...given.slice(1), "-c", script, "sh", process.execPath, mainPath, "serve"],
    env: { PEGBOARD_DB: path, DISK: join(folder, "disk"), LOG: log },
    stderr: "ignore",
  });
}

/** Stores memories until one is refused. @returns the titles that were acknowledged, and the refusal */
async function storeUntilRefused(connection: McpConnection, length: number) {
  const stored: string[] = [];
  expect(await connection.callTool("session_open", { agent: "tester" })).toMatchObject({ isError: false });
  for (let index = 0; index < 2_000; index++) {
    const title = `memory ${index}`;
    const answer = await connection.callTool("memory_store", {
      title,
      content: textOf(index, length),
      on_similar: "store",
    });
    if (answer.kind === "result" && !answer.isError) stored.push(title);
    else return { stored, refused: answer };
  }
  throw new Error("the disk took everything");
}

/** Words that no other memory has. */
function textOf(index: number, length: number): string {
  return Array.from({ length: length / 10 }, (_, word) => `w${index}x${word}`.padEnd(9, "y")).join(" ");
}

/** That the caller reads the sentence without the path, and the log has it with the path once for each refusal. */
function expectRefused(answer: RemoteAnswer, problem: string, retry: string): void {
  expect(answer).toMatchObject({
    kind: "result",
    isError: true,
    structuredContent: { error: { code: "HOST_UNAVAILABLE", message: `the database ${problem}`, retry } },
  });
  expect(JSON.stringify(answer)).not.toContain(folder);
}

function reasons(): readonly string[] {
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines.map((line) => String((JSON.parse(line) as { reason?: string }).reason));
}

function titles(database: Database): readonly string[] {
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  return database.prepare<[], string>("SELECT title FROM memories").pluck().all();
}

describe("a full disk", () => {
  const script = `mount -t tmpfs -o size=6m tmpfs "$DISK" && head -c 1000000 /dev/zero > "$DISK/ballast" && exec "$@" 2>"$LOG"`;

  it("refuses writes and loses none that it acknowledged; with some space it goes on", async (context) => {
    const connection = await serveBy(script, ...smallDisk(context, folder));
    const inside = join("/proc", String(connection.pid), "root", folder, "disk");
    const { stored, refused } = await storeUntilRefused(connection, 20_000);
    const problem = "is on a full disk; nothing was changed, and writes work again when there is space";
    expectRefused(refused, problem, "later");
    expect(stored.length).toBeGreaterThan(5);
    expect(reasons()).toEqual([`the database '${path}' ${problem}`]);
    // What is there can still be found.
    const found = await connection.callTool("memory_recall", { context: "memory 1" });
    expect(found).toMatchObject({ isError: false });

    rmSync(join(inside, "ballast"));
    const after = await connection.callTool("memory_store", { title: "after", content: "there is space" });
    expect(after).toMatchObject({ isError: false });
    const copy = join(folder, "copy.db");
    for (const end of ["", "-wal"]) writeFileSync(`${copy}${end}`, readFileSync(join(inside, `workbench.db${end}`)));
    const database = openDatabase(copy);
    expect(titles(database).toSorted()).toEqual([...stored, "after"].toSorted());
    database.close();
    await connection.close();
  });
});

describe("a disk that can't be written", () => {
  it("refuses writes and loses none that it acknowledged", async () => {
    spawnSync("mkdir", [join(folder, "disk")]);
    // No file of the process may grow above this: the write fails, as on a broken disk, with an error that means no lack of space.
    const connection = await serveBy('ulimit -f 10000; exec "$@" 2>"$LOG"', "sh");
    const { stored, refused } = await storeUntilRefused(connection, 20_000);
    const problem = "can't be read or written, because its disk fails; nothing was changed";
    expectRefused(refused, problem, "later");
    expect(stored.length).toBeGreaterThan(5);
    expect(reasons()).toEqual([`the database '${path}' ${problem}`]);
    await connection.close();
    const database = openDatabase(path);
    expect(titles(database).toSorted()).toEqual(stored.toSorted());
    database.close();
  });
});

describe("a damaged file", () => {
  it("is said to be damaged, and is left as it is", async () => {
    spawnSync("mkdir", [join(folder, "disk")]);
    const first = await serveBy('exec "$@" 2>"$LOG"', "sh");
    await first.callTool("session_open", { agent: "tester" });
    for (let index = 0; index < 20; index++) {
      await first.callTool("memory_store", { title: `memory ${index}`, content: textOf(index, 2_000) });
    }
    await first.close();
    const bytes = readFileSync(path);
    // Not the first page: the header and the schema stay as they are.
    bytes.fill(0xff, 4096);
    writeFileSync(path, bytes);
    const second = await serveBy('exec "$@" 2>"$LOG"', "sh");
    const problem = "is damaged; restore it from a copy";
    const calls = [
      await second.callTool("memory_recall", { context: "memory" }),
      await second.callTool("session_open", { agent: "tester" }),
    ];
    await second.close();
    for (const answer of calls) expectRefused(answer, problem, "never");
    expect(reasons()).toEqual(calls.map(() => `the database '${path}' ${problem}`));
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

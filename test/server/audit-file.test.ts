import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

// The audit's file in the hands of operators, and on a disk that is full.

let space = Number.POSITIVE_INFINITY;
vi.mock("node:fs", async (load) => {
  const fs = await load<typeof import("node:fs")>();
  return {
    ...fs,
    writeSync(file: number, bytes: Uint8Array, from: number) {
      if (space === 0) throw new Error("ENOSPC: no space left on device, write");
      const written = fs.writeSync(file, bytes, from, Math.min(space, bytes.length - from));
      space -= written;
      return written;
    },
  };
});

// Files of tests share their modules: what another one has loaded does not write through the mock, and what is loaded here does.
let openAuditFile: typeof import("../../src/server/audit-file.ts").openAuditFile;
beforeAll(async () => {
  vi.resetModules();
  ({ openAuditFile } = await import("../../src/server/audit-file.ts"));
});
afterAll(() => {
  vi.resetModules();
});

let folder = "";
let path = "";
beforeEach(() => {
  space = Number.POSITIVE_INFINITY;
  folder = mkdtempSync(join(tmpdir(), "pegboard-audit-"));
  path = join(folder, "audit.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const errors: string[] = [];
function open(maxBytes = 1_000_000) {
  errors.length = 0;
  const log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (event: string) => void errors.push(event),
  };
  const { observe, close } = openAuditFile({ path, maxBytes, keep: 2, withArguments: false, log });
  const call = (tool: string) =>
    observe({
      tool,
      calledAs: tool,
      caller: { transport: "http", client: undefined, identity: undefined },
      startedAt: 0,
      ms: 1,
      outcome: "ok",
      arguments: () => ({}),
    });
  return { call, close };
}

const lines = (file = path) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
const tools = (file = path) => lines(file).map((line) => (JSON.parse(line) as { tool: string }).tool);

describe.skipIf(process.platform === "win32")("a file that the operator", () => {
  it("puts aside is followed by a new one", () => {
    const { call, close } = open();
    call("one");
    renameSync(path, `${path}-yesterday`);
    call("two");
    close();
    expect({ before: tools(`${path}-yesterday`), after: tools() }).toEqual({ before: ["one"], after: ["two"] });
  });

  it("removes is written again, also when it was full", () => {
    const { call, close } = open(100);
    call("one");
    rmSync(path);
    for (const tool of ["two", "three"]) call(tool);
    close();
    expect({ tools: [...tools(`${path}.1`), ...tools()], errors }).toEqual({ tools: ["two", "three"], errors: [] });
  });

  it("copies and empties is not put aside for the size that it had", () => {
    const { call, close } = open(200);
    for (const tool of ["one", "two"]) call(tool);
    truncateSync(path);
    for (const tool of ["three", "four"]) call(tool);
    close();
    expect({ tools: tools(), files: readdirSync(folder) }).toEqual({
      tools: ["three", "four"],
      files: ["audit.jsonl"],
    });
  });
});

it("says that a disk was full in the middle of a line, and begins a new one when there is space", () => {
  const { call, close } = open();
  call("one");
  space = 20;
  for (const tool of ["two", "three"]) call(tool);
  expect(errors).toEqual(["the audit can't be written"]);
  space = Number.POSITIVE_INFINITY;
  for (const tool of ["four", "five"]) call(tool);
  close();
  const [first = "", torn, ...others] = lines();
  expect(torn).toBe(first.slice(0, 20));
  expect(others.map((line) => JSON.parse(line).tool)).toEqual(["four", "five"]);
});

it("begins a new line after one that an earlier process could not finish", () => {
  writeFileSync(path, "");
  appendFileSync(path, '{"time":"20');
  const { call, close } = open();
  call("one");
  close();
  expect(lines()).toEqual(['{"time":"20', expect.stringContaining('"tool":"one"')]);
});

it.skipIf(process.platform === "win32")("leaves what is not a file in its place", () => {
  path = join(folder, "device");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDWR);
  const { call, close } = open(100);
  for (const tool of ["one", "two", "three"]) call(tool);
  close();
  closeSync(reader);
  expect({ files: readdirSync(folder), errors }).toEqual({ files: ["device"], errors: [] });
});

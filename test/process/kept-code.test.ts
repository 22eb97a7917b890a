import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { root } from "./run-pegboard.ts";

// A command keeps what V8 has compiled of its scripts. What is read back must be what was written, for these bytes of the script.

const main = join(root, "dist", "cli", "main.js");

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "pegboard-kept-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** @returns what the commands of a catalog without a server print */
function tools(env: Readonly<Record<string, string>> = {}): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, "tools", "--json"], {
    cwd: home,
    env: { ...ownEnv(), ...env },
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

/** The folders of kept code, one for each engine and its options. */
function folders(): readonly string[] {
  const all = join(home, ".cache", "pegboard", "scripts");
  return readdirSync(all).map((name) => join(all, name));
}

/** Path → when it was written, and a hash of its bytes. */
function kept(): ReadonlyMap<string, { readonly at: number; readonly hash: string }> {
  const paths = folders().flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return new Map(paths.map((path) => [path, { at: statSync(path).mtimeMs, hash: hashOf(readFileSync(path)) }]));
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("compiled code", () => {
  it("is written by the first command, for the user alone, and read by the next ones", () => {
    const first = tools();
    const written = kept();
    expect(written.size).toBeGreaterThan(3);
    for (const path of [...folders(), ...written.keys()]) expect(statSync(path).mode & 0o077).toBe(0);
    expect(tools()).toBe(first);
    // What V8 refuses is written again.
    expect(kept()).toEqual(written);
  });

  it("of a server is there some seconds after its start: it may be killed", async () => {
    const server = spawn(process.execPath, [main, "serve"], { cwd: home, env: ownEnv() });
    try {
      const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
      await once(server.stdout, "data");
      await vi.waitFor(() => expect(kept().size).toBeGreaterThan(3), { timeout: 20_000, interval: 100 });
    } finally {
      server.kill("SIGKILL");
      await once(server, "close");
    }
  });

  // While the engine is tuned for their work, it would refuse what they load.
  it.each<[string, string, readonly string[]]>([
    ["lint", "a catalog with a budget, for which a tokenizer is loaded", ["lint", "--catalog", "with-budget"]],
    ["generate", "the same, where there is something to do", ["generate", "--catalog", "with-budget"]],
    ["tokens", "a catalog without a budget", ["tokens", "--catalog", "edited"]],
    ["diff", "what has changed since another folder", ["diff", "--catalog", "edited", "--against", "before"]],
  ])("is taken by the next %s of %s", (_, __, words) => {
    const log = join(home, "log");
    const hook = join(home, "hook.cjs");
    writeFileSync(hook, refusedCodeLogger(log));
    makeProjects();
    const refused = (): readonly string[] => {
      writeFileSync(log, "");
      rmSync(join(home, "with-budget", "generated"), { recursive: true, force: true });
      const all = ["--require", hook, main, ...words];
      const { status, stderr } = spawnSync(process.execPath, all, { cwd: home, env: ownEnv(), encoding: "utf8" });
      expect(status, stderr).toBe(0);
      return readFileSync(log, "utf8").split("\n").slice(0, -1);
    };
    const first = refused().map((path) => basename(path));
    expect(first.filter((name) => name.includes("compile"))).not.toEqual([]);
    const written = kept();
    expect(refused()).toEqual([]);
    expect(kept()).toEqual(written);
  });

  it("is used: a script whose kept code is of another one runs that", () => {
    tools();
    leaveForeignCode();
    const { stdout } = spawnSync(process.execPath, [main, "tools"], { cwd: home, env: ownEnv(), encoding: "utf8" });
    expect(stdout).toBe("foreign code\n");
  });

  it.runIf(process.getuid?.() === 0)("is not used where the folder is of another user", () => {
    const first = tools();
    leaveForeignCode();
    for (const folder of folders()) chownSync(folder, 65_534, 65_534);
    const before = kept();
    expect(tools()).toBe(first);
    expect(kept()).toEqual(before);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["bits changed", (bytes) => changed(bytes, Math.floor(bytes.length / 2))],
    ["its sum changed", (bytes) => changed(bytes, 5)],
    ["the sum of its script changed", (bytes) => changed(bytes, 1)],
    ["cut off", (bytes) => bytes.subarray(0, bytes.length - 9)],
    ["of sums alone", (bytes) => bytes.subarray(0, 8)],
    ["of less than the sums", (bytes) => bytes.subarray(0, 3)],
    ["empty", () => Buffer.alloc(0)],
    ["of zeros", (bytes) => Buffer.alloc(bytes.length)],
    // V8 looks at its version itself.
    ["of another V8, with right sums", (bytes) => summed(bytes, changed(bytes.subarray(8), 4))],
  ])("that is %s is not run, and is written again", (_, damage) => {
    const first = tools();
    const whole = kept();
    for (const path of whole.keys()) writeFileSync(path, damage(readFileSync(path)));
    const damaged = kept();
    expect(tools()).toBe(first);
    const repaired = kept();
    expect([...repaired.keys()]).toEqual([...whole.keys()]);
    for (const [path, { hash }] of damaged) expect(repaired.get(path)?.hash).not.toBe(hash);
    expect(tools()).toBe(first);
    expect(kept()).toEqual(repaired);
  });

  it("of an engine with other options is beside it", () => {
    tools();
    const before = kept();
    tools({ NODE_OPTIONS: "--max-old-space-size=2048" });
    expect(folders()).toHaveLength(2);
    for (const [path, each] of before) expect(kept().get(path)).toEqual(each);
  });

  it("is not written with Node's own variable, and where the folder can't be made", () => {
    const first = tools({ NODE_DISABLE_COMPILE_CACHE: "1" });
    expect(readdirSync(home)).not.toContain(".cache");
    writeFileSync(join(home, ".cache"), "");
    expect(tools()).toBe(first);
    expect(statSync(join(home, ".cache")).size).toBe(0);
  });
});

/** @returns a program that logs each long script that is compiled without kept code, or with what the engine has refused */
function refusedCodeLogger(log: string): string {
  return `
    const vm = require("node:vm");
    vm.Script = class extends vm.Script {
      constructor(source, options) {
        super(source, options);
        if (source.length < 16_384 || this.cachedDataRejected === false) return;
        require("node:fs").appendFileSync(${JSON.stringify(log)}, options.filename + "\\n");
      }
    };
    require("node:module").syncBuiltinESMExports();
  `;
}

function makeProjects(): void {
  const desk = join(root, "test", "fixtures", "desk", "schema");
  for (const name of ["before", "edited"]) cpSync(desk, join(home, name, "schema"), { recursive: true });
  const tool = join(home, "edited", "schema", "tools", "desk", "desk_open.yaml");
  writeFileSync(tool, readFileSync(tool, "utf8").replace(/^summary: /m, "summary: Now "));
  cpSync(join(root, "schema"), join(home, "with-budget", "schema"), { recursive: true });
}

function ownEnv() {
  return { ...process.env, HOME: home, XDG_CACHE_HOME: "", NODE_OPTIONS: "", NODE_DISABLE_COMPILE_CACHE: "" };
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 0x5a, at);
  return copy;
}

/** @returns the code behind the sum of the script that stands in `bytes`, and its own */
function summed(bytes: Buffer, code: Buffer): Buffer {
  const head = Buffer.from(bytes.subarray(0, 8));
  head.writeUInt32LE(crc32(code), 4);
  return Buffer.concat([head, code]);
}

/** V8 compares the length of a script alone, so code of another one of that length is accepted. */
function leaveForeignCode(): void {
  for (const path of kept().keys()) {
    const bytes = readFileSync(path);
    const { length } = readFileSync(
      join(root, "dist", "cli", "chunks", basename(path).replace(/\.\w+$/, ".script.js")),
    );
    // The engine compiles a function in parentheses with its script.
    const text = '(function () { console.log("foreign code"); process.exit(0); })'.padEnd(length);
    const program = `process.stdout.write(new (require("node:vm").Script)(${JSON.stringify(text)}).createCachedData())`;
    // Another process: in this one, a command may have given the engine other options.
    const { stdout } = spawnSync(process.execPath, ["-"], { input: program, env: ownEnv() });
    writeFileSync(path, summed(bytes, stdout));
  }
}

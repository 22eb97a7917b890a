// The warm process: what a command line says and does with it is what it does without, and it leaves nothing behind.
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Finished, mainPath, pegboard } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

const script = fileURLToPath(new URL("warm-server.mjs", import.meta.url));

let home: ShellHome;
let env: Record<string, string>;
let log = "";
beforeEach(() => {
  home = makeShellHome();
  log = join(home.folder, "log");
  writeFileSync(log, "");
  const runtime = join(home.folder, "run");
  mkdirSync(runtime, { mode: 0o700 });
  env = { ...home.env, XDG_RUNTIME_DIR: runtime, TMPDIR: home.folder, PEGBOARD_DAEMON: "60" };
  configure({});
});
afterEach(async () => {
  await run("servers", "stop");
  home.remove();
});

const run = (...words: string[]): Promise<Finished> => pegboard(words, { cwd: home.folder, env });
const lines = () => readFileSync(log, "utf8").split("\n").slice(0, -1);
const starts = () => lines().filter((line) => line.startsWith("started")).length;
const folder = () => join(env.XDG_RUNTIME_DIR ?? "", "pegboard");
const socket = () => join(folder(), readdirSync(folder()).find((name) => name.endsWith(".sock")) ?? "none");

function configure(more: object, name = "mine"): void {
  const mcpServers = { [name]: { command: process.execPath, args: [script, log], ...more } };
  writeFileSync(join(home.folder, "mine.json"), JSON.stringify({ mcpServers }));
}

const who = async (...more: string[]) =>
  (await run("call", "--server", "mine", "--config", "mine.json", ...more, "who")).stdout;

async function status(): Promise<{ pid: number; servers: { server: string; requests: number }[] }[]> {
  return (JSON.parse((await run("servers", "running", "--json")).stdout) as { processes: never[] }).processes;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20);
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("a command line", () => {
  it("says and does the same with it, and all share one server", async () => {
    configure({});
    const commands = [
      ["github"],
      ["github", "search_code", "query=auth", "--path", "items[0].path"],
      ["github", "search_code", "limit=x"],
      ["github", "fail", "{}"],
      ["github", "save", "what=x"],
      ["github", "save", "what=x", "--yes"],
      ["github", "nosuch", "{}"],
      ["down", "x", "{}"],
      ["resources", "--server", "github"],
      ["read", "--server", "github", "item://1"],
      ["prompts", "--server", "github"],
      ["prompts", "--server", "github", "explain", "topic=ports"],
      ["call", "--server", "mine", "--config", "mine.json", "refuse"],
      ["call", "--server", "mine", "--config", "mine.json", "die"],
      ["call", "--server", "github", "--timeout", "3", "wait"],
    ];
    for (const words of commands) {
      const cold = await pegboard(words, { cwd: home.folder, env: { ...env, PEGBOARD_DAEMON: "off" } });
      expect(await run(...words), words.join(" ")).toEqual(cold);
    }
    const [{ servers } = { servers: [] }, ...others] = await status();
    expect(others).toEqual([]);
    const github = servers.filter(({ server }) => server === "github");
    expect(github).toHaveLength(1);
    expect(github[0]?.requests).toBeGreaterThan(8);
    // Twenty-six commands, one of which waits for three seconds: a minute is too short on a busy machine.
  }, 180_000);

  it("finds the server as the last one left it", async () => {
    const first = await who();
    expect(await who()).toBe(first);
    expect(starts()).toBe(1);
  });

  it("gives the server its own environment and folder", async () => {
    configure({ env: { GREETING: "hello" } });
    const { stdout } = await run("call", "--server", "mine", "--config", "mine.json", "what");
    expect(JSON.parse(stdout)).toEqual({
      cwd: home.folder,
      words: [],
      PATH: process.env.PATH,
      HOME: home.folder,
      GREETING: "hello",
    });
  });

  it("starts another one where anything differs that decides how it is started", async () => {
    const seen = [await who()];
    configure({ args: [script, log, "more"] });
    seen.push(await who());
    configure({ env: { GREETING: "hello" } });
    seen.push(await who());
    env.PATH = `${process.env.PATH}:/nowhere`;
    seen.push(await who());
    mkdirSync(join(home.folder, "inside"));
    configure({ cwd: join(home.folder, "inside") });
    seen.push(await who());
    const copy = join(home.folder, "server.mjs");
    writeFileSync(copy, readFileSync(script));
    configure({ args: [copy, log] });
    seen.push(await who());
    writeFileSync(copy, `${readFileSync(script, "utf8")}\n// changed`);
    seen.push(await who());
    expect(new Set(seen).size).toBe(seen.length);
    // What was started in another way before is of no use any more, but for another environment.
    expect((await status())[0]?.servers).toHaveLength(2);
  });

  it("asks it for no server that the user did not name, and for none of the command line itself", async () => {
    await run("call", "--stdio", "who", "--", process.execPath, script, log);
    await run("search", "who", "--config", "mine.json");
    expect(starts()).toBe(2);
    expect(existsSync(folder())).toBe(false);
  });

  it("holds the server's tools to the lock that is there now", async () => {
    await who();
    expect((await run("lock", "--config", "mine.json")).code).toBe(0);
    const lock = join(home.folder, "mine.lock.json");
    writeFileSync(lock, readFileSync(lock, "utf8").replace(/"hash": "\w{8}/, '"hash": "00000000'));
    expect((await run("call", "--server", "mine", "--config", "mine.json", "who")).code).toBe(2);
  });

  it("ends its call at the server when it is interrupted", async () => {
    await who();
    const words = ["call", "--server", "mine", "--config", "mine.json", "wait"];
    const child = spawn(process.execPath, [mainPath, ...words], { cwd: home.folder, env: { ...process.env, ...env } });
    const code = new Promise((resolve) => child.on("close", resolve));
    await until(() => lines().includes("waits"));
    child.kill("SIGINT");
    expect(await code).toBe(130);
    await until(() => lines().includes("cancelled"));
    expect(await who()).toMatch(/^\d+\n$/);
    expect(starts()).toBe(1);
  });

  it("tries a server again that could not be started", async () => {
    configure({ args: [script, log, "broken"] });
    const broken = await run("call", "--server", "mine", "--config", "mine.json", "who");
    expect(broken).toMatchObject({ code: 5, stdout: "" });
    expect(broken.stderr).toContain("GREETING_TOKEN may be missing");
    const count = starts();
    await who();
    expect(starts()).toBeGreaterThan(count);
  });
});

describe("the process", () => {
  it("is the user's own: a socket of 0600 in a folder of 0700", async () => {
    await who();
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(socket()).mode & 0o777).toBe(0o600);
    const [{ pid } = { pid: 0 }] = await status();
    // Nothing of the user's environment but what decides how Node connects.
    if (process.platform === "linux") expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("PATH=");
  });

  it.each([
    ["open to others", (path: string) => mkdirSync(path, { mode: 0o755 })],
    ["a link", (path: string) => symlinkSync(home.folder, path)],
    ["a file", (path: string) => writeFileSync(path, "")],
    ...(process.getuid?.() === 0 ? [["somebody else's", stranger] as const] : []),
  ] as const)("is not used where its folder is %s", async (_, make) => {
    make(folder());
    expect(await who()).toMatch(/^\d+\n$/);
    expect(readdirSync(env.XDG_RUNTIME_DIR ?? "")).toEqual(["pegboard"]);
    expect((await run("servers", "running")).stderr).toContain("no server is kept running");
    expect(starts()).toBe(1);
    rmSync(folder(), { recursive: true });
  });

  it("is in the folder of temporary files where XDG_RUNTIME_DIR is open to others", async () => {
    chmodSync(env.XDG_RUNTIME_DIR ?? "", 0o755);
    await who();
    expect(existsSync(folder())).toBe(false);
    const own = join(home.folder, `pegboard-${process.getuid?.()}`);
    expect(readdirSync(own).filter((name) => name.endsWith(".sock"))).toHaveLength(1);
  });

  it("ends by itself, with its servers", async () => {
    env.PEGBOARD_DAEMON = "1";
    const server = Number(await who());
    const [{ pid } = { pid: 0 }] = await status();
    await until(() => !runs(pid) && !runs(server));
    expect(readdirSync(folder())).toEqual([]);
  });

  it("is stopped by a command, and shown", async () => {
    expect((await run("servers", "running")).stdout).toBe("no server is kept running\n");
    const server = Number(await who());
    expect((await run("servers", "running")).stdout).toMatch(/^ *mine +2 requests, last used \d+ s ago\n/);
    expect((await run("servers", "stop")).stdout).toBe("stopped: 1 server\n");
    expect(runs(server)).toBe(false);
    expect(readdirSync(folder())).toEqual([]);
  });

  it("is started again where it died, and a call that was under way is not repeated", async () => {
    await who();
    const words = ["call", "--server", "mine", "--config", "mine.json", "wait"];
    const waiting = run(...words);
    await until(() => lines().includes("waits"));
    const [{ pid } = { pid: 0 }] = await status();
    process.kill(pid, "SIGKILL");
    const lost = await waiting;
    expect(lost).toMatchObject({ code: 5, stdout: "" });
    expect(lost.stderr).toContain("it is not known whether the call was carried out");
    expect(lines().filter((line) => line === "waits")).toHaveLength(1);
    expect(await who()).toMatch(/^\d+\n$/);
    expect((await status())[0]?.pid).not.toBe(pid);
  });

  it("makes place for one of another version", async () => {
    await who();
    const [{ pid } = { pid: 0 }] = await status();
    const line = connect(socket());
    line.write(`${JSON.stringify({ hello: "0.0.1" })}\n`);
    const said = await new Promise((resolve) => line.once("data", (bytes) => resolve(String(bytes))));
    expect(said).toBe('{"ready":false}\n');
    await until(() => !runs(pid));
    expect(await who()).toMatch(/^\d+\n$/);
    expect((await status())[0]?.pid).not.toBe(pid);
  });

  it("is not waited for where something else listens there that says nothing", async () => {
    await who();
    const path = socket();
    await run("servers", "stop");
    const mute = createServer((line) => line.resume()).listen(path);
    expect(await who()).toMatch(/^\d+\n$/);
    await new Promise((done) => mute.close(done));
  });

  it("cuts off what is not a message, and goes on", async () => {
    await who();
    for (const text of ["no JSON\n", "[]\n", '{"hello":"any version"}\n{"id":1,"method":"tools"}\n', "\0\n"]) {
      const line = connect(socket());
      line.on("error", () => undefined).resume();
      line.write(text);
      await new Promise((done) => line.once("close", done));
    }
    expect(await who()).toMatch(/^\d+\n$/);
  });

  it("starts once where many commands come at the same time", async () => {
    const found = await Promise.all(Array.from({ length: 4 }, () => who()));
    expect(new Set(found).size).toBe(1);
    expect(await status()).toHaveLength(1);
  });

  it("is off, or waits as long as PEGBOARD_DAEMON says; another value is refused", async () => {
    env.PEGBOARD_DAEMON = "off";
    await who();
    expect(existsSync(folder())).toBe(false);
    env.PEGBOARD_DAEMON = "never";
    expect(await run("call", "--server", "mine", "--config", "mine.json", "who")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("PEGBOARD_DAEMON is 'never'"),
    });
    env.PEGBOARD_DAEMON = "off";
  });
});

function stranger(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, 65_534, 65_534);
}

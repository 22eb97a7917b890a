import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChildOptions, runChild } from "../../src/process/run-child.ts";
import { processesNaming, untilProcesses } from "./processes.ts";

const node = (code: string, options: ChildOptions = {}, ...args: string[]) =>
  runChild(process.execPath, ["-e", code, ...args], options);

/** A parent with a child of its own, both of which name `marker` and live until they are ended. */
const family = `
  const { spawn } = require("node:child_process");
  const [marker, mode] = process.argv.slice(1);
  if (mode === "stubborn") process.on("SIGTERM", () => {});
  if (mode !== "leaf") spawn(process.execPath, ["-e", process.execArgv[1], marker, "leaf"], { stdio: "inherit" });
  setInterval(() => {}, 1000);
`;

describe("a program that runs to its end", () => {
  it("reports what it read, printed and ended with", async () => {
    const code = `process.stdin.pipe(process.stdout); console.error("so so"); process.exitCode = 3`;
    const { code: ended, signal, stdout, stderr } = await node(code, { stdin: "ä\n" });
    expect([ended, signal, stdout.toString(), stderr]).toEqual([3, null, "ä\n", "so so\n"]);
  });

  it("gets its arguments as they are, and no more of the environment than it is given", async () => {
    const { stdout } = await node(
      "console.log(JSON.stringify([process.argv.slice(1), Object.keys(process.env)]))",
      { env: { ONE: "1" } },
      "$(id); 'x' \"y\"",
      "*",
    );
    expect(JSON.parse(stdout.toString())).toEqual([["$(id); 'x' \"y\"", "*"], ["ONE"]]);
  });

  it("keeps the end of what it says on stderr, and all of a stdout within its limit", async () => {
    const code = `console.error("a".repeat(100000) + "the end"); process.stdout.write("b".repeat(300000))`;
    const { stdout, stderr } = await node(code);
    expect([stdout.length, stderr.length, stderr.slice(0, 2), stderr.slice(-9)]).toEqual([
      300_000,
      16 * 1024 + 1,
      "…a",
      "athe end\n",
    ]);
  });

  it("hands out stdout as it comes and then keeps none of it", async () => {
    let seen = "";
    const { stdout } = await node("process.stdout.write('x'.repeat(200000))", {
      maxOutputBytes: 10,
      onOutput: (bytes) => {
        seen += bytes.toString();
      },
    });
    expect([seen.length, stdout.length]).toEqual([200_000, 0]);
  });

  it("leaves nothing of its group behind", async () => {
    const marker = randomUUID();
    const parent = `
      const { spawn } = require("node:child_process");
      const marker = process.argv[1];
      spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", marker], { stdio: "inherit" }).unref();
      process.stdout.write("left");
    `;
    const { code, stdout } = await node(parent, {}, marker);
    expect([code, stdout.toString()]).toEqual([0, "left"]);
    await untilProcesses(marker, 0);
  });

  it("is not waited for by the pipes that somebody else holds", async () => {
    const marker = randomUUID();
    const parent = `
      const { spawn } = require("node:child_process");
      const args = ["-e", "setTimeout(() => {}, 20000)", process.argv[1]];
      spawn(process.execPath, args, { stdio: "inherit", detached: true }).unref();
      process.stdout.write("away");
    `;
    const { stdout } = await node(parent, { graceMs: 50 }, marker);
    const away = processesNaming(marker);
    for (const pid of away) process.kill(pid, "SIGKILL");
    expect([stdout.toString(), away.length]).toEqual(["away", 1]);
  });
});

describe("a program that is stopped", () => {
  it.each(["docile", "stubborn"])("(%s) is gone with its children when the promise settles", async (mode) => {
    const marker = randomUUID();
    const controller = new AbortController();
    const running = node(family, { signal: controller.signal, graceMs: 100 }, marker, mode);
    const settled = running.catch((error: unknown) => error);
    await untilProcesses(marker, 2);
    controller.abort("enough");
    expect(await settled).toBe("enough");
    await untilProcesses(marker, 0);
  });

  it("never starts when the signal was aborted before", async () => {
    const marker = randomUUID();
    await expect(node("", { signal: AbortSignal.abort("too late") }, marker)).rejects.toBe("too late");
  });

  it("because it prints too much, or what it prints is not read, says so", async () => {
    const endless = `setInterval(() => process.stdout.write("x".repeat(10000)), 1)`;
    await expect(node(endless, { maxOutputBytes: 100_000 })).rejects.toThrow("printed more than 100000 bytes");
    const onOutput = () => {
      throw new Error("not I");
    };
    await expect(node(endless, { onOutput })).rejects.toThrow("not I");
  });
});

describe("a program that can't be started", () => {
  it("is named", async () => {
    await expect(runChild("/nowhere/at-all", [])).rejects.toThrow("'/nowhere/at-all' can't be started: ");
    await expect(runChild(process.execPath, ["\0"])).rejects.toThrow();
  });
});

describe("a process that ends", () => {
  let folder = "";
  let module = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "pegboard-child-"));
    module = join(folder, "run-child.mjs");
    const source = join(import.meta.dirname, "../../src/process/run-child.ts");
    await build({ entryPoints: [source], bundle: true, platform: "node", format: "esm", outfile: module });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const forEver = "setInterval(() => {}, 1000)";
  it.each([
    ["by itself takes its children with it", "process.exit(7)", false, 7, null],
    [
      "by a kill leaves those to end that hold their stdin",
      "process.kill(process.pid, 'SIGKILL')",
      true,
      null,
      "SIGKILL",
    ],
  ])("%s", async (_title, end, holdStdin, code, signal) => {
    const marker = randomUUID();
    const child = `console.log(); ${holdStdin ? `process.stdin.on("end", () => process.exit()).resume();` : ""} ${forEver}`;
    const ours = `
      const [module, child, marker] = process.argv.slice(1);
      const { runChild } = await import(module);
      await runChild(process.execPath, ["-e", child, marker], { holdStdin: ${holdStdin}, onOutput: () => ${end} });
    `;
    const ended = await runChild(process.execPath, ["--input-type=module", "-e", ours, "--", module, child, marker]);
    expect([ended.code, ended.signal, ended.stderr]).toEqual([code, signal, ""]);
    await untilProcesses(marker, 0);
  });
});

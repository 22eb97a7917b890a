import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostile, isGone } from "./hostile-target.ts";

// What becomes of servers when the process that started them is ended from outside. It needs a process to end, and Node 20
// can't run our sources: they are bundled.

let folder = "";
const processes: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-orphans-"));
  await build({
    stdin: {
      contents: `
        import { connect } from ${JSON.stringify(fileURLToPath(new URL("../../src/client/connect.ts", import.meta.url)))};
        connect(JSON.parse(process.argv[2]), { timeoutMs: 30_000 }).then(async (connection) => {
          const { content } = await connection.callTool("child", {});
          const { content: strays } = await connection.callTool("stray", {});
          if (process.argv[3] === "exits") process.on("SIGTERM", () => process.exit(5));
          console.log(JSON.stringify([connection.pid, Number(content[0].text), Number(strays[0].text)]));
        });`,
      resolveDir: process.cwd(),
      loader: "ts",
    },
    outfile: join(folder, "starter.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "error",
  });
});
afterAll(() => {
  for (const started of processes) started.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

describe("servers of a process that is ended", () => {
  it.each([
    ["SIGTERM", "dies", { code: null, signal: "SIGTERM" }],
    ["SIGINT", "dies", { code: null, signal: "SIGINT" }],
    ["SIGTERM", "exits", { code: 5, signal: null }],
  ] as const)("by %s (which it %s of) end with it, and what they have started", async (signal, manner, ending) => {
    const target = JSON.stringify(hostile("stubborn"));
    const starter = spawn(process.execPath, [join(folder, "starter.cjs"), target, manner], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    processes.push(starter);
    const line = await new Promise<string>((resolve) => starter.stdout.once("data", (bytes) => resolve(String(bytes))));
    const pids: readonly number[] = JSON.parse(line);
    expect(pids.length).toBe(3);
    const ended = new Promise((resolve) => starter.once("exit", (code, by) => resolve({ code, signal: by })));
    starter.kill(signal);
    expect(await ended).toEqual(ending);
    // Elsewhere it is not known what a server has started in a session of its own.
    const known = process.platform === "linux" ? pids : pids.slice(0, 2);
    expect(await Promise.all(known.map(isGone))).toEqual(known.map(() => true));
  });
});

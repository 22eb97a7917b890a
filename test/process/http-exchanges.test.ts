import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { type DeskProject, makeDeskProject } from "./desk-project.ts";
import { ask, type Exchange } from "./exchanges.ts";
import { mainPath, root } from "./run-pegboard.ts";
import { maskFaultId } from "./transcript.ts";

// What the built server answers over HTTP, byte for byte: test/golden/http. One server for all of it, which lives.

const folder = join(root, "test", "golden", "http");
let desk: DeskProject;
beforeAll(async () => {
  desk = await makeDeskProject();
});
afterAll(() => desk.remove());

// Plain requests are answered without the SDK; with it, every byte is the same.
describe.each(["on", "off"] as const)("with the fast path %s", (fastPath) => {
  let server: ChildProcess;
  let url = "";
  let stderr = "";
  beforeAll(async () => {
    server = spawn(process.execPath, [mainPath, "serve", "--catalog", desk.folder, "--http", "0"], {
      env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off", PEGBOARD_FAST_PATH: fastPath },
      stdio: ["ignore", "pipe", "pipe"],
    });
    url = await new Promise<string>((resolve, reject) => {
      server.stderr?.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
        const found = /serving at (\S+)/.exec(stderr)?.[1];
        if (found !== undefined) resolve(found);
      });
      server.once("exit", (code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
    });
  });
  afterAll(() => void server.kill("SIGKILL"));

  it.each(readdirSync(folder))("%s", async (name) => {
    const path = join(folder, name);
    // The committed files are this repository's own.
    const reported = readFileSync(path, "utf8").split("\n").filter(Boolean);
    const seen: Exchange[] = [];
    for (const line of reported) {
      const exchange = JSON.parse(line) as Exchange;
      if ("←" in exchange) continue;
      seen.push(exchange);
      if ("→" in exchange) seen.push({ "←": await ask(url, exchange["→"]) });
    }
    const found = seen.map((exchange) => maskSessionId(maskFaultId(JSON.stringify(exchange), [])));
    if (mayRewriteGoldens() && fastPath === "off") writeFileSync(path, `${found.join("\n")}\n`);
    expect(found).toEqual(readFileSync(path, "utf8").split("\n").filter(Boolean));
  });

  it("ends well after all that, and its stdout carries nothing", async () => {
    let stdout = "";
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    const code = await new Promise((resolve) => {
      server.once("exit", resolve);
      server.kill("SIGTERM");
    });
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

function maskSessionId(text: string): string {
  return text.replaceAll(/"mcp-session-id":"(remember-)?[\w-]{32}"/g, '"mcp-session-id":"$1<id>"');
}

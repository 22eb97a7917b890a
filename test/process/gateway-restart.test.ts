import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// A gateway to a server that is reached by URL, keeps sessions, and is restarted on the same port: the official everything server.

const program = join(root, "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-gateway-restart-")));
const token = "a-secret-of-the-gateway";
let port = 0;
let upstream: ChildProcess;
let client: Client;

async function startUpstream(): Promise<void> {
  upstream = spawn(process.execPath, [program, "streamableHttp"], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const text of upstream.stderr?.setEncoding("utf8") ?? []) if (String(text).includes("listening")) return;
}

async function stopUpstream(): Promise<void> {
  const exit = once(upstream, "exit");
  upstream.kill("SIGKILL");
  await exit;
}

beforeAll(async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  port = (probe.address() as AddressInfo).port; // it listens on a port
  probe.close();
  await once(probe, "close");
  await startUpstream();
  const url = `http://127.0.0.1:${port}/mcp`;
  const words = ["import", "--gateway", "--into", folder, "--url", url, "--header-env", "x-token=UPSTREAM_TOKEN"];
  const imported = await pegboard(words, { env: { UPSTREAM_TOKEN: token } });
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect((await pegboard(["generate", "--catalog", folder])).code).toBe(0);
  client = new Client({ name: "unchanged", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [mainPath, "serve", "--catalog", folder],
      env: { PATH: process.env.PATH ?? "", UPSTREAM_TOKEN: token },
      stderr: "ignore",
    }),
  );
}, 120_000);
afterAll(async () => {
  await client.close();
  await stopUpstream();
  rmSync(folder, { recursive: true, force: true });
});

/** What a caller reads. */
async function said(): Promise<{ readonly failed: boolean; readonly text: string }> {
  const params = { name: "echo", arguments: { message: "hi" } };
  const { isError = false, content } = await client.request({ method: "tools/call", params }, CallToolResultSchema);
  const [first] = content;
  return { failed: isError === true, text: first?.type === "text" ? first.text : "" };
}

const works = { failed: false, text: "Echo: hi" };

test("a call while the server is down is one clear sentence, and works once it is back", {
  timeout: 60_000,
}, async () => {
  expect(await said()).toEqual(works);
  await stopUpstream();
  // A connection that was kept may be reset, on a busy machine also after the server has ended.
  const down = /^'the server behind the gateway' can't be reached: ECONN(?:REFUSED|RESET)$/;
  expect(await said()).toEqual({ failed: true, text: expect.stringMatching(down) });
  await startUpstream();
  await expect.poll(said, { timeout: 10_000 }).toEqual(works);
});

test("a restart between two calls ends the session: the next call says so or works, the one after works", {
  timeout: 60_000,
}, async () => {
  expect(await said()).toEqual(works);
  await stopUpstream();
  await startUpstream();
  const next = await said();
  const reason =
    /^'the server behind the gateway' answered with (?:HTTP 404|an error that names no request): .*session/i;
  if (next.failed) expect(next.text).toMatch(reason);
  else expect(next).toEqual(works);
  expect(next.text).not.toContain(token);
  expect(await said()).toEqual(works);
});

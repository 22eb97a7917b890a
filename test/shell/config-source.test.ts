import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formsOnly } from "../../src/client/offers.ts";
import { ConnectionLost, RemoteError } from "../../src/client/server-connection.ts";
import { loadServers } from "../../src/shell/servers/load-servers.ts";
import { serverSource } from "../../src/shell/sources/config-source.ts";
import type { ToolSource } from "../../src/shell/sources/tool-source.ts";
import { CliError } from "../../src/terminal/cli-error.ts";
import { ExitCode } from "../../src/terminal/exit-code.ts";
import { failureOf, hostile, texts } from "../client/hostile-target.ts";

// Real servers from npm, named by one configuration file, and a few that can't be used.

const asked = { signal: new AbortController().signal, timeoutMs: 30_000 };
const installed = (name: string) =>
  join(process.cwd(), `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
/** As files spell it. */
const variable = (name: string, rest = "") => `\${${name}}${rest}`;

let folder = "";
/** A server whose list of tools is its first word. */
const nameless = `
const send = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (method === "initialize") {
    send(id, { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "n", version: "1" } });
  } else if (method === "tools/list") send(id, { tools: JSON.parse(process.argv[1]) });
  else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }));
});`;

let source: ToolSource;
const questions: unknown[] = [];
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-source-")));
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files", "note.txt"), "a note");
  const dying = hostile("ends-at-once");
  const node = process.execPath;
  const mcpServers = {
    everything: { command: node, args: [installed("everything")] },
    files: { command: node, args: [installed("filesystem"), variable("workspaceFolder", "/files")] },
    memory: {
      command: node,
      args: [installed("memory")],
      env: { MEMORY_FILE_PATH: variable("workspaceFolder", "/memory.json") },
    },
    dying: dying.kind === "stdio" ? { command: node, args: dying.args, env: { API_KEY: "sk-secret-1" } } : {},
    nameless: {
      command: node,
      args: ["-e", nameless, '[{"inputSchema":{}},{"name":7},{"name":"a","inputSchema":{}}]'],
    },
    allNameless: { command: node, args: ["-e", nameless, "[{}]"] },
    unset: { command: node, args: [variable("NOT_SET_ANYWHERE")] },
  };
  writeFileSync(join(folder, "servers.json"), JSON.stringify({ mcpServers }));
  const loaded = await loadServers({ cwd: folder, env: {} }, { configs: ["servers.json"] });
  source = serverSource(loaded, {
    asking: {
      offers: formsOnly,
      answer: async (server, { message }) => {
        questions.push([server, message]);
        return { action: "decline" };
      },
    },
  });
});
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a tool without a name", () => {
  it("hides no other", async () => {
    expect(await source.tools("nameless", asked)).toEqual([{ name: "a", inputSchema: {} }]);
  });

  it("is the server's mistake where there is no other", async () => {
    await expect(source.tools("allNameless", asked)).rejects.toMatchObject({
      message: "'allNameless' lists only tools without a name",
      exitCode: 5,
    });
  });
});

describe("servers of a configuration", () => {
  it("are listed without being started", async () => {
    expect(source.title).toBe("servers.json");
    const origin = "servers.json";
    expect(await source.servers(asked)).toEqual([
      { name: "everything", origin },
      { name: "files", origin },
      { name: "memory", origin },
      { name: "dying", origin },
      { name: "nameless", origin },
      { name: "allNameless", origin },
      { name: "unset", origin, problem: "needs the environment variable 'NOT_SET_ANYWHERE', which is not set" },
    ]);
  });

  it("are listed and called: filesystem", async () => {
    const tools = await source.tools("files", asked);
    expect(tools.map(({ name }) => name)).toContain("read_text_file");
    const path = join(folder, "files", "note.txt");
    expect(texts(await source.call("files", "read_text_file", { path }, asked))).toEqual(["a note"]);
    const outside = await source.call("files", "read_text_file", { path: join(folder, "servers.json") }, asked);
    expect(outside.isError).toBe(true);
    expect(await source.resources("files", asked)).toEqual([]);
  });

  it("are listed and called: memory", async () => {
    const entities = [{ name: "Ann", entityType: "person", observations: ["likes tea"] }];
    expect(await source.call("memory", "create_entities", { entities }, asked)).toMatchObject({
      structuredContent: { entities },
    });
    expect(texts(await source.call("memory", "search_nodes", { query: "tea" }, asked)).join()).toContain("Ann");
  });

  it("are listed and called: everything", async () => {
    const echo = (await source.tools("everything", asked)).find(({ name }) => name === "echo");
    expect(echo?.annotations).toMatchObject({ readOnlyHint: true });
    expect(echo).toHaveProperty("execution");
    const seen: unknown[] = [];
    const watched = { ...asked, onProgress: (progress: unknown) => void seen.push(progress) };
    await source.call("everything", "trigger-long-running-operation", { duration: 0.2, steps: 2 }, watched);
    expect(seen).toEqual([
      { done: 1, total: 2 },
      { done: 2, total: 2 },
    ]);
    const [resource] = await source.resources("everything", asked);
    const { contents } = await source.read("everything", String(resource?.uri), asked);
    expect(contents).toHaveLength(1);
    expect((await source.resourceTemplates("everything", asked)).length).toBeGreaterThan(0);
    await source.call("everything", "trigger-elicitation-request", {}, asked);
    expect(questions).toEqual([["everything", expect.any(String)]]);
  });

  it("that can't be used are refused, each with its exit code", async () => {
    expect(await cliErrorOf(source.tools("fils", asked))).toMatchObject({
      exitCode: ExitCode.usage,
      message: "there is no server named 'fils'",
      hint: "did you mean 'files'?",
    });
    expect(await cliErrorOf(source.tools("unset", asked))).toMatchObject({
      exitCode: ExitCode.usage,
      message: "'unset' needs the environment variable 'NOT_SET_ANYWHERE', which is not set",
      hint: expect.stringMatching(/^see servers\.json:1:\d+$/),
    });
    expect(await cliErrorOf(source.tools("dying", asked))).toMatchObject({
      exitCode: ExitCode.unreachable,
      message: expect.stringMatching(/^'dying' ended with exit code 3; last lines of stderr: no licence for \*\*\* /),
      cause: expect.any(ConnectionLost),
    });
    expect(await cliErrorOf(source.read("everything", "nothing://here", asked))).toMatchObject({
      exitCode: ExitCode.toolError,
      message: expect.stringMatching(/^'everything' answered with an error: .+ \(-32\d+\)$/),
      cause: expect.any(RemoteError),
    });
    const slow = { duration: 20, steps: 2 };
    const late = source.call("everything", "trigger-long-running-operation", slow, { ...asked, timeoutMs: 200 });
    expect(await cliErrorOf(late)).toMatchObject({
      exitCode: ExitCode.timedOut,
      message: "'everything' did not answer within 0.2 seconds",
    });
  });

  it("give up with the caller's own reason", async () => {
    const controller = new AbortController();
    const slow = { duration: 20, steps: 2 };
    const call = source.call("everything", "trigger-long-running-operation", slow, {
      ...asked,
      signal: controller.signal,
    });
    controller.abort(new Error("interrupted"));
    await expect(call).rejects.toBe(controller.signal.reason);
  });
});

async function cliErrorOf(work: Promise<unknown>): Promise<CliError> {
  const failure = await failureOf(work);
  if (failure instanceof CliError) return failure;
  throw failure;
}

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attacks, outcome } from "../bridge/attacks.ts";
import { furtherAttacks } from "../bridge/further-attacks.ts";
import { type Members, rpc as post, type RpcFailure } from "../bridge/post.ts";
import { isGone } from "../client/hostile-target.ts";
import { mainPath, root, run } from "./run-pegboard.ts";

// The built `pegboard bridge` before a local catalog and two MCP servers, one of which never starts. The client is written
// from the tables of docs/bridge.md, in plain HTTP.

const secret = "sk-very-secret-0123456789";
const echoServer = join(root, "test", "bridge", "echo-server.mjs");
let folder = "";
let serving: ChildProcess;
let reported = "";
let bridge = { port: 0, token: "" };
let second = { port: 0, token: "" };
let env: Record<string, string> = {};
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-bridge-"));
  const command = process.execPath;
  const mcpServers = {
    echo: { command, args: [echoServer], env: { API_KEY: secret } },
    down: {
      command,
      args: ["-e", `console.error("no licence for ${secret}"); process.exit(3)`],
      env: { API_KEY: secret },
    },
  };
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers, deny: ["echo/anything-else"] }));
  env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    PEGBOARD_USAGE: "off",
    PEGBOARD_DB: join(folder, "workbench.db"),
    PEGBOARD_AUDIT: join(folder, "audit.jsonl"),
    // Of a bridge outside, which is none of a server's business.
    TOOL_CLI_TOKEN: "outside",
  };
  const words = ["--config", "mcp.json", "--allow", "echo/write", "--call-timeout", "2", "--json"];
  [bridge, second] = await Promise.all([start(words), start(["--servers", "pegboard", "--json"])]);
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function start(words: readonly string[]): Promise<typeof bridge> {
  const child = spawn(process.execPath, [mainPath, "bridge", ...words], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  serving ??= child;
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    reported += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  return new Promise((resolve, reject) => {
    // It lets go of stdout when all is said.
    child.stdout.on("end", () => {
      try {
        resolve(JSON.parse(printed) as typeof bridge);
      } catch {
        reject(new Error(`${printed}${reported}`));
      }
    });
  });
}

const rpc = (method: string, params?: object) => post(bridge, method, params);
const call = (tool: string, given: object = {}) => rpc("callTool", { server: "echo", tool, arguments: given });
const failed = async (answer: Promise<{ readonly error?: RpcFailure }>) => (await answer).error;
const said = async (answer: Promise<{ readonly result?: Members }>) => {
  const content = (await answer).result?.content as readonly { readonly text: string }[] | undefined;
  return content?.[0]?.text;
};

describe("every method", () => {
  it("getBridgeInfo: the protocol that tool-cli 1.x asks for", async () => {
    expect((await rpc("getBridgeInfo")).result).toMatchObject({
      bridgeProtocol: { name: "tool-cli-bridge", major: 1, version: "1.0" },
      serverImplementation: { name: "pegboard" },
      operations: expect.arrayContaining(["listServers", "listTools", "describeTool", "callTool", "readResource"]),
      capabilities: {
        authentication: { required: true, scheme: "bearer" },
        cancellation: { providerAbortSignal: true },
      },
      upstreamMcp: { serverCount: 3 },
    });
  });

  it("listServers: all of them, and why one is not to be had, without its secrets", async () => {
    const { result } = await rpc("listServers");
    expect(result?.servers).toEqual([
      { name: "down", toolCount: 0, examples: [], error: expect.stringContaining("ended with exit code 3") },
      { name: "echo", toolCount: 12, examples: ["anything", "b/echo", "broken"] },
      { name: "pegboard", toolCount: expect.any(Number), examples: expect.any(Array) },
    ]);
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  it("listTools and describeTool: sorted, whole", async () => {
    const { result } = await rpc("listTools", { server: "echo" });
    const tools = result?.tools as readonly { readonly name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).sort());
    expect(tools).toContainEqual({ name: "echo", description: "Give back what came", hasStructuredOutput: true });
    expect(tools).toContainEqual({ name: "write", description: "(no description)", hasStructuredOutput: false });
    expect((await rpc("describeTool", { server: "echo", tool: "echo" })).result).toMatchObject({
      name: "echo",
      inputSchema: { required: ["text"] },
      annotations: { readOnlyHint: true },
      icons: [{ src: "data:image/png;base64,AA==" }],
    });
  });

  it("callTool: the whole result, of the named tool of the named server", async () => {
    expect((await call("echo", { text: "a", nested: { "a/b": [1] } })).result).toMatchObject({
      structuredContent: { given: { text: "a", nested: { "a/b": [1] } } },
      extra: { kept: true },
    });
    expect(await said(call("b/echo"))).toBe("the one with a slash");
    expect((await call("fails")).result).toMatchObject({ isError: true, content: [{ text: "it did not work" }] });
    expect(await said(rpc("callTool", { server: "echo", tool: "anything" }))).toBe("{}");
    const local = await rpc("callTool", { server: "pegboard", tool: "memory_list", arguments: {} });
    expect(local.result).toMatchObject({ structuredContent: { count: 0 } });
  });

  it("callTool: 64 at once are answered, each as its own, and warn of nothing", async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        rpc("callTool", { server: "echo", tool: "echo", arguments: { text: `${at}` } }),
      ),
    );
    const given = answers.map(({ result }) => result?.structuredContent);
    expect(given).toEqual(answers.map((_, at) => expect.objectContaining({ given: { text: `${at}` } })));
    expect(reported).not.toMatch(/warning/i);
  });

  it("callTool: who goes away cancels it, down to the server", async () => {
    const counted = async () =>
      JSON.parse((await said(call("anything", { ask: "counted" }))) ?? "") as { hanging: number; cancelled: number };
    const { hanging, cancelled } = await counted();
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "callTool",
      params: { server: "echo", tool: "hangs" },
    });
    const headers = { authorization: `Bearer ${bridge.token}` };
    const controller = new AbortController();
    const { signal } = controller;
    const asked = fetch(`http://127.0.0.1:${bridge.port}`, { method: "POST", headers, body, signal });
    const left = expect(asked).rejects.toThrow();
    await expect.poll(counted, { timeout: 10_000 }).toMatchObject({ hanging: hanging + 1 });
    controller.abort();
    await left;
    await expect.poll(counted, { timeout: 10_000 }).toMatchObject({ cancelled: cancelled + 1 });
  });

  it("listResources, listResourceTemplates, readResource: MCP's shapes", async () => {
    const server = "echo";
    expect((await rpc("listResources", { server })).result).toEqual({
      resources: [{ uri: "test://readme", name: "readme", mimeType: "text/plain" }],
    });
    expect((await rpc("listResourceTemplates", { server })).result).toEqual({
      resourceTemplates: [{ uriTemplate: "test://{name}", name: "any" }],
    });
    expect((await rpc("readResource", { server, uri: "test://x" })).result).toMatchObject({
      contents: [{ uri: "test://x", text: "read me" }],
    });
  });
});

describe("every error", () => {
  it("names that are not there, with those that are and the nearest", async () => {
    expect(await failed(rpc("listTools", { server: "ecko" }))).toEqual({
      code: -32602,
      message: 'Server "ecko" not found. Connected: down, echo, pegboard',
      data: { server: "ecko", connectedServers: ["down", "echo", "pegboard"], nearMiss: "echo" },
    });
    expect(await failed(call("ecko"))).toMatchObject({
      code: -32602,
      message: 'Tool "ecko" not found on server "echo"',
      data: {
        server: "echo",
        tool: "ecko",
        discoveredTools: expect.arrayContaining(["b/echo", "echo"]),
        nearMiss: "echo",
      },
    });
  });

  it("arguments that break the schema, with the exact place; the tool is not called", async () => {
    const error = await failed(call("echo", { txt: "a", mode: "lonk", nested: { "a/b": ["x"] } }));
    expect(error).toMatchObject({ code: -32602, data: { server: "echo", tool: "echo" } });
    expect(error?.data?.validationErrors).toMatchObject([
      { instancePath: "", keyword: "required", params: { missingProperty: "text" }, path: "/text" },
      { keyword: "additionalProperties", path: "/txt", nearMiss: "text" },
      { instancePath: "/mode", keyword: "enum", nearMiss: "long" },
      { instancePath: "/nested/a~1b/0", keyword: "type" },
    ]);
    const local = await failed(
      rpc("callTool", { server: "pegboard", tool: "memory_list", arguments: { limit: "many" } }),
    );
    expect(local).toMatchObject({ code: -32602, data: { validationErrors: [{ instancePath: "/limit" }] } });
  });

  it("a tool whose own schema is broken", async () => {
    expect(await failed(call("broken"))).toMatchObject({
      code: -32603,
      data: { schemaError: expect.stringContaining("'nope'") },
    });
  });

  it("what the policy refuses: by the tool's own words, whatever its name", async () => {
    expect(await said(call("write"))).toBe("written");
    expect(await failed(call("destroy"))).toMatchObject({
      code: -32001,
      message: expect.stringMatching(/^refused by policy/),
      data: { server: "echo", tool: "destroy", reason: "approval_unavailable" },
    });
    const local = await failed(
      rpc("callTool", { server: "pegboard", tool: "project_create", arguments: { name: "x" } }),
    );
    expect(local).toMatchObject({ code: -32001, data: { server: "pegboard", reason: "approval_unavailable" } });
  });

  it("a server that answers with an error, hangs, dies, or never starts; it is there again for the next call", async () => {
    expect(await failed(call("refuses"))).toMatchObject({ code: -32603, data: { reason: "upstream_error" } });
    expect(await failed(call("hangs"))).toMatchObject({ code: -32603, data: { reason: "timed_out" } });
    const before = await said(call("pid"));
    expect(await failed(call("dies"))).toMatchObject({ code: -32603, data: { reason: "unreachable" } });
    const down = { server: "down", tool: "any" };
    expect(await failed(rpc("callTool", down))).toMatchObject({ code: -32603, data: { reason: "unreachable" } });
    // One that died young is left alone for a moment.
    await expect.poll(() => said(call("pid")), { timeout: 10_000 }).toMatch(/^\d+$/);
    expect(await said(call("pid"))).not.toBe(before);
    expect(reported).not.toContain(secret);
  });

  it("all attacks: the right code each, nothing leaked, the bridge lives", async () => {
    const target = { ...bridge, foreignToken: second.token, server: "echo", tool: "anything" };
    const wrong: (string | undefined)[] = [];
    for (const attack of [...attacks, ...furtherAttacks]) wrong.push(await outcome(attack, target));
    expect(wrong.filter((one) => one !== undefined)).toEqual([]);
    expect(second.port).not.toBe(bridge.port);
    expect((await post(second, "listServers")).result).toMatchObject({ servers: [{ name: "pegboard" }] });
  });
});

describe("around it", () => {
  it("servers learn nothing of the bridge", async () => {
    expect(await said(call("variables"))).toBe("");
  });

  it("every decision is written down, without arguments, for the owner only", () => {
    const path = env.PEGBOARD_AUDIT ?? "";
    const lines = readFileSync(path, "utf8").trim().split("\n");
    // Written by us, one object a line.
    const records = lines.map((line) => JSON.parse(line) as Members);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(records).toContainEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      source: "bridge",
      server: "echo",
      tool: "b/echo",
      decision: "run",
      reason: "read_only",
    });
    expect(records.map(({ tool, reason }) => `${tool} ${reason}`)).toEqual(
      expect.arrayContaining(["write allowed", "destroy approval_unavailable", "project_create approval_unavailable"]),
    );
    expect(lines.join("")).not.toMatch(/lonk|arguments/);
  });

  it("a command gets the variables, its code is ours, and the token may stay in a file", async () => {
    const script =
      'const e = process.env; console.log(JSON.stringify([Object.keys(e).filter((n) => n.startsWith("TOOL_CLI")).sort(),' +
      ' require("node:fs").statSync(e.TOOL_CLI_TOKEN_FILE).mode & 0o777])); process.exit(9)';
    const words = ["bridge", "--servers", "pegboard", "--token-file", "token", "--", process.execPath, "-e", script];
    const { code, stdout, stderr } = await run(process.execPath, [mainPath, ...words], { cwd: folder, env });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([["TOOL_CLI_HOST", "TOOL_CLI_PORT", "TOOL_CLI_TOKEN_FILE"], 0o600]);
    expect(code).toBe(9);
    expect(() => statSync(join(folder, "token"))).toThrow("ENOENT");
  });

  it("a shell can take the variables in, and signals are the command's", async () => {
    const script = [
      `eval "$('${process.execPath}' '${mainPath}' bridge --servers pegboard 2>/dev/null & echo bridge=$!)"`,
      'test "$TOOL_CLI_PORT" -gt 0 && test $(printf %s "$TOOL_CLI_TOKEN" | wc -c) = 64 && kill -TERM $bridge && echo taken',
      // The command ends in its own way, and the bridge as the command does.
      `'${process.execPath}' '${mainPath}' bridge --servers pegboard -- sh -c 'trap "exit 5" TERM; kill -TERM $PPID; sleep 1 & wait'`,
      "echo $?",
    ];
    const { stdout, code } = await run("sh", ["-c", script.join("\n")], { cwd: folder, env });
    expect([stdout, code]).toEqual(["taken\n5\n", 0]);
  });

  it("when it ends, nothing that it started is left", async () => {
    const pid = Number(await said(call("pid")));
    const ended = new Promise((resolve) => serving.once("exit", resolve));
    serving.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await isGone(pid)).toBe(true);
    expect(reported).not.toContain(bridge.token);
  });
});

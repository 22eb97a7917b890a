import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  type Prompt,
  TaskStatusNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { mainPath, pegboard, root, run } from "./run-pegboard.ts";

// `pegboard import --gateway` in front of servers that know nothing of it: the official filesystem, everything and memory servers, and one
// by hand. The client is the SDK that most clients use, unchanged; what it gets through the gateway is what it gets from the server.

const folder = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-gateway-")));
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.allSettled(closing.map((close) => close()));
  rmSync(folder, { recursive: true, force: true });
});

const official = (name: string) =>
  join(root, "node_modules", "@modelcontextprotocol", `server-${name}`, "dist", "index.js");

type Command = readonly [script: string, ...words: string[]];

/** An SDK client over stdio, which answers questions. */
async function clientOf(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client({ name: "unchanged", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => replyTo(params.message));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...command],
    env: { PATH: process.env.PATH ?? "", ...env },
    stderr: "ignore",
  });
  await client.connect(transport);
  closing.push(() => client.close());
  return client;
}

async function startTask(client: Client, given: Record<string, unknown>, task: { readonly ttl?: number } = {}) {
  const params = { name: "simulate-research-query", arguments: given, task };
  return (await client.request({ method: "tools/call", params }, CreateTaskResultSchema)).task;
}

function replyTo(message: string) {
  if (message.startsWith("The research query"))
    return { action: "accept" as const, content: { interpretation: "snake" } };
  if (message === "Which color?") return { action: "accept" as const, content: { color: "red" } };
  if (message.startsWith("And instead of")) return { action: "decline" as const };
  return { action: "accept" as const, content: { name: "Ada", check: true, color: "red" } };
}

/** Imports a server as a gateway and generates. @returns its folder */
async function gatewayTo(name: string, command: Command, words: readonly string[] = [], env = {}): Promise<string> {
  const into = join(folder, name);
  const imported = await pegboard(
    ["import", "--gateway", "--into", into, ...words, "--stdio", "--", process.execPath, ...command],
    { env },
  );
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect((await pegboard(["generate", "--catalog", into])).code).toBe(0);
  return into;
}

const serve = (catalog: string, ...words: readonly string[]) => [mainPath, "serve", "--catalog", catalog, ...words];

/** A served gateway over HTTP. */
async function overHttp(catalog: string, env = {}): Promise<URL> {
  const child: ChildProcess = spawn(process.execPath, serve(catalog, "--http", "0"), {
    env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off", PEGBOARD_TOKEN: token, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  closing.push(async () => {
    child.kill("SIGTERM");
    await exit;
  });
  return new Promise((resolve, reject) => {
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
}

const token = "a-token-of-more-than-sixteen-characters";
const requestInit = { headers: { authorization: `Bearer ${token}` } };

async function httpClientOf(url: URL): Promise<Client> {
  const client = new Client({ name: "unchanged", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client["connect"]>[0]);
  closing.push(() => client.close());
  return client;
}

interface Call {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

/** Without the notices about old names: the original names are kept as aliases. */
async function answerOf(client: Client, call: Call) {
  return untimed(await client.request({ method: "tools/call", params: call }, CallToolResultSchema));
}

/** The everything server writes the time into its resources. */
function untimed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(/at [\d:]+ [AP]M/g, "at a time")) as Value; // the same but for the time
}

/** A list of ours says of every argument whether it is required. */
function undescribed({ arguments: args = [], ...prompt }: Prompt) {
  return { ...prompt, arguments: args };
}

const everythingCalls: readonly Call[] = [
  { name: "echo", arguments: { message: "hi" } },
  { name: "get-sum", arguments: { a: 2, b: 3 } },
  { name: "get-tiny-image" },
  { name: "get-annotated-message", arguments: { messageType: "success", includeImage: true } },
  { name: "get-annotated-message", arguments: { messageType: "error" } },
  { name: "get-resource-links", arguments: { count: 3 } },
  { name: "get-resource-reference", arguments: { resourceType: "Text", resourceId: 1 } },
  { name: "get-structured-content", arguments: { location: "Chicago" } },
  { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } },
];

describe("in front of the everything server", () => {
  let catalog = "";
  let direct: Client;
  beforeAll(async () => {
    catalog = await gatewayTo("everything", [official("everything")]);
    direct = await clientOf([official("everything")]);
  }, 120_000);

  test("results come through as they are, over stdio and HTTP", { timeout: 120_000 }, async () => {
    const gateways = [await clientOf(serve(catalog)), await httpClientOf(await overHttp(catalog))];
    for (const call of everythingCalls) {
      const expected = await answerOf(direct, call);
      for (const gateway of gateways)
        expect({ call, answer: await answerOf(gateway, call) }).toEqual({ call, answer: expected });
    }
  });

  test("its prompts and resources are its own, over stdio and HTTP", { timeout: 60_000 }, async () => {
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    const gateways = [await clientOf(serve(catalog)), await httpClientOf(await overHttp(catalog))];
    for (const gateway of gateways) {
      const { prompts } = await gateway.listPrompts();
      expect(prompts.map(undescribed)).toEqual((await direct.listPrompts()).prompts.map(undescribed).sort(byName));
      for (const prompt of [
        { name: "simple-prompt" },
        { name: "args-prompt", arguments: { city: "Oslo" } },
        { name: "args-prompt", arguments: { city: "Oslo", state: "NO" } },
        { name: "resource-prompt", arguments: { resourceType: "Text", resourceId: "3" } },
      ]) {
        const messages = async (client: Client) => untimed((await client.getPrompt(prompt)).messages);
        expect(await messages(gateway)).toEqual(await messages(direct));
      }
      const wrong = { name: "resource-prompt", arguments: { resourceType: "Sound", resourceId: "3" } };
      await expect(gateway.getPrompt(wrong)).rejects.toThrow("Invalid resourceType: Sound");
      await expect(gateway.getPrompt({ name: "args-prompt" })).rejects.toThrow("needs the argument 'city'");
      const { resources } = await gateway.listResources();
      expect(resources).toEqual(expect.arrayContaining((await direct.listResources()).resources));
      const { resourceTemplates } = await gateway.listResourceTemplates();
      expect(resourceTemplates).toEqual(
        expect.arrayContaining((await direct.listResourceTemplates()).resourceTemplates),
      );
    }
  });

  test("its tasks are tasks: listed, started, asked about, read and cancelled", { timeout: 120_000 }, async () => {
    const [stdio, url] = [await clientOf(serve(catalog)), await overHttp(catalog)];
    const supports = async (client: Client) => {
      const { tools } = await client.listTools();
      return Object.fromEntries(tools.map(({ name, execution }) => [name, execution]));
    };
    expect(await supports(stdio)).toEqual(await supports(direct));
    expect((await supports(stdio))["simulate-research-query"]).toEqual({ taskSupport: "required" });
    for (const gateway of [stdio, await httpClientOf(url)]) {
      const { tasks } = gateway.experimental;
      const reported: unknown[] = [];
      gateway.setNotificationHandler(
        TaskStatusNotificationSchema,
        ({ params }) => void reported.push(params.statusMessage),
      );
      const started = await startTask(gateway, { topic: "birds" });
      const cancelled = await startTask(gateway, { topic: "fish" });
      expect(started).toMatchObject({ status: "working" });
      expect(await tasks.cancelTask(cancelled.taskId)).toMatchObject({ status: "cancelled" });
      const { content, _meta } = await tasks.getTaskResult(started.taskId, CallToolResultSchema);
      expect(JSON.stringify(content)).toContain("# Research Report: birds");
      expect(_meta).toEqual({ "io.modelcontextprotocol/related-task": { taskId: started.taskId } });
      expect(await tasks.getTask(started.taskId)).toMatchObject({ status: "completed" });
      expect(reported).toContain("Synthesizing findings...");
    }
    const ids = (await stdio.experimental.tasks.listTasks()).tasks.map(({ status }) => status);
    expect(ids).toEqual(["completed", "cancelled"]);
  });

  test("a task that asks the user asks the caller's", { timeout: 60_000 }, async () => {
    const gateway = await clientOf(serve(catalog));
    const { taskId } = await startTask(gateway, { topic: "python", ambiguous: true });
    const { tasks } = gateway.experimental;
    await expect.poll(() => tasks.getTask(taskId), { timeout: 20_000 }).toMatchObject({ status: "input_required" });
    const { content } = await tasks.getTaskResult(taskId, CallToolResultSchema);
    expect(JSON.stringify(content)).toContain("# Research Report: python (snake)");
  });

  test("its question is cancelled where the client fails to answer it, and ends with the task where it never does", {
    timeout: 60_000,
  }, async () => {
    const failing = await clientOf(serve(catalog));
    failing.setRequestHandler(ElicitRequestSchema, () => {
      throw new Error("there is nobody to ask");
    });
    const { taskId } = await startTask(failing, { topic: "python", ambiguous: true });
    const { content } = await failing.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    expect(JSON.stringify(content)).toContain("User cancelled");

    const silent = await clientOf(serve(catalog));
    silent.setRequestHandler(ElicitRequestSchema, () => new Promise(() => undefined));
    const unanswered = await startTask(silent, { topic: "python", ambiguous: true }, { ttl: 6_000 });
    const { tasks } = silent.experimental;
    const result = tasks.getTaskResult(unanswered.taskId, CallToolResultSchema);
    await expect(result).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining("its time is over, and its question was not answered"),
    });
    const other = await startTask(silent, { topic: "birds" });
    expect(await tasks.getTask(other.taskId)).toMatchObject({ status: "working" });
  });

  test("progress and a question to the user come through", { timeout: 60_000 }, async () => {
    const gateway = await clientOf(serve(catalog));
    for (const client of [direct, gateway]) {
      const progress: unknown[] = [];
      const params = { name: "trigger-long-running-operation", arguments: { duration: 0.6, steps: 3 } };
      await client.callTool(params, undefined, { onprogress: (report) => progress.push(report) });
      // This client forgets a report that comes in one piece with the result.
      const reports = [1, 2].map((step) => ({ progress: step, total: 3 }));
      expect(progress).toEqual(expect.arrayContaining(reports));
    }
    const call = { name: "trigger-elicitation-request", arguments: {} };
    expect(await answerOf(gateway, call)).toEqual(await answerOf(direct, call));
    expect(JSON.stringify(await answerOf(gateway, call))).toContain("Ada");
  });
});

test("in front of the filesystem server, files are read and written, and refusals are its own", {
  timeout: 120_000,
}, async () => {
  const [files, other] = ["files", "other"].map((name) => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, "a.txt"), "one\ntwo\n");
    return path;
  });
  if (files === undefined || other === undefined) throw new Error("there are two");
  const catalog = await gatewayTo("filesystem", [official("filesystem"), files]);
  const gateway = await clientOf(serve(catalog));
  const direct = await clientOf([official("filesystem"), other]);
  const calls = (home: string): readonly Call[] => [
    { name: "read_text_file", arguments: { path: join(home, "a.txt"), head: 1 } },
    { name: "write_file", arguments: { path: join(home, "b.txt"), content: "three" } },
    { name: "edit_file", arguments: { path: join(home, "a.txt"), edits: [{ oldText: "two", newText: "2" }] } },
    { name: "read_multiple_files", arguments: { paths: [join(home, "a.txt"), join(home, "none")] } },
    { name: "list_directory", arguments: { path: home } },
    { name: "search_files", arguments: { path: home, pattern: "*.txt", excludePatterns: ["b*"] } },
    { name: "read_text_file", arguments: { path: "/etc/hostname" } },
    { name: "list_allowed_directories" },
  ];
  const expected = calls(other);
  for (const [index, call] of calls(files).entries()) {
    const there = await answerOf(direct, expected[index] ?? call);
    const same = JSON.parse(JSON.stringify(there).replaceAll(other, files));
    expect({ call, answer: await answerOf(gateway, call) }).toEqual({ call, answer: same });
  }
  expect(readFileSync(join(files, "a.txt"), "utf8")).toBe("one\n2\n");
});

test("in front of the memory server, which gets its variable by name", { timeout: 120_000 }, async () => {
  const env = (name: string) => ({ MEMORY_FILE_PATH: join(folder, `${name}.jsonl`) });
  const catalog = await gatewayTo("memory", [official("memory")], ["--env", "MEMORY_FILE_PATH"], env("import"));
  expect(readFileSync(join(catalog, "src", "upstream.json"), "utf8")).not.toContain(folder);
  const gateway = await clientOf(serve(catalog), env("gateway"));
  const direct = await clientOf([official("memory")], env("direct"));
  const entities = [{ name: "Ada", entityType: "person", observations: ["counts"] }];
  for (const call of [
    { name: "create_entities", arguments: { entities } },
    { name: "add_observations", arguments: { observations: [{ entityName: "Ada", contents: ["writes"] }] } },
    { name: "add_observations", arguments: { observations: [{ entityName: "nobody", contents: ["x"] }] } },
    { name: "search_nodes", arguments: { query: "counts" } },
    { name: "read_graph", arguments: {} },
  ]) {
    expect({ call, answer: await answerOf(gateway, call) }).toEqual({ call, answer: await answerOf(direct, call) });
  }
  expect(readFileSync(env("gateway").MEMORY_FILE_PATH, "utf8")).toContain("writes");
});

const fine = { type: "text", text: "fine" };
const soundResults: [string, object, object][] = [
  [
    "members that the protocol does not name",
    { content: [fine], exportPath: "/a.json", statistics: { items: 4 } },
    { content: [fine], exportPath: "/a.json", statistics: { items: 4 } },
  ],
  ["_meta of null", { content: [fine], _meta: null }, { content: [fine] }],
  ["structured content of null", { content: [fine], structuredContent: null, isError: null }, { content: [fine] }],
  [
    "content of null",
    { content: null, structuredContent: { a: null } },
    { content: [], structuredContent: { a: null } },
  ],
  [
    "blocks with members of null",
    {
      content: [
        { ...fine, annotations: null, _meta: null },
        { ...fine, annotations: { priority: null } },
      ],
    },
    { content: [fine, { ...fine, annotations: {} }] },
  ],
  [
    "a resource with members of null",
    { content: [{ type: "resource", resource: { uri: "a:b", text: "t", blob: null, mimeType: null } }] },
    { content: [{ type: "resource", resource: { uri: "a:b", text: "t" } }] },
  ],
  [
    "blocks of unknown kinds",
    { content: [fine, { type: "hologram", data: "z" }, { type: "markdown", text: "# a" }] },
    {
      content: [
        fine,
        { type: "text", text: "[hologram: content of a kind that is not known here]" },
        { type: "text", text: "# a" },
      ],
    },
  ],
];
const brokenResults: [string, object][] = [
  ["content", { content: "oops" }],
  ["content[0]", { content: [null] }],
  ["content[1].data", { content: [fine, { type: "image", data: "*", mimeType: "image/png" }] }],
  ["content[0].annotations.priority", { content: [{ ...fine, annotations: { priority: 7 } }] }],
  ["content[0].text, isError", { content: [{ type: "text" }], isError: "no" }],
];

describe("in front of a server by hand", () => {
  const changed = join(folder, "changed");
  let catalog = "";
  let gateway: Client;
  beforeAll(async () => {
    catalog = await gatewayTo("by-hand", [join(root, "test", "process", "gateway-upstream.mjs"), changed]);
    gateway = await clientOf(serve(catalog));
  }, 120_000);

  test("the server gets its own names, no defaults of ours, and the caller's _meta", async () => {
    const call = { name: "seen", arguments: { maxResults: 7 }, _meta: { "x/caller": 1 } };
    const { content } = await answerOf(gateway, call);
    expect(JSON.parse((content[0] as { text: string }).text)).toEqual({
      given: { maxResults: 7 },
      _meta: { "x/caller": 1 },
    });
    const plain = await answerOf(gateway, { name: "seen", arguments: { query: "q" } });
    expect(JSON.parse((plain.content[0] as { text: string }).text)).toEqual({ given: { query: "q" } });
  });

  test("everything in a result stays, and so does an error of the protocol", async () => {
    expect(await answerOf(gateway, { name: "whole" })).toEqual({
      content: [
        { type: "text", text: "a", annotations: { priority: 0.5 }, _meta: { "x/block": 1 } },
        { type: "image", data: "AAAA", mimeType: "image/png" },
      ],
      structuredContent: { any: ["thing"], __proto__x: null },
      isError: true,
      _meta: { "x/result": { deep: [1] } },
    });
    await expect(answerOf(gateway, { name: "fails" })).rejects.toMatchObject({ code: -32_050, data: { why: 1 } });
  });

  test.each<[string, object, object]>(soundResults)("a result with %s keeps its facts", async (_, sent, expected) => {
    const call = { name: "odd", arguments: { query: JSON.stringify(sent) } };
    expect(await answerOf(gateway, call)).toEqual(expected);
  });

  test.each<[string, object]>(brokenResults)(
    "a result that breaks the protocol in %s is a failed call",
    async (place, sent) => {
      const call = { name: "odd", arguments: { query: JSON.stringify(sent) } };
      const text = `the server behind the gateway sent a result that breaks the protocol: ${place}`;
      expect(await answerOf(gateway, call)).toEqual({ content: [{ type: "text", text }], isError: true });
    },
  );

  test("a cancelled call is cancelled there, once progress was reported", async () => {
    const abort = new AbortController();
    const call = gateway.callTool({ name: "waits" }, undefined, {
      signal: abort.signal,
      onprogress: ({ message }) => abort.abort(message),
    });
    await expect(call).rejects.toThrow("waiting");
    await expect
      .poll(async () => (await answerOf(gateway, { name: "heard" })).content)
      .toEqual([{ type: "text", text: "cancelled" }]);
  });

  test("so it is over HTTP, where clients of older revisions close the stream", { timeout: 60_000 }, async () => {
    const url = await overHttp(catalog);
    const client = await httpClientOf(url);
    const call = client.callTool({ name: "waits" }, undefined, { onprogress: () => void client.close() });
    await expect(call).rejects.toThrow("Connection closed");
    const other = await httpClientOf(url);
    await expect
      .poll(async () => (await answerOf(other, { name: "heard" })).content)
      .toEqual([{ type: "text", text: "cancelled" }]);
  });

  test("a call is a task there where it is one here, and is cancelled there, too", { timeout: 60_000 }, async () => {
    const client = await clientOf(serve(catalog));
    expect((await answerOf(client, { name: "works" })).content).toEqual([{ type: "text", text: "at once" }]);
    const params = { name: "works", arguments: {}, task: {} };
    const { task } = await client.request({ method: "tools/call", params }, CreateTaskResultSchema);
    const { tasks } = client.experimental;
    // The server does not notify: it is looked at.
    await expect
      .poll(() => tasks.getTask(task.taskId), { timeout: 20_000 })
      .toMatchObject({ status: "working", statusMessage: "looked at" });
    await tasks.cancelTask(task.taskId);
    await expect
      .poll(async () => JSON.stringify((await answerOf(client, { name: "heard" })).content))
      .toContain("task-1 cancelled");
  });

  test("what it was given in variables comes back in no message", { timeout: 60_000 }, async () => {
    const env = { UPSTREAM_KEY: "k3y-of-the-upstream" };
    const upstream = join(root, "test", "process", "gateway-upstream.mjs");
    const kept = await gatewayTo("by-hand-key", [upstream], ["--env", "UPSTREAM_KEY"], env);
    const client = await clientOf(serve(kept), env);
    const seen: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void seen.push(params));
    await answerOf(client, { name: "tellsKey" });
    expect(seen).toEqual([{ level: "alert", data: { said: ["the key is ***"] } }]);
    const { content } = await answerOf(client, { name: "diesWithKey" });
    expect(JSON.stringify(content)).toContain("it was ***");
    // Over HTTP it may have been printed for another caller.
    const over = await httpClientOf(await overHttp(kept, env));
    const { content: reported, isError } = await answerOf(over, { name: "diesWithKey" });
    expect(isError).toBe(true);
    expect(JSON.stringify(reported)).toContain("ended with exit code 3");
    expect(JSON.stringify(reported)).not.toContain("it was");
    // Whether it is started again for this depends on how long ago it died.
    const read = over.readResource({ uri: "by-hand:dies" });
    await expect(read).rejects.toThrow(/'the server behind the gateway' (was not asked, .*\()?ended with exit code 3/);
    await expect(read).rejects.not.toThrow("it was");
  });

  test("its prompts get what the user filled in, under its own names", async () => {
    const { prompts } = await gateway.listPrompts();
    expect(prompts).toEqual([
      {
        name: "plan-day",
        title: "Plan",
        description: "plan day",
        arguments: [
          { name: "dayName", required: true },
          { name: "in", description: "Where", required: false },
        ],
      },
    ]);
    const seen = async (given: Record<string, string>) => {
      const { messages, description, _meta } = await gateway.getPrompt({ name: "plan-day", arguments: given });
      expect({ description, _meta }).toEqual({
        description: `A plan for ${given.dayName}`,
        _meta: { "example.com/plan": 7 },
      });
      const [first] = messages;
      return first?.content.type === "text" ? JSON.parse(first.content.text) : first;
    };
    expect(await seen({ dayName: "Monday" })).toEqual({ dayName: "Monday" });
    expect(await seen({ dayName: "Monday", in: "Oslo", unknown: "x" })).toEqual({ dayName: "Monday", in: "Oslo" });
    // What is blank is the server's to judge; what is missing is refused here.
    expect(await seen({ dayName: " " })).toEqual({ dayName: " " });
    await expect(seen({})).rejects.toThrow("needs the argument 'dayName'");
    await expect(seen({ dayName: "never" })).rejects.toMatchObject({
      code: -32_050,
      message: "MCP error -32050: there is no such day",
    });
  });

  test("what it offers to be read is listed and read", async () => {
    const uri = "by-hand:a";
    const { resources } = await gateway.listResources();
    expect(resources).toContainEqual({ uri, name: "a", mimeType: "text/plain" });
    expect(await gateway.readResource({ uri })).toEqual({
      contents: [{ uri, mimeType: "text/plain", text: "what is in it" }],
      _meta: { "example.com/read": 1 },
    });
    await expect(gateway.readResource({ uri: "by-hand:b" })).rejects.toMatchObject({ code: -32_002 });
  });

  test("questions of two calls at once are cancelled, for it is not known whose they are", async () => {
    const calls = [1, 2].map(() => answerOf(gateway, { name: "asksTogether" }));
    const cancelled = { content: [{ type: "text", text: "cancel" }] };
    expect(await Promise.all(calls)).toEqual([cancelled, cancelled]);
  });

  const owned = (level: string) => ({ level, logger: "own", data: { level } });

  test("its log reaches the client of the one call that runs, from the level on that it reads", async () => {
    const client = await clientOf(serve(catalog));
    const seen: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void seen.push(params));
    await answerOf(client, { name: "logs" });
    expect(seen.splice(0)).toEqual([owned("warning"), { level: "alert", data: [["info"]] }]);
    await client.setLoggingLevel("debug");
    await answerOf(client, { name: "logs" });
    const alert = { level: "alert", data: [["info", "debug"]] };
    expect(seen.splice(0)).toEqual([owned("debug"), owned("warning"), alert]);
    await client.setLoggingLevel("critical");
    await answerOf(client, { name: "logs" });
    expect(seen.splice(0)).toEqual([alert]);
    // Both calls are this client's, so it reads what belongs to either.
    await Promise.all([1, 2].map(() => answerOf(client, { name: "logsLater" })));
    expect(seen).toEqual([{ level: "alert", data: "whose?" }]);
  });

  test("so it does over HTTP, to clients of the newest revision that name a level", { timeout: 60_000 }, async () => {
    const client = new ModernClient({ name: "unchanged", version: "2" }, { versionNegotiation: { mode: "auto" } });
    const seen: unknown[] = [];
    client.setNotificationHandler("notifications/message", ({ params }) => void seen.push(params));
    await client.connect(new ModernHttp(await overHttp(catalog), { requestInit }));
    closing.push(() => client.close());
    await client.callTool({ name: "logs" });
    expect(seen).toEqual([]);
    await client.callTool({ name: "logs", _meta: { "io.modelcontextprotocol/logLevel": "warning" } });
    expect(seen).toEqual([owned("warning"), { level: "alert", data: [["warning"]] }]);
  });

  test("a server that dies is a failed call, and is started again", { timeout: 60_000 }, async () => {
    const { content, isError } = await answerOf(gateway, { name: "dies" });
    expect({ content, isError }).toEqual({
      content: [{ type: "text", text: expect.stringContaining("exit code 3") }],
      isError: true,
    });
    const answer = { content: [{ type: "text", text: "" }] };
    // One that dies young is left alone for a moment.
    await expect.poll(() => answerOf(gateway, { name: "heard" }), { timeout: 20_000 }).toEqual(answer);
  });

  test("its handlers and host type-check", { timeout: 120_000 }, async () => {
    const cache = join(root, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    const copy = mkdtempSync(join(cache, "pegboard-gateway-"));
    closing.push(async () => rmSync(copy, { recursive: true, force: true }));
    cpSync(catalog, copy, { recursive: true, filter: (path) => !path.includes("node_modules", catalog.length) });
    mkdirSync(join(copy, "node_modules"));
    symlinkSync(root, join(copy, "node_modules", "pegboard"), "junction");
    writeFileSync(join(copy, "package.json"), '{"name": "gateway", "type": "module"}\n');
    const settings = projectFiles({ name: "gateway" }).find(({ path }) => path === "tsconfig.json")?.text ?? "";
    writeFileSync(join(copy, "tsconfig.json"), settings);
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const checked = await run(process.execPath, [tsc, "-p", copy], { cwd: copy });
    expect(checked).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  const asked = [{ action: "accept", content: { color: "red" } }, { action: "decline" }];

  test("questions reach the user one after the other", async () => {
    expect(await answerOf(gateway, { name: "asks" })).toEqual({
      content: [{ type: "text", text: JSON.stringify(asked) }],
    });
  });

  test("a question that the client fails to answer is cancelled, and the call is over at the server", async () => {
    const client = await clientOf(serve(catalog));
    client.setRequestHandler(ElicitRequestSchema, () => {
      throw new Error("there is no user to ask");
    });
    const { content } = await client.callTool({ name: "asks" });
    expect(content).toEqual([{ type: "text", text: JSON.stringify([{ action: "cancel" }, { action: "cancel" }]) }]);
  });

  test("they do so over HTTP for clients of the newest revision", { timeout: 60_000 }, async () => {
    const url = await overHttp(catalog);
    const client = new ModernClient(
      { name: "unchanged", version: "2" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => replyTo(params.message));
    await client.connect(new ModernHttp(url, { requestInit }));
    closing.push(() => client.close());
    const { content } = await client.callTool({ name: "asks" });
    expect(content).toEqual([{ type: "text", text: JSON.stringify(asked) }]);
  });

  test.each([
    [{ kind: "stdio", command: "node", args: [], env: ["NO_SUCH_VARIABLE"] }, "has no variable 'NO_SUCH_VARIABLE'"],
    [{ kind: "stdio" }, "has neither the command nor the URL of a server"],
  ])("a server that can't be asked for its list is refused: %j", async (server, problem) => {
    const into = join(folder, "unasked");
    mkdirSync(join(into, "src"), { recursive: true });
    writeFileSync(join(into, "src", "upstream.json"), JSON.stringify({ server, tools: {} }));
    const { code, stderr } = await pegboard(["import", "--gateway", "--check", "--into", into]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
    expect(stderr).not.toContain("bug in pegboard");
  });

  test("a list that has changed is a finding, of the command and in the log", { timeout: 60_000 }, async () => {
    const check = () => pegboard(["import", "--gateway", "--check", "--into", catalog]);
    expect(await check()).toEqual({ code: 0, stdout: "14 tools: the list is the pinned one\n", stderr: "" });
    writeFileSync(changed, "");
    expect(await check()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^changed: seen\n/), stderr: "" });
    const { code, stderr } = await pegboard(["call", "--catalog", catalog, "heard"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("is not the pinned one") });
  });
});

test("in front of a server that is reached by URL, whose results come through as they are", {
  timeout: 120_000,
}, async () => {
  const server = await everythingOverHttp();
  const catalog = join(folder, "by-url");
  const imported = await pegboard(["import", "--gateway", "--into", catalog, "--url", server.href]);
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
  const direct = await clientOf([official("everything")]);
  const gateways = [await clientOf(serve(catalog)), await httpClientOf(await overHttp(catalog))];
  for (const call of everythingCalls) {
    const expected = await answerOf(direct, call);
    for (const gateway of gateways)
      expect({ call, answer: await answerOf(gateway, call) }).toEqual({ call, answer: expected });
  }
});

/** The official server on a port that was free a moment ago: it can't choose one itself. */
async function everythingOverHttp(): Promise<URL> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo; // it listens on a port
  probe.close();
  await once(probe, "close");
  const child = spawn(process.execPath, [official("everything"), "streamableHttp"], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = once(child, "exit");
  closing.push(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  for await (const text of child.stderr.setEncoding("utf8")) if (String(text).includes("listening")) break;
  return new URL(`http://127.0.0.1:${port}/mcp`);
}

test.each([
  [["list.json"], "--gateway needs the server itself"],
  [["--url", "http://127.0.0.1:1/mcp", "--header-file", "x"], "--gateway takes headers from the environment only"],
])("%j is refused", async (words, said) => {
  const { code, stderr } = await pegboard(["import", "--gateway", ...words], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) });
});

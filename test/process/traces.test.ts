import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { message, send, served } from "./identity-servers.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, root } from "./run-pegboard.ts";

// Spans of a real server, by OpenTelemetry's own SDK, which the operator loads before it.

/** Keeps spans in memory, and writes them down when the process ends. */
const setup = `import { writeFileSync } from "node:fs";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
process.once("exit", () => {
  const spans = exporter.getFinishedSpans().map((span) => ({
    name: span.name, kind: span.kind, attributes: span.attributes, status: span.status, links: span.links.length,
    id: span.spanContext().spanId, trace: span.spanContext().traceId, parent: span.parentSpanContext?.spanId,
    ms: span.duration[0] * 1000 + span.duration[1] / 1e6,
  }));
  writeFileSync(process.env.SPANS_FILE, JSON.stringify(spans));
});
`;

/** Makes a span as libraries do: it belongs to what is active. */
const noteList = `import { trace } from "@opentelemetry/api";
import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  trace.getTracer("library").startSpan("query").end();
  return ok([]);
};
`;

/** A package that says when it is loaded. */
const loudPackage = {
  "node_modules/@opentelemetry/api/package.json": JSON.stringify({ name: "@opentelemetry/api", main: "index.js" }),
  "node_modules/@opentelemetry/api/index.js": `process.stderr.write("the API was loaded\\n");
const span = { setAttribute() {}, setStatus() {}, updateName() {}, end() {} };
exports.SpanKind = { SERVER: 1 };
exports.context = { active: () => ({}) };
exports.propagation = { extract: (context) => context };
exports.trace = {
  getSpan: () => undefined,
  getTracer: () => ({ startActiveSpan: (_name, _options, _context, work) => work(span) }),
};
`,
};

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number };
  readonly links: number;
  readonly id: string;
  readonly trace: string;
  readonly parent?: string;
  readonly ms: number;
}

let project: NotesProject;
let loud: NotesProject;
beforeAll(async () => {
  [project, loud] = await Promise.all([
    makeNotesProject({ "src/handlers/note/note_list.ts": noteList, "traces.mjs": setup }),
    makeNotesProject(loudPackage),
  ]);
  mkdirSync(join(project.folder, "node_modules"), { recursive: true });
  symlinkSync(join(root, "node_modules", "@opentelemetry"), join(project.folder, "node_modules", "@opentelemetry"));
}, 60_000);
afterAll(() => {
  project?.remove();
  loud?.remove();
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const otherTrace = "11111111111111111111111111111111";
const call = (name: string, args: object, meta: object = {}) => ({ name, arguments: args, _meta: meta });

function operatorEnv(file: string) {
  return {
    NODE_OPTIONS: `--import ${join(project.folder, "traces.mjs")}`,
    SPANS_FILE: join(project.folder, file),
  };
}

const spansIn = (file: string) => JSON.parse(readFileSync(join(project.folder, file), "utf8")) as readonly Span[];

/** Plays calls over stdio, one after the other, and ends the input. */
async function played(folder: string, calls: readonly object[], env: Readonly<Record<string, string>>, words = [""]) {
  const args = [mainPath, "serve", "--catalog", folder, ...words.filter((word) => word !== "")];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off", ...env } });
  const [heard, said] = [child.stdout, child.stderr].map((stream) => {
    const parts: string[] = [];
    stream.setEncoding("utf8").on("data", (part: string) => parts.push(part));
    return parts;
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  child.stdin.write(`${message("initialize", params)}\n`);
  for (const [index, each] of calls.entries()) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: index + 2, method: "tools/call", params: each })}\n`);
  }
  child.stdin.end();
  expect(await ended).toBe(0);
  return { stdout: heard?.join("") ?? "", stderr: said?.join("") ?? "" };
}

test("a span for each call over stdio: tool, outcome, duration, in the caller's trace, active in the handler", async () => {
  await played(
    project.folder,
    [
      call("note_list", {}, { traceparent }),
      call("note_create", { title: "s3cret", text: "s3cret" }),
      call("note_create", { title: "s3cret", text: "s3cret" }),
      call("made-up-by-s3cret", {}),
      call("note_create", { titel: "s3cret" }),
    ],
    operatorEnv("stdio.json"),
  );
  const spans = spansIn("stdio.json");
  const calls = spans.filter(({ name }) => name !== "query");
  const common = {
    "mcp.method.name": "tools/call",
    "gen_ai.operation.name": "execute_tool",
    "network.transport": "pipe",
  };
  const create = { ...common, "gen_ai.tool.name": "note_create", "pegboard.tool.version": 1 };
  const toolError = { ...create, "error.type": "tool_error" };
  expect(calls.map(({ name, attributes, status }) => ({ name, attributes, status: status.code })).sort(byName)).toEqual(
    [
      {
        name: "tools/call",
        attributes: { ...common, "error.type": "-32602", "rpc.response.status_code": "-32602" },
        status: 2,
      },
      { name: "tools/call note_create", attributes: create, status: 0 },
      { name: "tools/call note_create", attributes: { ...toolError, "pegboard.error.code": "NOTE_EXISTS" }, status: 2 },
      {
        name: "tools/call note_create",
        attributes: { ...toolError, "pegboard.error.code": "INVALID_ARGUMENTS" },
        status: 2,
      },
      { name: "tools/call note_list", attributes: { ...create, "gen_ai.tool.name": "note_list" }, status: 0 },
    ].sort(byName),
  );
  const [list] = calls.filter(({ name }) => name === "tools/call note_list");
  expect(list).toMatchObject({ kind: 1, trace: traceId, parent: "b7ad6b7169203331", links: 0 });
  expect(list?.ms).toBeGreaterThanOrEqual(19);
  expect(spans.find(({ name }) => name === "query")).toMatchObject({ trace: traceId, parent: list?.id });
  expect(readFileSync(join(project.folder, "stdio.json"), "utf8")).not.toContain("s3cret");
});

const byName = (a: { readonly name: string; readonly attributes: object }, b: typeof a) =>
  JSON.stringify([a.name, Object.entries(a.attributes).sort()]) <
  JSON.stringify([b.name, Object.entries(b.attributes).sort()])
    ? -1
    : 1;

test("a tool that calls another one is the parent of its span", async () => {
  const inner = call("call_read", { tool: "note_list", arguments: {} }, { traceparent });
  await played(project.folder, [inner], operatorEnv("meta.json"), ["--surface", "meta"]);
  const spans = spansIn("meta.json");
  const outer = spans.find(({ parent }) => parent === "b7ad6b7169203331");
  expect(spans.find(({ name }) => name === "tools/call note_list")).toMatchObject({
    trace: traceId,
    parent: outer?.id,
  });
});

test("over HTTP the header carries the trace, and `_meta` goes before it", async () => {
  const { child, exit, found } = await served(
    project.folder,
    { http: { address: "127.0.0.1:0" } },
    operatorEnv("http.json"),
  );
  const header = ["traceparent", `00-${otherTrace}-2222222222222222-01`];
  const list = (meta: object) => message("tools/call", call("note_list", {}, meta));
  expect((await send(found, header, list({}))).status).toBe(200);
  expect((await send(found, header, list({ traceparent }))).status).toBe(200);
  expect((await send(found, ["traceparent", "00-zz"], list({}))).status).toBe(200);
  child.kill("SIGTERM");
  await exit;
  const calls = spansIn("http.json").filter(({ name }) => name === "tools/call note_list");
  expect(calls.map(({ trace }) => trace).slice(0, 2)).toEqual([otherTrace, traceId]);
  expect(calls[2]).not.toHaveProperty("parent");
  expect(calls[0]?.attributes).toMatchObject({ "network.transport": "tcp", "network.protocol.name": "http" });
});

test.each(["on", "off"])(
  "within a session over HTTP the header carries the trace, with the fast path %s",
  async (path) => {
    const file = `session-${path}.json`;
    const config = { http: { address: "127.0.0.1:0" } };
    const env = { ...operatorEnv(file), PEGBOARD_FAST_PATH: path };
    const { child, exit, found } = await served(project.folder, config, env);
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: { elicitation: {} },
      clientInfo: { name: "t", version: "1" },
    };
    const { headers } = await send(found, [], message("initialize", params));
    const session = ["mcp-session-id", String(headers["mcp-session-id"]), "mcp-protocol-version", "2025-11-25"];
    const header = ["traceparent", `00-${otherTrace}-2222222222222222-01`];
    const list = (meta: object) => message("tools/call", call("note_list", {}, meta));
    expect((await send(found, [...session, ...header], list({}))).status).toBe(200);
    expect((await send(found, [...session, ...header], list({ traceparent }))).status).toBe(200);
    expect((await send(found, session, list({}))).status).toBe(200);
    child.kill("SIGTERM");
    await exit;
    const calls = spansIn(file).filter(({ name }) => name === "tools/call note_list");
    expect(calls.map(({ trace }) => trace).slice(0, 2)).toEqual([otherTrace, traceId]);
    expect(calls[0]?.parent).toBe("2222222222222222");
    expect(calls[2]).not.toHaveProperty("parent");
  },
);

test.each<readonly [what: string, env: Readonly<Record<string, string>>, isLoaded: boolean]>([
  ["an exporter is named", { OTEL_TRACES_EXPORTER: "otlp" }, true],
  ["a collector is named", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, true],
  ["nothing is named", {}, false],
  [
    "the exporter is none",
    { OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" },
    false,
  ],
  ["the SDK is disabled", { OTEL_TRACES_EXPORTER: "otlp", OTEL_SDK_DISABLED: "true" }, false],
])("the API is loaded only where traces are collected: %s", async (_what, env, isLoaded) => {
  const { stdout, stderr } = await played(loud.folder, [call("note_list", {})], env);
  expect(stdout).toContain('"id":2}');
  expect(stderr.includes("the API was loaded")).toBe(isLoaded);
});

test("a package that can't be loaded is a line in the log, and the server serves", async () => {
  writeFileSync(join(loud.folder, "node_modules/@opentelemetry/api/index.js"), "throw new Error('broken');");
  const { stdout, stderr } = await played(loud.folder, [call("note_list", {})], { OTEL_TRACES_EXPORTER: "otlp" });
  expect(stdout).toContain('"id":2}');
  expect(stderr).toContain("there are no traces: @opentelemetry/api can't be loaded");
});

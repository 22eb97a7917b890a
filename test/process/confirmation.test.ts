import { type ChildProcess, spawn } from "node:child_process";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as InstalledStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as InstalledHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeNotesProject, type NotesProject, noteDelete } from "./notes-project.ts";
import { mainPath } from "./run-pegboard.ts";

// Users who are asked before something is destroyed: the built server, real clients, both eras, both transports.

type Action = "accept" | "decline" | "cancel";
type Answer = { readonly isError?: unknown; readonly structuredContent?: unknown };

interface Visit {
  readonly asked: readonly unknown[];
  call(name: string, given: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

const clientInfo = { name: "pegboard-test", version: "1.0.0" };
const note = { title: "Milk" };
const started: ChildProcess[] = [];
let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject(noteDelete);
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  project.remove();
});

const words = () => [mainPath, "serve", "--catalog", project.folder];

async function serveHttp(...flags: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...words(), "--http", "0", ...flags], { stdio: ["ignore", "ignore", "pipe"] });
  started.push(child);
  let stderr = "";
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const url = /serving at (\S+)/.exec(stderr)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
}

function capabilitiesFor(action: Action | undefined) {
  return { capabilities: action === undefined ? {} : { elicitation: {} } };
}

function replyOf(action: Action) {
  return { action, ...(action === "accept" ? { content: {} } : {}) };
}

async function visitInstalled(
  transport: "stdio" | "http",
  action: Action | undefined,
  ...flags: readonly string[]
): Promise<Visit> {
  const asked: unknown[] = [];
  const client = new InstalledClient(clientInfo, capabilitiesFor(action));
  if (action !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message);
      return replyOf(action);
    });
  }
  const wire =
    transport === "stdio"
      ? new InstalledStdio({ command: process.execPath, args: words() })
      : new InstalledHttp(new URL(await serveHttp(...flags)));
  // The classes fit the clients' Transport; optional members differ only in exactOptionalPropertyTypes.
  await client.connect(wire as never);
  return {
    asked,
    async call(name, given) {
      const { isError, structuredContent } = await client.callTool({ name, arguments: given });
      return { isError, structuredContent };
    },
    close: () => client.close(),
  };
}

async function visitModern(
  transport: "stdio" | "http",
  mode: "legacy" | { readonly pin: string },
  action: Action | undefined,
): Promise<Visit> {
  const asked: unknown[] = [];
  const client = new ModernClient(clientInfo, { ...capabilitiesFor(action), versionNegotiation: { mode } });
  if (action !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push(params.message);
      return replyOf(action);
    });
  }
  const wire =
    transport === "stdio"
      ? new ModernStdio({ command: process.execPath, args: words() })
      : new ModernHttp(new URL(await serveHttp()));
  await client.connect(wire as never);
  return {
    asked,
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  };
}

const modern = { pin: "2026-07-28" } as const;

const visits: readonly [title: string, visit: (action: Action | undefined) => Promise<Visit>][] = [
  ["SDK 1.x over stdio", (action) => visitInstalled("stdio", action)],
  ["SDK 1.x over HTTP", (action) => visitInstalled("http", action)],
  ["SDK 2.x with the handshake over stdio", (action) => visitModern("stdio", "legacy", action)],
  ["SDK 2.x at 2026-07-28 over stdio", (action) => visitModern("stdio", modern, action)],
  ["SDK 2.x at 2026-07-28 over HTTP", (action) => visitModern("http", modern, action)],
];

describe.each(visits)("%s", (_title, visit) => {
  it.each<[Action | undefined, Answer, boolean]>([
    ["accept", { structuredContent: { deleted: true } }, true],
    ["decline", { isError: true, structuredContent: { error: { code: "CONFIRMATION_DECLINED" } } }, true],
    ["cancel", { isError: true, structuredContent: { error: { code: "CONFIRMATION_DECLINED" } } }, true],
    [undefined, { isError: true, structuredContent: { error: { code: "CONFIRMATION_REQUIRED" } } }, false],
  ])("whose user does this: %s", async (action, answer, isAsked) => {
    const { asked, call, close } = await visit(action);
    await call("note_create", note);
    expect(await call("note_delete", note)).toMatchObject(answer);
    expect(asked).toEqual(isAsked ? ["This would delete the note 'Milk' for good. Go on?"] : []);
    const { structuredContent } = await call("note_list", {});
    expect(structuredContent).toMatchObject({ count: action === "accept" ? 0 : 1 });
    await close();
  });
});

it("a client of a server without sessions is answered how to confirm", async () => {
  const { asked, call, close } = await visitInstalled("http", "accept", "--no-sessions");
  await call("note_create", note);
  expect(await call("note_delete", note)).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "CONFIRMATION_REQUIRED" } },
  });
  expect(await call("note_delete", { ...note, confirm: true })).toMatchObject({ structuredContent: { deleted: true } });
  expect(asked).toEqual([]);
  await close();
});

it("a reply may come to another process than the one that asked", async () => {
  const [one, other] = await Promise.all([serveHttp(), serveHttp()]);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const post = async (url: string, name: string, more: object = {}) => {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    };
    const params = { _meta: meta, name, arguments: note, ...more };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const text = await (await fetch(url, { method: "POST", headers, body })).text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { readonly result: Record<string, unknown> };
  };
  await post(other, "note_create");
  const { result } = await post(one, "note_delete");
  expect(result.resultType).toBe("input_required");
  const [key = ""] = Object.keys(result.inputRequests as object);
  const accepted = { inputResponses: { [key]: { action: "accept", content: {} } } };
  expect(await post(other, "note_delete", accepted)).toMatchObject({
    result: { structuredContent: { deleted: true } },
  });
});

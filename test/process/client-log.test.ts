import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, root } from "./run-pegboard.ts";

// `server.logging: true`: what a handler writes to `call.log` also goes to a client that reads it, in every era, over every transport,
// with and without the fast path.

const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");
const environment = `
environment:
  NOTES_KEY: { description: A key, secret: true }
`;
const secret = "s3cret-key-of-the-notes";

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/catalog.yaml": `${catalog.replace(/^server: \{/m, "server: { logging: true,")}${environment}`,
    "src/handlers/note/note_list.ts": `import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async (_input, _deps, { log }) => {
  log.debug?.("looks");
  log.info("found", { notes: 2 });
  log.warn("with ${secret}", { key: "${secret}" });
  log.error("fails", { error: new Error("the reason"), all: [new Error("deep")] });
  return ok([]);
};
`,
  });
});
afterAll(() => project.remove());

const lines = {
  debug: { level: "debug", logger: "note_list", data: "looks" },
  info: { level: "info", logger: "note_list", data: { message: "found", notes: 2 } },
  warning: { level: "warning", logger: "note_list", data: { message: "with [secret]", key: "[secret]" } },
  error: { level: "error", logger: "note_list", data: { message: "fails", error: "the reason", all: ["deep"] } },
};
const { debug, info, warning, error } = lines;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: { readonly capabilities?: object };
  readonly error?: { readonly code: number };
}

const serving = (path: string, ...words: readonly string[]) =>
  spawn(process.execPath, [mainPath, "serve", "--catalog", project.folder, "--log-level", "error", ...words], {
    env: { PATH: process.env.PATH, PEGBOARD_SESSION_EVENTS: "memory", NOTES_KEY: secret, PEGBOARD_FAST_PATH: path },
    stdio: ["pipe", "pipe", "pipe"],
  });

/** Sends requests over stdio one after the other, and gives what came up to the answer of the last. */
async function overStdio(path: string, requests: readonly object[]): Promise<readonly Message[]> {
  const server = serving(path);
  const came: Message[] = [];
  let rest = "";
  let next = 0;
  const send = () => {
    const request = requests[next++];
    if (request === undefined) server.stdin.end();
    else server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: next, ...request })}\n`);
  };
  server.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = `${rest}${text}`.split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const message: Message = JSON.parse(part);
      came.push(message);
      if (message.id !== undefined) send();
    }
  });
  send();
  await new Promise((resolve) => server.once("exit", resolve));
  return came;
}

const logged = (messages: readonly Message[]) =>
  messages.filter(({ method }) => method === "notifications/message").map(({ params }) => params);

const call = { method: "tools/call", params: { name: "note_list", arguments: {} } };
const handshake = {
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const setLevel = (level: string) => ({ method: "logging/setLevel", params: { level } });
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
};
const modernCall = (level?: string) => ({
  method: "tools/call",
  params: {
    ...call.params,
    _meta: { ...envelope, ...(level !== undefined && { "io.modelcontextprotocol/logLevel": level }) },
  },
});

describe.each(["on", "off"])("over stdio, fast path %s", (path) => {
  it("an older client reads it from info on, or from the level that it sets", async () => {
    const messages = await overStdio(path, [handshake, call, setLevel("debug"), call, setLevel("error"), call]);
    expect(messages[0]?.result?.capabilities).toHaveProperty("logging", {});
    expect(logged(messages)).toEqual([info, warning, error, debug, info, warning, error, error]);
    // Lines of a call come before its answer.
    expect(messages.map(({ id }) => id)).toEqual([
      ...[1, undefined, undefined, undefined, 2],
      ...[3, undefined, undefined, undefined, undefined, 4],
      ...[5, undefined, 6],
    ]);
  });

  it("a level that is none is refused", async () => {
    const messages = await overStdio(path, [handshake, setLevel("loud"), call]);
    expect(messages[1]?.error?.code).toBe(-32602);
    expect(logged(messages)).toEqual([info, warning, error]);
  });

  it("a client of 2026-07-28 reads it from the level that each request names, and else nothing", async () => {
    expect(logged(await overStdio(path, [modernCall(), modernCall("warning"), modernCall()]))).toEqual([
      warning,
      error,
    ]);
    const [refused] = await overStdio(path, [
      { method: "logging/setLevel", params: { level: "debug", _meta: envelope } },
    ]);
    expect(refused?.error?.code).toBe(-32601);
  });
});

describe.each(["on", "off"])("over HTTP, fast path %s", (path) => {
  it("lines are sent on the stream of their call", async () => {
    const server = serving(path, "--http", "0");
    const url = await new Promise<string>((resolve) => {
      server.stderr.setEncoding("utf8").on("data", (text: string) => {
        const found = /serving at (\S+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const ask = async (request: { readonly method: string; readonly params: object }, more: object = {}) => {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...more },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...request }),
      });
      const text = await answer.text();
      const parts = text.startsWith("{") ? [text] : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data);
      return parts.map((part): Message => JSON.parse(part));
    };
    const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "note_list" };
    expect(logged(await ask(call))).toEqual([info, warning, error]);
    expect(logged(await ask(modernCall(), modern))).toEqual([]);
    expect(logged(await ask(modernCall("debug"), modern))).toEqual([debug, info, warning, error]);
    // Nothing is kept between requests, so the level holds for none.
    expect((await ask(setLevel("error")))[0]).toMatchObject({ result: {} });
    expect(logged(await ask(call))).toEqual([info, warning, error]);
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  });
});

test("a client of the installed base sets its level and reads", async () => {
  const client = new Client({ name: "t", version: "1" });
  const read: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void read.push(params));
  const args = [mainPath, "serve", "--catalog", project.folder];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  await client.setLoggingLevel("warning");
  await client.callTool({ name: "note_list", arguments: {} });
  await client.close();
  expect(read).toMatchObject([{ level: "warning" }, { level: "error" }]);
});

test("a catalog that says nothing of it keeps its log", async () => {
  const quiet = await makeNotesProject({});
  try {
    const server = spawn(process.execPath, [mainPath, "serve", "--catalog", quiet.folder], { stdio: "pipe" });
    let said = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    server.stdin.end(
      [handshake, setLevel("debug")].map((one, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...one })}\n`).join(""),
    );
    await new Promise((resolve) => server.once("exit", resolve));
    const [first, second]: Message[] = said
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first?.result?.capabilities).not.toHaveProperty("logging");
    expect(second?.error?.code).toBe(-32601);
  } finally {
    quiet.remove();
  }
});

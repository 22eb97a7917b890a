import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath } from "./run-pegboard.ts";

// Forms with titles and lists: the built server asks raw clients of each revision, over both transports.

const tool = `name: note_ask
title: Ask for a note
tier: essential
since: 0.1.0
stability: experimental
summary: Ask the user for a note.
session: none
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
params: {}
result: { type: string, description: The replies }
errors: []
guidance:
  use_when: [Somebody has to be asked]
examples:
  - title: Ask
    arguments: {}
    result: {}
`;

const handler = `import { ok } from "pegboard/runtime";
import type { NoteAsk } from "../../../generated/contracts/note_ask.ts";
import type { ToolHandler } from "../deps.ts";

export const noteAsk: ToolHandler<NoteAsk> = async (_input, _deps, { elicit }) => {
  const tags = { type: "enums", values: ["a", "b"], titles: { a: "A" } } as const;
  const first = await elicit({
    message: "Which way?",
    fields: { way: { type: "enum", values: ["card", "cash"], titles: { card: "By card" }, required: true }, tags },
  });
  if (first.reply !== "accepted") return ok(first.reply);
  const second = await elicit({ message: "Which tags?", fields: { tags: { ...tags, required: true } } });
  return ok(JSON.stringify([first.values, second]));
};
`;

const started: ChildProcess[] = [];
let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/tools/note/note_ask.yaml": tool,
    "src/handlers/note/note_ask.ts": handler,
  });
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  project.remove();
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly message: string; readonly requestedSchema: object };
  readonly result?: { readonly structuredContent?: { readonly data: string } };
}

interface Visit {
  readonly forms: readonly object[];
  readonly replies: unknown;
  /** The lines of the log that name a form or a field. */
  readonly logged: () => readonly string[];
}

const handshake = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion, capabilities: { elicitation: {} }, clientInfo: { name: "raw", version: "1" } },
});
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "note_ask", arguments: {} } };
const accepted = ({ id, params }: Message) => {
  const content = params?.message === "Which way?" ? { way: "card" } : { tags: ["b"] };
  return { jsonrpc: "2.0", id, result: { action: "accept", content } };
};

function serve(...words: readonly string[]) {
  const child = spawn(process.execPath, [mainPath, "serve", "--catalog", project.folder, ...words]);
  started.push(child);
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  return { child, log: () => log };
}

/** Answers each form until the call is answered. */
async function visit(
  messages: AsyncIterable<string>,
  reply: (message: object) => unknown,
  log: () => string,
): Promise<Visit> {
  const forms: object[] = [];
  for await (const line of messages) {
    const message: Message = JSON.parse(line);
    if (message.id === call.id && message.method === undefined) {
      const replies: unknown = JSON.parse(message.result?.structuredContent?.data ?? "");
      const logged = () =>
        log()
          .split("\n")
          .filter((text) => /form|field/.test(text));
      return { forms, replies, logged };
    }
    if (message.method !== "elicitation/create" || message.params === undefined) continue;
    forms.push(message.params.requestedSchema);
    await reply(accepted(message));
  }
  throw new Error(`the call was not answered: ${log()}`);
}

async function overStdio(revision: string): Promise<Visit> {
  const { child, log } = serve();
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  for (const message of [handshake(revision), { jsonrpc: "2.0", method: "notifications/initialized" }, call])
    send(message);
  const seen = await visit(createInterface({ input: child.stdout }), send, log);
  child.stdin.end();
  return seen;
}

async function overHttp(revision: string): Promise<Visit> {
  const { child, log } = serve("--http", "0");
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", () => {
      const found = /serving at (\S+)/.exec(log())?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${log()}`)));
  });
  const base = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (message: object, more = {}) =>
    fetch(url, { method: "POST", headers: { ...base, ...more }, body: JSON.stringify(message) });
  const session = (await post(handshake(revision))).headers.get("mcp-session-id") ?? "";
  const headers = { "mcp-protocol-version": revision, "mcp-session-id": session };
  const { body } = await post(call, headers);
  return visit(eventsOf(body), (message) => post(message, headers), log);
}

async function* eventsOf(body: Response["body"]): AsyncGenerator<string> {
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) if (/^data: ./.test(line)) yield line.slice(6);
  }
}

describe.each([
  ["stdio", overStdio],
  ["HTTP", overHttp],
] as const)("over %s", (_transport, ask) => {
  it("a client of 2025-06-18 gets enumNames and no lists; a form that requires a list is not sent, and the log says why", async () => {
    const { forms, replies, logged } = await ask("2025-06-18");
    expect(forms).toEqual([
      {
        type: "object",
        properties: { way: { type: "string", enum: ["card", "cash"], enumNames: ["By card", "cash"] } },
        required: ["way"],
      },
    ]);
    expect(replies).toEqual([{ way: "card" }, { reply: "unavailable" }]);
    await expect
      .poll(logged)
      .toEqual([
        expect.stringContaining("field 'tags' is a required list, and protocol 2025-06-18 has no lists in forms"),
      ]);
  });

  it("a client of 2025-11-25 gets both", async () => {
    const { forms, replies, logged } = await ask("2025-11-25");
    const anyOf = [
      { const: "a", title: "A" },
      { const: "b", title: "b" },
    ];
    const tags = { type: "array", items: { anyOf } };
    expect(forms).toMatchObject([
      { properties: { way: { oneOf: [{ title: "By card" }, {}] }, tags } },
      { properties: { tags } },
    ]);
    expect(replies).toEqual([{ way: "card" }, { reply: "accepted", values: { tags: ["b"] } }]);
    expect(logged()).toEqual([]);
  });
});

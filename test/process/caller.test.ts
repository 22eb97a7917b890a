import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { served } from "./identity-servers.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";

// What a handler is given of its caller, over each way that calls come in.

const prompt = `title: Ask
description: Says who asks.
arguments: {part: {description: Any, completion: computed}}
computed: true
`;

const promptHandler = `import type { Completions, PromptHandler } from "pegboard/runtime";
import type { NoteAskerArguments } from "../../generated/prompts/note_asker.ts";
import type { Deps } from "../handlers/deps.ts";

export const noteAsker: PromptHandler<NoteAskerArguments, Deps> = (_args, _deps, { caller }) => [
  { role: "user", text: JSON.stringify(caller) },
];

export const noteAskerCompletions: Completions<"part", NoteAskerArguments, Deps> = {
  part: (_typed, _given, _deps, { caller }) => [JSON.stringify(caller)],
};
`;

const resource = `title: Reader
description: Says who reads.
uri_template: notes://reader/{part}
mime_type: application/json
variables: {part: {description: Any}}
computed: true
`;

const resourceHandler = `import type { ResourceHandler } from "pegboard/runtime";
import type { NoteReaderVariables } from "../../generated/resources/note_reader.ts";
import type { Deps } from "../handlers/deps.ts";

export const noteReader: ResourceHandler<NoteReaderVariables, Deps> = (_variables, _deps, { caller }) => JSON.stringify(caller);
`;

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    "src/handlers/note/note_list.ts": `import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async (_input, _deps, { caller }) =>
  ok([{ title: caller.transport, text: JSON.stringify(caller.client ?? null) }]);
`,
    "schema/prompts/note_asker.yaml": prompt,
    "src/prompts/note_asker.ts": promptHandler,
    "schema/resources/note_reader.yaml": resource,
    "src/resources/note_reader.ts": resourceHandler,
  });
});
afterAll(() => project.remove());

const revisions = ["legacy", "2026-07-28"];
const paths = ["on", "off"];

test.each(revisions.flatMap((revision) => paths.map((path) => ({ revision, path }))))(
  "over stdio, $revision, fast path $path",
  async ({ revision, path }) => {
    const connection = await connectStdio({
      command: process.execPath,
      args: [mainPath, "serve", "--catalog", project.folder],
      env: { PEGBOARD_FAST_PATH: path },
      revision,
      client: "editor",
    });
    const answer = await connection.callTool("note_list");
    await connection.close();
    const client = expect.stringMatching(/^\{"name":"editor","version":"[\d.]+"\}$/);
    expect(answer).toMatchObject({ structuredContent: { items: [{ title: "stdio", text: client }] } });
  },
);

test.each([
  ["on", "a client of 2026-07-28", "2026-07-28", '{"name":"editor","version":"7"}'],
  ["off", "a client of 2026-07-28", "2026-07-28", '{"name":"editor","version":"7"}'],
  // Nothing is kept between its requests, and only the handshake says who it is.
  ["on", "an older client", "legacy", "null"],
])("over HTTP, fast path %s, %s", async (path, _client, revision, client) => {
  const server = spawn(process.execPath, [mainPath, "serve", "--catalog", project.folder, "--http", "0"], {
    env: { ...process.env, PEGBOARD_FAST_PATH: path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = new Promise((resolve) => server.once("exit", resolve));
  let stderr = "";
  const url = await new Promise<string>((resolve, reject) => {
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exit.then((code) => reject(new Error(`it ended with ${String(code)}: ${stderr}`)));
  });
  const mode = revision === "legacy" ? "legacy" : { pin: revision };
  const caller = new Client({ name: "editor", version: "7" }, { versionNegotiation: { mode } });
  await caller.connect(new StreamableHTTPClientTransport(new URL(url)));
  const answer = await caller.callTool({ name: "note_list", arguments: {} });
  await caller.close();
  server.kill("SIGTERM");
  await exit;
  expect(answer.structuredContent).toMatchObject({ items: [{ title: "http", text: client }] });
});

test("from the command line", async () => {
  const { stdout } = await pegboard(["call", "note_list", "--catalog", project.folder]);
  expect(JSON.parse(stdout)).toMatchObject({ items: [{ title: "in-process", text: '{"name":"pegboard"}' }] });
});

/** What the handlers of a prompt, of its completion and of a resource learn about their caller. */
async function saidBy(client: Client): Promise<readonly unknown[]> {
  const { messages } = await client.getPrompt({ name: "note_asker" });
  const ref = { type: "ref/prompt" as const, name: "note_asker" };
  const { completion } = await client.complete({ ref, argument: { name: "part", value: "" } });
  const { contents } = await client.readResource({ uri: "notes://reader/x" });
  const [message] = messages;
  const [content] = contents;
  if (message?.content.type !== "text" || content === undefined || !("text" in content)) throw new Error("no text");
  return [message.content.text, completion.values[0] ?? "", content.text].map((text) => JSON.parse(text));
}

test.each(revisions)("of prompts, completions and resources over stdio, %s", async (revision) => {
  const mode = revision === "legacy" ? "legacy" : { pin: revision };
  const client = new Client({ name: "editor", version: "7" }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [mainPath, "serve", "--catalog", project.folder],
      stderr: "ignore",
    }),
  );
  const said = await saidBy(client);
  await client.close();
  const caller = { client: { name: "editor", version: "7" }, transport: "stdio" };
  expect(said).toEqual([caller, caller, caller]);
});

test.each(revisions)("of prompts, completions and resources over HTTP with a named token, %s", async (revision) => {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-caller-"));
  const file = join(folder, "tokens.json");
  const made = await pegboard(["token", "create", "reader", "--scope", "notes:read", "--file", file]);
  const server = await served(project.folder, { http: { address: "127.0.0.1:0", tokens: file } });
  const mode = revision === "legacy" ? "legacy" : { pin: revision };
  const client = new Client({ name: "editor", version: "7" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${made.stdout.trim()}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.found), { requestInit }));
  const said = await saidBy(client);
  await client.close();
  server.child.kill();
  await server.exit;
  rmSync(folder, { recursive: true });
  const caller = expect.objectContaining({
    transport: "http",
    identity: expect.objectContaining({ subject: "reader", scopes: ["notes:read"] }),
  });
  expect(said).toEqual([caller, caller, caller]);
});

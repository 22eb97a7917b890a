import { spawn } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";

// What a handler is given of its caller, over each way that calls come in.

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    "src/handlers/note/note_list.ts": `import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async (_input, _deps, { caller }) =>
  ok([{ title: caller.transport, text: JSON.stringify(caller.client ?? null) }]);
`,
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

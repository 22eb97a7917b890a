import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard } from "./run-pegboard.ts";

// `serve --errors` and `serve --max-calls`, with the built server.

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    // It answers with how many of it run at once.
    "src/handlers/note/note_list.ts": `import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

let running = 0;
let most = 0;

export const noteList: ToolHandler<NoteList> = async () => {
  running++;
  most = Math.max(most, running);
  await new Promise((resolve) => setTimeout(resolve, 20));
  running--;
  return ok([{ title: String(most), text: "" }]);
};
`,
  });
});
afterAll(() => project.remove());

const serving = (...words: string[]) => [mainPath, "serve", "--catalog", project.folder, ...words];

async function connect(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return connectStdio({ command: process.execPath, args: serving(...words), env, revision: "2026-07-28" });
}

describe("--errors protocol", () => {
  const error = {
    kind: "protocol-error",
    code: -31001,
    message: "there is a note titled 'Milk' already",
    data: { title: "Milk", code: "NOTE_EXISTS", retry: "changed_arguments", hint: "choose another title" },
  };

  it.each<[string, string[], Record<string, string>]>([
    ["the flag", ["--errors", "protocol"], {}],
    ["the variable", [], { PEGBOARD_ERRORS: "protocol" }],
  ])("by %s makes declared errors the protocol's", async (_title, words, env) => {
    const connection = await connect(words, env);
    await connection.callTool("note_create", { title: "Milk" });
    const answer = await connection.callTool("note_create", { title: "Milk" });
    expect(answer).toEqual({ ...error, message: expect.stringContaining(error.message) });
    expect(await connection.callTool("note_create", {})).toMatchObject({
      kind: "result",
      structuredContent: { error: { code: "INVALID_ARGUMENTS" } },
    });
    await connection.close();
  });

  it("reaches a client of SDK 1.x", async () => {
    const client = new InstalledClient({ name: "pegboard-test", version: "1.0.0" });
    const transport = new StdioClientTransport({ command: process.execPath, args: serving("--errors", "protocol") });
    // The class fits the SDK's Transport; its optional members differ only in exactOptionalPropertyTypes.
    await client.connect(transport as never);
    await client.callTool({ name: "note_create", arguments: { title: "Milk" } });
    await expect(client.callTool({ name: "note_create", arguments: { title: "Milk" } })).rejects.toMatchObject({
      code: error.code,
      data: error.data,
    });
    await client.close();
  });

  it("gives way to the flag, and by default declared errors are results", async () => {
    const connection = await connect(["--errors", "result"], { PEGBOARD_ERRORS: "protocol" });
    await connection.callTool("note_create", { title: "Milk" });
    expect(await connection.callTool("note_create", { title: "Milk" })).toMatchObject({
      kind: "result",
      isError: true,
      structuredContent: { error: { code: "NOTE_EXISTS", number: -31001 } },
    });
    await connection.close();
  });
});

describe("--max-calls", () => {
  it.each([
    ["direct", 3],
    ["meta", 1],
  ])("on the %s surface lets %i run at once, and answers all", async (surface, most) => {
    const connection = await connect(["--surface", surface, "--max-calls", String(most)]);
    const list = () =>
      surface === "meta"
        ? connection.callTool("call_read", { tool: "note_list", arguments: {} })
        : connection.callTool("note_list", {});
    const answers = await Promise.all(Array.from({ length: 8 }, list));
    expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => "result"));
    expect(await list()).toMatchObject({ structuredContent: { items: [{ title: String(most) }] } });
    await connection.close();
  });
});

it("a pattern that meets no tool is reported in the log, and serving goes on", async () => {
  const { code, stdout, stderr } = await pegboard(["serve", "--deny", "task_creat,task_*"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  const lines = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { level: "warn", rule: "deny", pattern: "task_creat", nearMiss: "task_create", event: "a pattern matches no tool" },
  ]);
  expect(lines).toHaveLength(1);
});

describe("an invalid value is refused before anything is served", () => {
  it.each<[string[], Record<string, string>, string]>([
    [["--errors", "protocl"], {}, "there is no errors format 'protocl'\n       did you mean 'protocol'?"],
    [[], { PEGBOARD_ERRORS: "rpc" }, "PEGBOARD_ERRORS: there is no errors format 'rpc'"],
    [["--max-calls", "0"], {}, "It must be a number of calls, at least 1."],
    [["--max-calls", "many"], {}, "It must be a number of calls, at least 1."],
  ])("%j %j", async (words, env, problem) => {
    const { code, stderr } = await pegboard(serving(...words).slice(1), { env });
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });

  it("and --help tells users of SDK 1.x what -32001 is to them", async () => {
    const { stdout } = await pegboard(["serve", "--help"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("clients of SDK 1.x take -32001 for a timeout");
  });
});

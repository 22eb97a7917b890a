import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath } from "./run-pegboard.ts";

// Names that callers spell otherwise (`wire`), where more than a plain param speaks of them: the action of a multi-action tool, the condition and
// the message of `confirm`, options of a union. Callers read their spelling everywhere, the handler gets ours. And what
// `unknown_params: pass` and `reject` do beside them.

const facts = `tier: essential
since: 0.1.0
stability: experimental
session: none
errors: []
`;
const manage = `name: note_manage
wire: note-manage
title: Manage notes
summary: Keep a note or drop it.
${facts}effects: { read_only: false, destructive: true, idempotent: false, open_world: false }
unknown_params: pass
confirm: { when: { what: drop }, message: "drop the note '{note_title}'" }
params:
  what: { wire: doWhat, type: enum, values: [keep, drop], required: true }
  note_title: { wire: noteTitle, type: string }
  where_to:
    wire: whereTo
    type: union
    of:
      - { type: object, fields: { kind_of: { wire: kindOf, type: enum, values: [folder], required: true }, folder_name: { wire: folderName, type: string, required: true } } }
      - { type: object, fields: { kind_of: { wire: kindOf, type: enum, values: [tag], required: true }, tag_name: { wire: tagName, type: string, required: true } } }
actions:
  by: what
  cases:
    keep: { summary: Keep it, requires: [note_title], optional: [where_to] }
    drop: { summary: Drop it, requires: [note_title] }
result: content
`;
const handler = `import { ok } from "pegboard/runtime";
import type { NoteManage } from "../../../generated/contracts/note_manage.ts";
import type { ToolHandler } from "../deps.ts";

export const noteManage: ToolHandler<NoteManage> = async (input) => ok(JSON.stringify(input));
`;
const strict = manage
  .replaceAll("note_manage", "note_strict")
  .replace("note-manage", "note-strict")
  .replace("unknown_params: pass", "unknown_params: reject")
  .replace("Keep a note or drop it.", "Judge a note by its words.");

let project: NotesProject;
let client: Client;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/tools/note/note_manage.yaml": manage,
    "schema/tools/note/note_strict.yaml": strict,
    "src/handlers/note/note_manage.ts": handler,
    "src/handlers/note/note_strict.ts": handler
      .replaceAll("note_manage", "note_strict")
      .replaceAll("NoteManage", "NoteStrict")
      .replaceAll("noteManage", "noteStrict"),
  });
  client = new Client({ name: "pegboard-test", version: "1.0.0" });
  const words = [mainPath, "serve", "--catalog", project.folder, "--surface", "direct"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: words, stderr: "ignore" }));
});
afterAll(async () => {
  await client.close();
  project.remove();
});

async function call(name: string, given: Record<string, unknown>) {
  const params = { name, arguments: given };
  const { isError, content } = await client.request({ method: "tools/call", params }, CallToolResultSchema);
  const [text = "", notices = ""] = content.map((block) => (block.type === "text" ? block.text : block.type));
  return { failed: isError === true, text, ...(notices === "" ? {} : { notices }) };
}

test("the list speaks the callers' spelling", async () => {
  const { tools } = await client.listTools();
  const { inputSchema } = tools.find(({ name }) => name === "note-manage") ?? {};
  expect(Object.keys(inputSchema?.properties ?? {})).toEqual(["doWhat", "noteTitle", "whereTo", "confirm"]);
  expect(JSON.stringify(inputSchema)).not.toMatch(/note_title|where_to|kind_of|folder_name|tag_name/);
});

test("the handler gets ours, in options of a union too", async () => {
  const given = { doWhat: "keep", noteTitle: "Milk", whereTo: { kindOf: "folder", folderName: "Shop" } };
  const { failed, text } = await call("note-manage", given);
  expect({ failed, got: JSON.parse(text) }).toEqual({
    failed: false,
    got: { what: "keep", note_title: "Milk", where_to: { kind_of: "folder", folder_name: "Shop" } },
  });
});

describe("what is wrong is said in the callers' spelling", () => {
  test.each([
    ["a param that the action needs", { doWhat: "keep" }, "noteTitle"],
    [
      "a param that the action does not take",
      { doWhat: "drop", noteTitle: "a", whereTo: { kindOf: "tag", tagName: "b" } },
      "whereTo",
    ],
    ["a field of an option", { doWhat: "keep", noteTitle: "a", whereTo: { kindOf: "tag" } }, "tagName"],
    ["the action", { doWhat: "burn", noteTitle: "a" }, "doWhat"],
  ])("%s", async (_, given, name) => {
    const { failed, text } = await call("note-manage", given);
    expect({ failed, text }).toEqual({ failed: true, text: expect.stringContaining(name) });
    expect(text).not.toMatch(/note_title|where_to|kind_of|folder_name|tag_name|'what'/);
  });
});

test("a confirmation has the action's condition and the value of the param in its message", async () => {
  const { text } = await call("note-manage", { doWhat: "drop", noteTitle: "Milk" });
  expect(text).toContain("drop the note 'Milk'");
  const confirmed = await call("note-manage", { doWhat: "drop", noteTitle: "Milk", confirm: true });
  expect({ ...confirmed, text: JSON.parse(confirmed.text) }).toEqual({
    failed: false,
    text: { what: "drop", note_title: "Milk", confirm: true },
  });
});

describe("what no param names", () => {
  const given = { doWhat: "keep", noteTitle: "a", colour: { deep: [1] } };
  test("reaches the handler as it is where it passes", async () => {
    const { text } = await call("note-manage", given);
    expect(JSON.parse(text)).toEqual({ what: "keep", note_title: "a", colour: { deep: [1] } });
  });
  test("replaces no param whose name the handler spells so: the confirmation and the checks were of the param", async () => {
    const { text, notices } = await call("note-manage", { ...given, what: "drop", note_title: 5 });
    expect(JSON.parse(text)).toEqual({ what: "keep", note_title: "a", colour: { deep: [1] } });
    expect(notices).toBe(
      "Notice: unknown param 'what' was ignored; did you mean 'doWhat'?\nNotice: unknown param 'note_title' was ignored; did you mean 'noteTitle'?",
    );
    const alone = await call("note-manage", { doWhat: "keep", note_title: 5, noteTitle: "a" });
    expect(JSON.parse(alone.text)).toEqual({ what: "keep", note_title: "a" });
  });
  test("is refused where it is rejected, with the nearest name in the callers' spelling", async () => {
    expect(await call("note-strict", given)).toEqual({ failed: true, text: expect.stringContaining("colour") });
    const near = await call("note-strict", { doWhat: "keep", noteTitl: "a" });
    expect(near).toEqual({ failed: true, text: expect.stringContaining("noteTitle") });
  });
});

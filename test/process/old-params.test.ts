import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { pegboard } from "./run-pegboard.ts";

// What an old name lists of its params is what a call of it may send, and what its function gets.

const target = `name: note_mark
title: Mark a note
tier: essential
since: 0.1.0
stability: experimental
summary: Show what a mark would be.
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
params:
  id: { type: string, max_length: 9, required: true, description: Its id }
  mode: { type: enum, values: [x, y, z], default: x, description: How it works }
result: { type: object, fields: { id: { type: string, required: true }, mode: { type: string, required: true } } }
errors: []
aliases:
  - name: mark_made
    of: olds
    adapt: true
    params:
      old_id: { type: string, max_length: 9, required: true, wire: oldId }
      in_it: { type: object, wire: inIt, fields: { a_mode: { type: enum, values: [y, z], default: z, wire: aMode } } }
  - name: mark_table
    of: olds
    params:
      old_id: { type: string, max_length: 9, required: true, wire: oldId }
      mode: { type: enum, values: [x, y, z], wire: oldMode }
    rename: { old_id: id }
  - name: mark_listed
    of: olds
    params: { old_mode: { type: enum, values: [x, y], default: y } }
    rename: { old_mode: mode }
  - name: mark_twice
    of: olds
    params: { mode: { type: enum, values: [x, y, z], default: y } }
    defaults: { mode: z }
guidance:
  use_when: [A mark is needed]
examples:
  - { title: One, arguments: { id: a }, result: { id: a } }
`;
const many = `name: note_do
title: Do something
tier: essential
since: 0.1.0
stability: experimental
summary: Show what would be done.
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
params:
  act: { type: enum, values: [show, upd], required: true, description: What to do }
  val: { type: string, max_length: 9, description: New value }
  key: { type: string, max_length: 9, description: Key of the value }
  tag: { type: string, max_length: 9, description: Tag to show }
actions: { by: act, cases: { show: { requires: [key], optional: [tag] }, upd: { requires: [key, val] } } }
result: { type: object, fields: { act: { type: string, required: true } } }
errors: []
aliases:
  - { name: old_do, of: olds, rename: { verb: act } }
  - { name: old_show, of: olds, params: { verb: { type: enum, values: [show], required: true } }, rename: { verb: act } }
guidance:
  use_when: [Something is to be done]
examples:
  - { title: One, arguments: { act: show, key: a }, result: { act: show } }
`;
const doer = `import { ok } from "pegboard/runtime";
import type { NoteDo } from "../../../generated/contracts/note_do.ts";
import type { ToolHandler } from "../deps.ts";

export const noteDo: ToolHandler<NoteDo> = async ({ act }) => ok({ act });
`;
const handler = `import { ok } from "pegboard/runtime";
import type { NoteMark } from "../../../generated/contracts/note_mark.ts";
import type { ToolHandler } from "../deps.ts";

export const noteMark: ToolHandler<NoteMark> = async ({ id, mode }) => ok({ id, mode });
`;
const adapter = `import type { AdaptMarkMade } from "../../../generated/contracts/note_mark.ts";

export const markMade: AdaptMarkMade = ({ oldId, inIt }) => ({ id: oldId, mode: inIt?.aMode });
`;

let project: NotesProject;
beforeAll(async () => {
  const catalog = readFileSync(join(import.meta.dirname, "../fixtures/notes/schema/catalog.yaml"), "utf8");
  project = await makeNotesProject({
    "schema/catalog.yaml": catalog.replace(/^profiles:$/m, "profiles:\n  old: { list_as: olds }"),
    "schema/tools/note/note_mark.yaml": target,
    "schema/tools/note/note_do.yaml": many,
    "src/handlers/note/note_do.ts": doer,
    "src/handlers/note/note_mark.ts": handler,
    "src/handlers/note/mark_made.ts": adapter,
  });
});
afterAll(() => project.remove());

async function call(name: string, given: object) {
  const words = ["call", name, "-", "--json", "--catalog", project.folder];
  const { stdout, stderr } = await pegboard(words, { stdin: JSON.stringify(given) });
  return stdout === "" ? stderr : JSON.parse(stdout).structuredContent;
}

/** What the list of the old names shows of its arguments. */
function listed(name: string): JsonObject | undefined {
  const list = JSON.parse(readFileSync(join(project.folder, "generated/.cache/wire/old.json"), "utf8"));
  const tools: readonly { readonly name: string; readonly inputSchema: JsonObject }[] = list.tools;
  return tools.find((tool) => tool.name === name)?.inputSchema;
}

test("a function gets the params of an old name as callers spell them, with defaults filled in, and so says its type", async () => {
  expect(await call("mark_made", { oldId: "a", inIt: {} })).toEqual({ id: "a", mode: "z" });
  expect(await call("mark_made", { oldId: "a", inIt: { aMode: "y" } })).toEqual({ id: "a", mode: "y" });
  const contract = readFileSync(join(project.folder, "generated/contracts/note_mark.ts"), "utf8");
  const type = /export type MarkMadeArguments = (\{.*?\n\});/s.exec(contract)?.[1]?.replace(/\/\*\*.*?\*\/|\s+/gs, " ");
  expect(type?.replace(/ +/g, " ")).toBe('{ readonly oldId: string; readonly inIt?: { readonly aMode: "y" | "z"; }; }');
});

test("a table maps the params of an old name as callers spell them", async () => {
  expect(await call("mark_table", { oldId: "a", oldMode: "y" })).toEqual({ id: "a", mode: "y" });
  expect(listed("mark_table")).toMatchObject({ properties: { oldId: {}, oldMode: {} }, required: ["oldId"] });
});

test("a default that is listed with an old param applies, and one under `defaults` is what is listed", async () => {
  expect(listed("mark_listed")).toMatchObject({ properties: { old_mode: { default: "y" } } });
  expect(await call("mark_listed", { id: "a" })).toEqual({ id: "a", mode: "y" });
  expect(await call("mark_listed", { id: "a", old_mode: "x" })).toEqual({ id: "a", mode: "x" });
  expect(listed("mark_twice")).toMatchObject({ properties: { mode: { default: "z" } } });
  expect(await call("mark_twice", { id: "a" })).toEqual({ id: "a", mode: "z" });
});

test("an old name lists what the actions require that its callers may choose, and no more", async () => {
  const params = (name: string) => Object.keys(listed(name)?.properties ?? {});
  expect([params("old_do"), listed("old_do")?.required]).toEqual([
    ["verb", "val", "key"],
    ["verb", "key"],
  ]);
  expect([params("old_show"), listed("old_show")?.required]).toEqual([
    ["verb", "key"],
    ["verb", "key"],
  ]);
  expect(await call("old_do", { verb: "upd", key: "a", val: "b" })).toEqual({ act: "upd" });
});

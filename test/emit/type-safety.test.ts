import { expect, test } from "vitest";
import { emit } from "../../src/compiler/emit/emit.ts";
import { richCatalog } from "./rich-catalog.ts";
import { typeErrors } from "./type-check.ts";

test("everything that is generated for a catalog with every kind of type passes the strict type checker", () => {
  expect(typeErrors(emit(richCatalog(), new Map()))).toBe("");
});

const use = (...lines: readonly string[]) => ({
  path: "src/use.ts",
  text: [
    'import { type CallTool, openClient } from "../generated/client.ts";',
    'import { errors } from "../generated/errors.ts";',
    "declare const call: CallTool;",
    "const client = openClient(call);",
    ...lines,
  ].join("\n"),
});

test("the client takes what a tool takes and gives what it gives", () => {
  const lines = [
    'const note = await client.noteCreate({ title: "a", tags: ["b"], constructor: true, session: "s" });',
    "const labels: readonly string[] = (note.children ?? []).map((child) => child.label);",
    "const answer: string | null = (await client.ping()).data;",
    'export const raised = [labels, answer, errors.noteExists({ title: "a" }), errors.delete_({})];',
  ];
  expect(typeErrors([...emit(richCatalog(), new Map()), use(...lines)])).toBe("");
});

test("a tool whose result is content gives its blocks in the client", () => {
  const catalog = richCatalog();
  const tools = catalog.tools.map((tool) => (tool.name === "ping" ? { ...tool, contentOnly: true as const } : tool));
  const files = emit({ ...catalog, tools }, new Map());
  const client = files.find(({ path }) => path === "generated/.cache/client.ts");
  expect(client?.text).toContain('ping: (given = {}) => call("ping", given, "content"),');
  const lines = [
    "const [block] = await client.ping();",
    "export const raised = errors.delete_({});",
    "export const type: string | undefined = block?.type;",
    "export const wrong: number | undefined = block?.type;",
  ];
  const complaints = typeErrors([...files, use(...lines)]);
  const found = [...complaints.matchAll(/use\.ts\((\d+),\d+\): error (TS\d+)/g)].map(([, line, code]) => [line, code]);
  expect(found).toEqual([["8", "TS2322"]]);
});

test("what a tool or an error does not take does not type-check", () => {
  const lines = [
    'export const unknownParam = client.noteTree({ filter: {}, rot: "b" });',
    "export const missingParam = client.noteTree({});",
    'export const noSuchAction = client.noteEdit({ action: "burn", note: "a" });',
    'export const wrongData = errors.noteExists({ name: "a" });',
    "export const wrongField = client.ping().then((answer) => answer.date);",
  ];
  const complaints = typeErrors([...emit(richCatalog(), new Map()), use(...lines)]);
  expect(
    [...complaints.matchAll(/use\.ts\((\d+),\d+\): error (TS\d+)/g)].map(([, line, code]) => [line, code]),
  ).toEqual([
    ["5", "TS2561"],
    ["6", "TS2345"],
    ["7", "TS2322"],
    ["8", "TS2353"],
    ["9", "TS2339"],
  ]);
});

test("a handler without the preview that its tool asks for does not type-check", () => {
  const path = "src/handlers/notes/note_edit.ts";
  const files = emit(richCatalog(), new Map()).filter((file) => file.path !== path);
  const text = [
    'import type { NoteEdit } from "../../../generated/contracts/note_edit.ts";',
    'import type { ToolHandler } from "../deps.ts";',
    "export const noteEdit: ToolHandler<NoteEdit> = async () => { throw new Error(); };",
  ].join("\n");
  expect(typeErrors([...files, { path, text }])).toMatch(
    /registry\.ts\(\d+,\d+\): error TS1360: Type 'ToolHandler<NoteEdit>' does not satisfy .* 'PreviewedHandler</,
  );
});

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath } from "./run-pegboard.ts";

// A tool whose schemas use what only JSON Schema has: published as it stands, checked by the server, explained to the caller.

const tree = {
  $id: "https://example.com/tree",
  $dynamicAnchor: "node",
  type: "object",
  properties: { label: { $ref: "#label" }, children: { type: "array", items: { $dynamicRef: "#node" } } },
  $defs: { label: { $anchor: "label", type: "string", maxLength: 3 } },
};
const closed = {
  $id: "https://example.com/closed",
  $dynamicAnchor: "node",
  $ref: "tree",
  unevaluatedProperties: false,
  $defs: { tree },
};
const pair = { type: "array", prefixItems: [{ type: "integer" }], contains: { const: "x" }, unevaluatedItems: false };

const tool = `name: note_tree
title: Keep a tree
tier: essential
since: 0.1.0
stability: experimental
summary: Keep a tree of notes.
session: none
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
params:
  tree: { schema: ${JSON.stringify(closed)}, required: true, description: The notes }
  pair: { schema: ${JSON.stringify(pair)}, description: A number and marks }
result: content
errors: []
`;
const handler = `import { ok } from "pegboard/runtime";
import type { NoteTree } from "../../../generated/contracts/note_tree.ts";
import type { ToolHandler } from "../deps.ts";

export const noteTree: ToolHandler<NoteTree> = async (input) => ok(JSON.stringify(input));
`;

let project: NotesProject;
let client: Client;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/tools/note/note_tree.yaml": tool,
    "src/handlers/note/note_tree.ts": handler,
  });
  client = new Client({ name: "t", version: "1" });
  const args = [mainPath, "serve", "--catalog", project.folder];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));
}, 60_000);
afterAll(async () => {
  await client.close();
  project.remove();
});

async function call(args: Record<string, unknown>) {
  const { isError, content } = await client.request(
    { method: "tools/call", params: { name: "note_tree", arguments: args } },
    CallToolResultSchema,
  );
  return { isError: isError === true, text: JSON.stringify(content) };
}

test("it is published as it stands", async () => {
  const { tools } = await client.listTools();
  const properties = tools.find(({ name }) => name === "note_tree")?.inputSchema.properties;
  expect(properties).toMatchObject({ tree: closed, pair });
});

test.each<readonly [what: string, args: Record<string, unknown>, named: string | undefined]>([
  ["a tree", { tree: { label: "a", children: [{ label: "b", children: [] }] } }, undefined],
  ["a label that is too long, by its anchor", { tree: { label: "long" } }, "tree.label"],
  ["a member that nothing names", { tree: { label: "a", labl: "b" } }, "tree.labl"],
  ["the same further down, where the reference is a dynamic one", { tree: { children: [{ labl: "b" }] } }, "labl"],
  ["items that are evaluated", { tree: {}, pair: [1, "x", "x"] }, undefined],
  ["an item that is not", { tree: {}, pair: [1, "x", "y"] }, "pair"],
])("%s", async (_what, args, named) => {
  const { isError, text } = await call(args);
  expect({ isError, text }).toEqual({ isError: named !== undefined, text: expect.stringContaining(named ?? "") });
});

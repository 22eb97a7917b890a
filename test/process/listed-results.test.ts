import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callToolOver, ToolCallError } from "../../src/client/call-tool.ts";
import { mainPath } from "./run-pegboard.ts";

// Clients before 2026-07-28 hold structured content to the listed output schema, where the result is an error too.

let folder = "";
const open: Client[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-listed-"));
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client({ name: "pegboard-test", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mainPath, "serve", ...words],
    env: { PEGBOARD_DB: join(folder, "workbench.db"), ...env },
    stderr: "ignore",
  });
  // The class fits the SDK's Transport; its optional members differ only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  open.push(client);
  return client;
}

test.each([
  ["the fast path", {}],
  ["the SDK", { PEGBOARD_FAST_PATH: "off" }],
])("SDK 1.x gets errors of tools whose result is listed, by %s", async (_name, env) => {
  const client = await connect(["--surface", "direct", "--detail", "full"], env);
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "memory_get")?.outputSchema).toBeDefined();
  const answer = await client.callTool({
    name: "memory_get",
    arguments: { id: "00000000-0000-4000-8000-000000000000" },
  });
  expect(answer).toMatchObject({ isError: true, _meta: { "pegboard/error": { code: "MEMORY_NOT_FOUND" } } });
  expect(answer.structuredContent).toBeUndefined();
  expect(JSON.stringify(answer.content)).toContain("MEMORY_NOT_FOUND");
  const invalid = await client.callTool({ name: "memory_get", arguments: { id: 7 } });
  expect(invalid).toMatchObject({ isError: true, _meta: { "pegboard/error": { code: "INVALID_ARGUMENTS" } } });
  const fine = await client.callTool({ name: "project_list", arguments: {} });
  expect(fine.structuredContent).toMatchObject({ count: 0 });
  // The typed client finds it in both places.
  const failure = await callToolOver(client)("memory_get", { id: 7 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolCallError);
  expect(failure).toMatchObject({ code: "INVALID_ARGUMENTS", failure: { violations: [{ path: "/id" }] } });
});

test("where no result is listed the structured form stays where programs look for it", async () => {
  const client = await connect(["--surface", "direct", "--detail", "compact"]);
  const { tools } = await client.listTools();
  expect(tools.every(({ outputSchema }) => outputSchema === undefined)).toBe(true);
  const answer = await client.callTool({ name: "memory_get", arguments: { id: 7 } });
  expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: "INVALID_ARGUMENTS" } } });
});

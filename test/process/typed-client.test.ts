import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InMemoryTransport, Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as InstalledStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Server } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClient } from "../../generated/client.ts";
import { callToolOver, ToolCallError, type ToolCaller } from "../../src/client/index.ts";
import { mainPath } from "./run-pegboard.ts";

// The generated client over connections that are not ours: both generations of the official SDK.

const clientInfo = { name: "pegboard-test", version: "1.0.0" };
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-typed-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const server = (name: string) => ({
  command: process.execPath,
  args: [mainPath, "serve"],
  env: { PATH: process.env.PATH ?? "", HOME: folder, PEGBOARD_DB: join(folder, `${name}.db`) },
});

interface Open {
  readonly client: ToolCaller;
  close(): Promise<void>;
}

async function installed(): Promise<Open> {
  const client = new InstalledClient(clientInfo);
  await client.connect(new InstalledStdio(server("installed")));
  return { client, close: () => client.close() };
}

async function modern(): Promise<Open> {
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode: "auto" } });
  await client.connect(new ModernStdio(server("modern")));
  return { client, close: () => client.close() };
}

describe.each([
  ["SDK 1.x over stdio", installed],
  ["SDK 2.x over stdio", modern],
])("the typed client through %s", (_, open) => {
  it("gives results as values and errors as typed errors", async () => {
    const { client, close } = await open();
    try {
      const tools = openClient(callToolOver(client));
      await tools.sessionOpen({ agent: "typed-client" });
      await tools.projectCreate({ name: "Atlas" });
      const task = await tools.taskCreate({ project: "Atlas", title: "Draw the map" });
      expect((await tools.taskGet({ task: task.id })).task.title).toBe("Draw the map");

      const missing = await tools.taskGet({ task: "nobody" }).catch((error: unknown) => error);
      expect(missing).toBeInstanceOf(ToolCallError);
      expect(missing).toMatchObject({ tool: "task_get", code: "TASK_NOT_FOUND", failure: { number: -31008 } });

      // The type checker would not let this through: it is what a caller in plain JavaScript may do.
      const wrong = { task: task.id, nonsense: 7, title: 5 };
      const refused = await tools
        .taskCreate({ ...wrong, title: 5 as never, project: "Atlas" })
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "INVALID_ARGUMENTS" });
      expect((refused as ToolCallError).failure.violations).toHaveLength(1);
    } finally {
      await close();
    }
  });
});

it("tells what a server says that knows only texts", async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const foreign = new Server({ name: "foreign", version: "1.0.0" }, { capabilities: { tools: {} } });
  foreign.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: params.name === "task_get" ? "out of paper" : "done" }],
    isError: params.name === "task_get",
  }));
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode: "legacy" } });
  await Promise.all([foreign.connect(far), client.connect(near)]);
  const tools = openClient(callToolOver(client));
  await expect(tools.taskGet({ task: "t1" })).rejects.toMatchObject({ code: "TOOL_ERROR", message: "out of paper" });
  await expect(tools.projectList()).rejects.toMatchObject({ code: "NO_RESULT" });
  expect(await callToolOver(client)("chart", {}, "content")).toEqual([{ type: "text", text: "done" }]);
  await client.close();
});

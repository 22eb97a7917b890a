import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findServerTool } from "../../src/shell/sources/find-tool.ts";
import type { ShellTool, ToolSource } from "../../src/shell/sources/tool-source.ts";
import { recordTerminal } from "../cli/record-terminal.ts";

it("of tools of one name the one that promises least says what may run", async () => {
  const home = mkdtempSync(join(tmpdir(), "pegboard-find-"));
  const tool = (name: string, readOnlyHint: boolean, title: string): ShellTool => ({
    name,
    title,
    inputSchema: {},
    annotations: { readOnlyHint },
  });
  const none = () => Promise.reject(new Error("is not asked for"));
  const source: ToolSource = {
    title: "b",
    servers: none,
    tools: async () => [tool("echo", true, "first"), tool("get", true, "get"), tool("echo", false, "second")],
    call: none,
    resources: none,
    resourceTemplates: none,
    read: none,
    prompts: none,
    getPrompt: none,
    close: async () => undefined,
  };
  const { terminal } = recordTerminal(home);
  const find = (name: string) =>
    findServerTool({ ...terminal, env: { HOME: home } }, source, { server: "b", name }, asked);
  const asked = { signal: new AbortController().signal, timeoutMs: 1_000 };
  expect(await find("echo")).toMatchObject({ title: "first", annotations: { readOnlyHint: false } });
  expect((await find("get")).annotations).toEqual({ readOnlyHint: true });
  rmSync(home, { recursive: true });
});

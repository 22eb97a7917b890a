// What a locked source passes on, without the command line before it: the last guard before a server is called.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockedTool } from "../../src/shell/lock/lock-file.ts";
import { lockedSource } from "../../src/shell/lock/locked-source.ts";
import { scanTool } from "../../src/shell/lock/scan-tool.ts";
import { loadServers } from "../../src/shell/servers/load-servers.ts";
import { serverSource } from "../../src/shell/sources/config-source.ts";
import type { ToolSource } from "../../src/shell/sources/tool-source.ts";
import { makeShellHome, type ShellHome } from "../process/shell-home.ts";

const altering = join(import.meta.dirname, "..", "process", "altering-server.mjs");
const script = join(import.meta.dirname, "..", "process", "shell-server.mjs");
const asked = { signal: new AbortController().signal, timeoutMs: 60_000 };

let home: ShellHome;
let source: ToolSource;
beforeEach(async () => {
  home = makeShellHome();
  const path = join(home.folder, "servers.json");
  const args = [altering, join(home.folder, "changes.json"), process.execPath, script, join(home.folder, "done")];
  writeFileSync(path, JSON.stringify({ mcpServers: { notes: { command: process.execPath, args } } }));
  alter({});
  source = serverSource(await loadServers({ cwd: home.folder, env: home.env }, { configs: [path] }));
});
afterEach(async () => {
  await source.close();
  home.remove();
});

const alter = (changes: object) => writeFileSync(join(home.folder, "changes.json"), JSON.stringify(changes));

describe("a call of a locked source", () => {
  it("reaches no tool that its list shows to be another, whether it was listed before or not", async () => {
    const tools = (await source.tools("notes", asked)).map(lockedTool);
    const fresh = () =>
      lockedSource(source, { wordsOf: (server: string) => server, toolsOf: () => tools, startChangesOf: () => [] });
    await fresh().call("notes", "save", { what: "one" }, asked);
    alter({ save: { title: "Save" }, store: {} });
    await expect(fresh().call("notes", "save", { what: "two" }, asked)).rejects.toThrow(
      "has changed since it was locked",
    );
    await expect(fresh().call("notes", "store", {}, asked)).rejects.toThrow("is not in the lock file");
    const listed = fresh();
    await listed.tools("notes", asked);
    await expect(listed.call("notes", "save", { what: "three" }, asked)).rejects.toThrow("has changed");
    expect(home.done()).toEqual(["saved one"]);
  });

  it("a second tool of the name that was locked is a change", async () => {
    const tools = (await source.tools("notes", asked)).map(lockedTool);
    const twice = { ...source, tools: async () => [...tools, ...tools].map(({ tool }) => tool) };
    const locked = lockedSource(twice, {
      wordsOf: (server: string) => server,
      toolsOf: () => tools,
      startChangesOf: () => [],
    });
    await expect(locked.call("notes", "save", { what: "one" }, asked)).rejects.toThrow("has changed");
  });

  it("asks a server that would be started in another way for nothing", async () => {
    const tools = (await source.tools("notes", asked)).map(lockedTool);
    const changed = lockedSource(source, {
      wordsOf: (server: string) => server,
      toolsOf: () => tools,
      startChangesOf: () => ["command: a → b"],
    });
    const asks = [
      changed.tools("notes", asked),
      changed.call("notes", "save", { what: "four" }, asked),
      changed.resources("notes", asked),
      changed.resourceTemplates("notes", asked),
      changed.read("notes", "item://1", asked),
    ];
    const outcomes = await Promise.allSettled(asks);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ reason: { exitCode: 6, hint: expect.stringContaining("command: a → b") } });
    }
    expect(home.done()).toEqual([]);
  });

  it("a server that is not locked is left alone", async () => {
    await lockedSource(source, {
      wordsOf: (server: string) => server,
      toolsOf: () => undefined,
      startChangesOf: () => [],
    }).call("notes", "save", { what: "one" }, asked);
    expect(home.done()).toEqual(["saved one"]);
  });
});

describe("the scan of a tool", () => {
  const inputSchema = { type: "object" };

  it("finds nothing in plain texts, in emoji and in scripts that need joiners", () => {
    const description = "Saves a note. नमस्ते क्‍ष 👩‍💻 ✅️";
    expect(scanTool({ name: "save", description, inputSchema })).toEqual([]);
  });

  it("finds tags that spell hidden words, at their place", () => {
    const hidden = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    const schema = { type: "object", properties: { a: { default: `x${hidden}` } } };
    expect(scanTool({ name: "save", inputSchema: schema })).toEqual([
      {
        at: "/inputSchema/properties/a/default",
        code: "description-hidden-unicode",
        message: "the text contains U+E006F: a tag character, which can spell hidden words",
      },
    ]);
  });

  it("follows a schema of any depth", () => {
    let deep: object = { title: "without telling the user" };
    for (let depth = 0; depth < 20_000; depth++) deep = { items: deep };
    expect(scanTool({ name: "save", inputSchema: deep as never })).toHaveLength(1);
  });
});

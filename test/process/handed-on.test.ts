import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pegboardHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

let home: ShellHome;
beforeEach(() => {
  home = makeShellHome();
});
afterEach(() => home.remove());

/** A server that tells in the description of its tool which of some variables it got. */
const telling = `require("node:readline").createInterface({input: process.stdin}).on("line", (line) => {
  const {id, method, params} = JSON.parse(line);
  const got = Object.keys(process.env).filter((name) => /^(ODD_|TOOL_CLI_|HOME$|PATH$|LANG$)/.test(name)).sort().join(" ");
  const result = method === "initialize"
    ? {protocolVersion: "2025-11-25", capabilities: {tools: {}}, serverInfo: {name: "t", version: "1"}}
    : {tools: [{name: "got", description: got, inputSchema: {type: "object"}}]};
  if (id !== undefined) console.log(JSON.stringify({jsonrpc: "2.0", id, ...(method === "server/discover" ? {error: {code: -32601, message: "no"}} : {result})}));
})`;
const entry = { command: process.execPath, args: ["-e", telling] };
const around = { ODD_NAME: "plain", ODD_API_KEY: "SECRET-0123456789", TOOL_CLI_TIMEOUT_MS: "60000", LANG: "C" };

function given(path: string, text: string | object): void {
  mkdirSync(dirname(join(home.folder, path)), { recursive: true });
  writeFileSync(join(home.folder, path), typeof text === "string" ? text : JSON.stringify(text));
}
const shell = (...words: string[]) => pegboardHere(words, { cwd: home.folder, env: { ...home.env, ...around } });

async function gotBy(...words: string[]): Promise<string> {
  const { stdout, stderr } = await shell(...words, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout).tools[0].description;
}

describe("a server gets what its client would hand on", () => {
  const files = {
    "claude-code": [".claude.json", { mcpServers: { t: entry } }, "HOME LANG ODD_API_KEY ODD_NAME PATH"],
    opencode: [
      ".config/opencode/opencode.json",
      { mcp: { t: { type: "local", command: [entry.command, ...entry.args] } } },
      "HOME LANG ODD_API_KEY ODD_NAME PATH",
    ],
    "gemini-cli": [".gemini/settings.json", { mcpServers: { t: entry } }, "HOME LANG ODD_NAME PATH"],
    codex: [
      ".codex/config.toml",
      `[mcp_servers.t]\ncommand = ${JSON.stringify(entry.command)}\nargs = ${JSON.stringify(entry.args)}\n`,
      "HOME LANG PATH",
    ],
    cursor: [".cursor/mcp.json", { mcpServers: { t: entry } }, "HOME PATH"],
    "claude-desktop": [
      process.platform === "darwin"
        ? "Library/Application Support/Claude/claude_desktop_config.json"
        : ".config/Claude/claude_desktop_config.json",
      { mcpServers: { t: entry } },
      "HOME PATH",
    ],
  } as const;
  it.each(Object.entries(files))("%s", async (_, [path, text, got]) => {
    given(path, text);
    expect(await gotBy("t")).toBe(got);
    expect(await gotBy("tools", "--server", "t", "--clean-env")).toBe("HOME PATH");
  });

  it("also where the file is named, and few where its client is not known", async () => {
    given(".claude.json", { mcpServers: { t: entry } });
    given("servers.json", { mcpServers: { t: entry } });
    expect(await gotBy("t", "--config", ".claude.json")).toBe("HOME LANG ODD_API_KEY ODD_NAME PATH");
    expect(await gotBy("t", "--config", "servers.json")).toBe("HOME PATH");
  });

  it("and no message repeats a secret of those", async () => {
    const dying = {
      command: process.execPath,
      args: ["-e", "console.error('bad key', process.env.ODD_API_KEY); process.exit(1)"],
    };
    given(".claude.json", { mcpServers: { t: dying } });
    const { code, stderr } = await shell("t");
    expect([code, stderr]).toEqual([5, expect.stringContaining("bad key ***")]);
    expect(stderr).not.toContain("SECRET");
  });
});

describe("a server that dies for want of a variable", () => {
  const dying = (said: string) => ({
    command: process.execPath,
    args: ["-e", `console.error(${JSON.stringify(said)}); process.exit(1)`],
  });
  it.each([
    [
      "Error: ODD_NAME is required",
      "ODD_NAME is set here but not handed to the server: add it to the variables of its entry",
    ],
    [
      "GITHUB_TOKEN environment variable not set",
      "GITHUB_TOKEN may be missing: add it to the variables of the server's entry",
    ],
  ])("%j gets a hint", async (said, hint) => {
    given("servers.json", { mcpServers: { t: dying(said) } });
    const { stderr } = await shell("t", "--config", "servers.json");
    expect(stderr).toContain(hint);
    const doctor = JSON.parse((await shell("doctor", "--config", "servers.json", "--json")).stdout);
    expect(doctor.servers[0].checks.at(-1)).toMatchObject({ id: "start", hint });
  });

  it.each([
    ["Error: ODD_NAME is required", "ODD_NAME is set here but not handed to the server"],
    ["GITHUB_TOKEN environment variable not set", "GITHUB_TOKEN may be missing"],
  ])("%j of a server of the command line names the option", async (said, hint) => {
    const { command, args } = dying(said);
    const { code, stderr } = await shell("--stdio", "some_tool", "--", command, ...args);
    const name = hint.split(" ")[0] ?? "";
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(`${hint}: --env ${name} in front of the tool hands it on\n`),
    ]);
  });

  it.each(["it broke in SOME_CONSTANT", "no such file", "Missing KNOWN_ONE"])("%j gets none", async (said) => {
    given("servers.json", { mcpServers: { t: { ...dying(said), env: { KNOWN_ONE: "1" } } } });
    expect((await shell("t", "--config", "servers.json")).stderr).not.toContain("of the server's entry");
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findConfigFiles } from "../../../src/shell/servers/find-config-files.ts";
import {
  behindCatalog,
  type LoadedServers,
  loadServers,
  shadowedText,
} from "../../../src/shell/servers/load-servers.ts";

let home = "";
let cwd = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "pegboard-home-"));
  cwd = join(home, "work", "shop");
  write("work/shop/.mcp.json", { mcpServers: { evil: { command: "evil" } } });
  write("work/shop/.vscode/mcp.json", { servers: { evil: { command: "evil" } } });
  write(".config/pegboard/servers.json", {
    mcpServers: { notes: { command: "ours" }, off: { command: "off", disabled: true } },
    allow: ["notes/*"],
    deny: ["*/drop"],
  });
  write(".claude.json", {
    mcpServers: { notes: { command: "claude" }, git: { command: "git-mcp" } },
    projects: { [cwd]: { mcpServers: { git: { command: "project-git" } } } },
  });
  write(".cursor/mcp.json", { mcpServers: { off: { command: "on" } }, allow: ["*/*"], deny: ["git/push"] });
  write(".config/Code/User/mcp.json", "{ servers: ");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("without a file named", () => {
  it("the user's own count, the first that names a server; those of the current folder are only reported", async () => {
    const { servers, shadowed, ...rest } = await load();
    expect(servers.map(shown)).toEqual([
      "notes: ours, ~/.config/pegboard/servers.json",
      "git: project-git, ~/.claude.json, for this project",
      "off: on, ~/.cursor/mcp.json",
    ]);
    expect(shadowed.map(({ server, by }) => `${shown(server)} behind ${by ?? "nothing"}`)).toEqual([
      "off: off, ~/.config/pegboard/servers.json behind nothing",
      "notes: claude, ~/.claude.json behind ~/.config/pegboard/servers.json",
      "git: git-mcp, ~/.claude.json behind ~/.claude.json, for this project",
    ]);
    expect(rest).toEqual({
      notUsed: [".mcp.json", ".vscode/mcp.json"],
      problems: [{ file: "~/.config/Code/User/mcp.json", line: 1, column: 3, message: "is not JSON: invalid symbol" }],
      // What another client's file allows, it allows itself.
      allow: ["notes/*"],
      deny: ["*/drop", "git/push"],
      named: ["notes", "off", "git", "notes", "git", "off"],
    });
  });

  it("servers for everywhere start in the home folder, those of the project in its folder", async () => {
    const folders = (await load()).servers.map(({ target }) => (target?.kind === "stdio" ? target.cwd : undefined));
    expect(folders).toEqual([home, cwd, home]);
  });

  it("a broken file of our own is refused: it holds rules", async () => {
    const other = mkdtempSync(join(tmpdir(), "pegboard-home-"));
    mkdirSync(join(other, "pegboard"));
    writeFileSync(join(other, "pegboard", "servers.json"), '{"deny": ["*/*"');
    const env = { HOME: home, XDG_CONFIG_HOME: other };
    await expect(loadServers({ cwd, env })).rejects.toThrow(
      "servers.json:1:16: the file is not JSON: close bracket expected",
    );
    rmSync(other, { recursive: true });
  });
});

describe("with files named", () => {
  it("only these count, in their order, with any shape, and their servers start here", async () => {
    const { servers, shadowed, notUsed, allow, deny } = await load(
      [".mcp.json", ".vscode/mcp.json", "~not", "x"].slice(0, 2),
    );
    expect(servers.map(shown)).toEqual(["evil: evil, .mcp.json"]);
    expect(servers[0]?.target).toMatchObject({ cwd });
    expect(shadowed.map(({ server }) => shown(server))).toEqual(["evil: evil, .vscode/mcp.json"]);
    // What the user denies for good, a file of somebody else's does not give back; what the user allows is for other servers.
    expect({ notUsed, allow, deny }).toEqual({ notUsed: [], allow: [], deny: ["*/drop"] });
  });

  it("a broken file of our own is refused here too: its rules would be missed", async () => {
    const other = mkdtempSync(join(tmpdir(), "pegboard-home-"));
    mkdirSync(join(other, "pegboard"));
    writeFileSync(join(other, "pegboard", "servers.json"), '{"deny": "*/*"}');
    const env = { HOME: home, XDG_CONFIG_HOME: other };
    await expect(loadServers({ cwd, env }, { configs: [".mcp.json"] })).rejects.toThrow(
      "has 'deny' that is not a list",
    );
    rmSync(other, { recursive: true });
  });

  it.each([
    ["missing.json", "'missing.json' does not exist"],
    [".", /can't be read \(EISDIR\)/],
    ["../../.config/Code/User/mcp.json", "~/.config/Code/User/mcp.json:1:3: the file is not JSON: invalid symbol"],
    ["several.yaml", "several.yaml:2:1: the file has several documents of YAML; only one may be in it"],
    ["package.json", "'package.json' does not name any servers"],
  ])("%s is refused", async (path, message) => {
    write("work/shop/several.yaml", "extensions: {}\n---\nextensions: {}\n");
    write("work/shop/package.json", { name: "x", scripts: { a: "b" } });
    await expect(load([path])).rejects.toThrow(message);
  });
});

describe("where the files are", () => {
  const paths = (platform: NodeJS.Platform, env: Record<string, string>, here: string) =>
    findConfigFiles({ platform, env, home: platform === "win32" ? "C:\\Users\\a" : "/h", cwd: here }).map(
      ({ client, scope, path }) => `${scope} ${client} ${path}`,
    );

  it("on Linux", async () => {
    expect(paths("linux", {}, "/w")).toEqual([
      "user pegboard /h/.config/pegboard/servers.json",
      "user claude-code /h/.claude.json",
      "user cursor /h/.cursor/mcp.json",
      "user vscode /h/.config/Code/User/mcp.json",
      "user vscode /h/.config/Code - Insiders/User/mcp.json",
      "user claude-desktop /h/.config/Claude/claude_desktop_config.json",
      "user codex /h/.codex/config.toml",
      "user windsurf /h/.codeium/windsurf/mcp_config.json",
      "user gemini-cli /h/.gemini/settings.json",
      "user zed /h/.config/zed/settings.json",
      "user opencode /h/.config/opencode/opencode.json",
      "user opencode /h/.config/opencode/opencode.jsonc",
      "user goose /h/.config/goose/config.yaml",
      "user continue /h/.continue/config.yaml",
      "user lm-studio /h/.lmstudio/mcp.json",
      "user copilot-cli /h/.copilot/mcp-config.json",
      "folder claude-code /w/.mcp.json",
      "folder cursor /w/.cursor/mcp.json",
      "folder vscode /w/.vscode/mcp.json",
      "folder codex /w/.codex/config.toml",
      "folder gemini-cli /w/.gemini/settings.json",
      "folder opencode /w/opencode.json",
      "folder opencode /w/opencode.jsonc",
      "folder continue /w/.continue/mcpServers/mcp.json",
      "folder copilot-cli /w/.github/mcp.json",
    ]);
  });

  it("where variables say so, and in the home folder, where one file is not two", async () => {
    const env = { XDG_CONFIG_HOME: "/x", CLAUDE_CONFIG_DIR: "/c", CODEX_HOME: "/o", COPILOT_HOME: "/p" };
    expect(paths("linux", env, "/h").filter((line) => !line.includes("vscode"))).toEqual([
      "user pegboard /x/pegboard/servers.json",
      "user claude-code /c/.claude.json",
      "user cursor /h/.cursor/mcp.json",
      "user claude-desktop /x/Claude/claude_desktop_config.json",
      "user codex /o/config.toml",
      "user windsurf /h/.codeium/windsurf/mcp_config.json",
      "user gemini-cli /h/.gemini/settings.json",
      "user zed /x/zed/settings.json",
      "user opencode /x/opencode/opencode.json",
      "user opencode /x/opencode/opencode.jsonc",
      "user goose /h/.config/goose/config.yaml",
      "user continue /h/.continue/config.yaml",
      "user lm-studio /h/.lmstudio/mcp.json",
      "user copilot-cli /p/mcp-config.json",
      "folder claude-code /h/.mcp.json",
      "folder codex /h/.codex/config.toml",
      "folder opencode /h/opencode.json",
      "folder opencode /h/opencode.jsonc",
      "folder continue /h/.continue/mcpServers/mcp.json",
      "folder copilot-cli /h/.github/mcp.json",
    ]);
    expect(paths("linux", { XDG_CONFIG_HOME: "x" }, "/w")[0]).toBe("user pegboard /h/.config/pegboard/servers.json");
  });

  it("on macOS and Windows", async () => {
    expect(paths("darwin", {}, "/w")[3]).toBe("user vscode /h/Library/Application Support/Code/User/mcp.json");
    expect(paths("win32", { APPDATA: "C:\\R" }, "C:\\w").slice(0, 4)).toEqual([
      "user pegboard C:\\R\\pegboard\\servers.json",
      "user claude-code C:\\Users\\a\\.claude.json",
      "user cursor C:\\Users\\a\\.cursor\\mcp.json",
      "user vscode C:\\R\\Code\\User\\mcp.json",
    ]);
  });
});

it("a server called like the catalog in this process is reported, and not used", async () => {
  const { servers, shadowed } = behindCatalog(await load(), "git");
  expect(servers.map(({ name }) => name)).toEqual(["notes", "off"]);
  expect(shadowed.map(shadowedText).at(-1)).toBe(
    "not used: git (~/.claude.json, for this project): the one of the catalog in this process comes first",
  );
});

function load(configs?: readonly string[]): Promise<LoadedServers> {
  return loadServers({ cwd, env: { HOME: home } }, configs === undefined ? {} : { configs });
}

function shown({ name, target, origin }: LoadedServers["servers"][number]): string {
  return `${name}: ${target?.kind === "stdio" ? target.command : "?"}, ${origin}`;
}

function write(path: string, content: unknown): void {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

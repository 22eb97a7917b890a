import { PassThrough, Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { userFolders } from "../../../src/disk/user-folders.ts";
import { configPlace } from "../../../src/shell/install/clients.ts";
import { type EntryOptions, serverEntry } from "../../../src/shell/install/server-entry.ts";
import { askYes } from "../../../src/terminal/ask-yes.ts";

const program = {
  node: "/opt/node",
  main: "/opt/pegboard/dist/cli/main.js",
  platform: "linux",
} as const;
const options: EntryOptions = {
  client: "cursor",
  name: "pegboard",
  scope: "user",
  cwd: "/nowhere/project",
  catalog: undefined,
  config: undefined,
  words: [],
  environment: [],
};
const args = (given: Partial<EntryOptions>, facts: Parameters<typeof serverEntry>[1] = program) =>
  serverEntry({ ...options, ...given }, facts).entry;

describe("an entry starts the server", () => {
  it("by absolute paths, for one user", () => {
    expect(args({ catalog: "mine", config: "../c.json", words: ["--profile", "full"] })).toEqual({
      command: "/opt/node",
      args: [
        program.main,
        "serve",
        ...["--catalog", "/nowhere/project/mine"],
        ...["--config", "/nowhere/c.json"],
        ...["--profile", "full"],
      ],
    });
  });

  it("by paths from the project's folder, as each client writes them, where they lie in it", () => {
    const given = { scope: "project", catalog: ".", config: "../c.json" } as const;
    const words = (client: EntryOptions["client"]) => [args({ ...given, client }).args].flat().slice(2);
    const workspace = ["$", "{workspaceFolder}"].join("");
    expect(words("claude-code")).toEqual(["--catalog", ".", "--config", "/nowhere/c.json"]);
    expect(words("cursor")).toEqual(["--catalog", workspace, "--config", "/nowhere/c.json"]);
    expect(args({ ...given, client: "vscode", catalog: "a/b" }).args).toContain(`${workspace}/a/b`);
    expect(serverEntry({ ...options, ...given }, program).notes[0]).toContain("works only on this machine");
  });

  it("by npx, when it was started so", () => {
    const main = "/home/me/.npm/_npx/1a2b/node_modules/pegboard/dist/cli/main.js";
    expect(args({}, { ...program, main })).toEqual({ command: "npx", args: ["-y", "pegboard", "serve"] });
    expect(args({ client: "vscode" }, { ...program, main, platform: "win32" })).toEqual({
      type: "stdio",
      command: "cmd",
      args: ["/c", "npx", "-y", "pegboard", "serve"],
    });
    // The workbench of a Node without SQLite needs a package that has it; a catalog of one's own does not.
    const older = { ...program, main, sqlitePackage: "better-sqlite3@12" };
    expect(args({}, older).args).toEqual(["-y", "-p", "pegboard", "-p", "better-sqlite3@12", "pegboard", "serve"]);
    expect(args({ catalog: "/mine" }, older).args).toEqual(["-y", "pegboard", "serve", "--catalog", "/mine"]);
  });
});

describe("the place of a client's configuration", () => {
  const terminal = { cwd: "/nowhere/project", env: { HOME: "/nowhere/home" } };
  it.each([
    ["claude-code", "user", "linux", "/nowhere/home/.claude.json"],
    ["claude-code", "project", "linux", "/nowhere/project/.mcp.json"],
    ["cursor", "user", "darwin", "/nowhere/home/.cursor/mcp.json"],
    ["cursor", "project", "linux", "/nowhere/project/.cursor/mcp.json"],
    ["vscode", "user", "linux", "/nowhere/home/.config/Code/User/mcp.json"],
    ["vscode", "user", "darwin", "/nowhere/home/Library/Application Support/Code/User/mcp.json"],
    ["vscode", "project", "linux", "/nowhere/project/.vscode/mcp.json"],
  ] as const)("%s, %s, %s", (client, scope, platform, path) => {
    expect(configPlace(terminal, client, scope, platform)).toBe(path);
  });

  it("of Cursor in the home folder is the user's own", () => {
    expect(configPlace({ ...terminal, cwd: "/nowhere/home" }, "cursor", "project", "linux")).toBe(
      "/nowhere/home/.cursor/mcp.json",
    );
  });
});

describe("the user's folders", () => {
  it("follow the environment that was given, and no relative path in it", () => {
    const env = { HOME: "/h", XDG_STATE_HOME: "/s", XDG_CACHE_HOME: "relative" };
    expect(userFolders(env, "linux")).toEqual({
      home: "/h",
      config: "/h/.config/pegboard",
      data: "/h/.local/share/pegboard",
      state: "/s/pegboard",
      cache: "/h/.cache/pegboard",
    });
    const { cache, data } = userFolders({ HOME: "/h" }, "darwin");
    expect([cache, data]).toEqual(["/h/Library/Caches/pegboard", "/h/Library/Application Support/pegboard"]);
    expect(userFolders({ USERPROFILE: "C:\\u", LOCALAPPDATA: "D:\\l" }, "win32")).toEqual({
      home: "C:\\u",
      config: "C:\\u\\AppData\\Roaming\\pegboard\\Config",
      data: "D:\\l\\pegboard\\Data",
      state: "D:\\l\\pegboard\\Log",
      cache: "D:\\l\\pegboard\\Cache",
    });
  });
});

describe("a question", () => {
  async function answered(text: string, isTTY = true): Promise<readonly [string, string]> {
    const stderr = Object.assign(new PassThrough(), { isTTY });
    const stdin = Object.assign(Readable.from([text]), { isTTY: true });
    const answer = await askYes({ stdin, stderr }, "Go on?");
    return [answer, await readText(stderr.end())];
  }
  it.each([
    ["y\n", "yes"],
    [" YES \n", "yes"],
    ["\n", "no"],
    ["yesterday\n", "no"],
    ["", "no"],
  ])("answered with %j is a %s", async (text, answer) => {
    expect(await answered(text)).toEqual([answer, `Go on? [y/N] ${text === "" ? "\n" : ""}`]);
  });

  it("is not asked where stderr is not a terminal", async () => {
    expect(await answered("y\n", false)).toEqual(["unavailable", ""]);
  });
});

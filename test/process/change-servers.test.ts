import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { pegboardHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

const script = fileURLToPath(new URL("shell-server.mjs", import.meta.url));
let home: ShellHome;
beforeEach(() => {
  home = makeShellHome();
  return () => home.remove();
});

const own = () => join(home.folder, ".config", "pegboard", "servers.json");
const text = () => readFileSync(own(), "utf8");
const servers = (...words: readonly string[]) =>
  pegboardHere(["servers", ...words], { cwd: home.folder, env: home.env });
const call = (...words: readonly string[]) =>
  pegboardHere(words, { cwd: home.folder, env: { ...home.env, DONE: join(home.folder, "done") } });

function entryOf(name: string): unknown {
  return (JSON.parse(text()) as { mcpServers: Record<string, unknown> }).mcpServers[name];
}

describe("servers add", () => {
  it("writes a command that can be used at once, with names of variables and no values", async () => {
    const added = await servers("add", "mine", "--stdio", "--env", "DONE", "--", process.execPath, script, `\${DONE}`);
    expect(added, added.stderr).toMatchObject({
      code: 0,
      stdout: "added 'mine' to .config/pegboard/servers.json\n  pegboard mine lists its tools\n",
    });
    expect(entryOf("mine")).toEqual({
      type: "stdio",
      command: process.execPath,
      args: [script, `\${DONE}`],
      env: { DONE: `\${DONE}` },
    });
    expect(await call("mine", "check_weather", "city=Paris")).toMatchObject({ code: 0, stdout: "Paris: mild\n" });
  });

  it("writes an address, with headers out of variables", async () => {
    await servers("add", "docs", "--url", "https://example.com/mcp", "--header-env", "Authorization=DOCS_TOKEN");
    expect(entryOf("docs")).toEqual({
      type: "http",
      url: "https://example.com/mcp",
      headers: { Authorization: `\${DOCS_TOKEN}` },
    });
  });

  it("says where a command starts that names a file here", async () => {
    writeFileSync(join(home.folder, "server.mjs"), "");
    const { stdout } = await servers("add", "mine", "--stdio", "--", "node", "./server.mjs");
    expect(stdout).toContain(`it starts in ${home.folder}, because`);
    expect(entryOf("mine")).toEqual({ type: "stdio", command: "node", args: ["./server.mjs"], cwd: home.folder });
  });

  it("makes the file where there is none, for its owner only", async () => {
    const env = { ...home.env, XDG_CONFIG_HOME: join(home.folder, "new") };
    const words = ["servers", "add", "mine", "--url", "https://example.com/mcp"];
    expect(await pegboardHere(words, { cwd: home.folder, env })).toMatchObject({ code: 0 });
    const made = join(home.folder, "new", "pegboard", "servers.json");
    expect(statSync(made).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(made, "utf8"))).toEqual({
      mcpServers: { mine: { type: "http", url: "https://example.com/mcp" } },
    });
  });

  it("shows the change, and writes nothing with --dry-run", async () => {
    const before = text();
    const shown = await servers("add", "mine", "--dry-run", "--url", "https://example.com/mcp");
    expect(shown.stdout).toContain('"mine": ');
    expect(shown.stdout).toContain("nothing was written");
    expect(text()).toBe(before);
  });

  it("writes the file that is named, in its own form", async () => {
    const file = join(home.folder, ".vscode", "mcp.json");
    mkdirSync(dirname(file));
    writeFileSync(file, '{\n  // Ours.\n  "servers": {\n    "a": { "command": "a" }\n  }\n}\n');
    const words = ["add", "b", "--config", file, "--url", "https://x.org/mcp", "--header-env", "X-Key=KEY"];
    const added = await servers(...words);
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const written = readFileSync(file, "utf8");
    expect(written).toContain("// Ours.");
    expect(written).toContain('"a": { "command": "a" }');
    // VS Code reads no other form of a variable.
    expect(written).toContain(`"X-Key": "\${env:KEY}"`);
  });

  it.each([
    [["add"], "`servers add` needs a name"],
    [["add", "x"], "a server needs an address or a command"],
    [["add", "x", "--stdio"], "a server needs an address or a command"],
    [["add", "-x", "--url", "https://x.org"], "unknown option '-x'"],
    [["add", "a b", "--url", "https://x.org"], "'a b' can't be the name of a server"],
    [["add", "github", "--url", "https://x.org"], ".config/pegboard/servers.json has a server named 'github' already"],
    [["add", "x", "--url", "https://a:b@x.org"], "a URL must not contain a secret"],
    [["add", "x", "--url", "https://x.org", "--header-file", "f"], "--header-file can't be used here"],
    [
      ["add", "x", "--url", "https://x.org", "--header-env", "A=B C"],
      "'B C' is not the name of an environment variable",
    ],
    [["add", "x", "--config", "x.toml", "--url", "https://x.org"], "'x.toml' is not a file of JSON"],
    [["remove"], "`servers remove` takes one name"],
    [["remove", "githup"], "there is no server 'githup' in .config/pegboard/servers.json"],
    [["remove", "github", "--url", "https://x.org"], "'servers remove' takes no --url"],
    [["rename", "github"], "`servers rename` takes two names"],
    [["rename", "github", "weather"], ".config/pegboard/servers.json has a server named 'weather' already"],
    [["--url", "https://x.org"], "'servers' takes no --url"],
    [["--dry-run"], "'servers' takes no --dry-run"],
    [["add", "x", "--url", "https://x.org", "--catalog", "."], "`servers add` takes no --catalog"],
  ])("%j is refused", async (words, message) => {
    const before = text();
    const outcome = await servers(...words);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(`error: ${message}`);
    expect(text()).toBe(before);
  });
});

describe("servers remove", () => {
  it("leaves the file as it was before add", async () => {
    const before = text();
    await servers("add", "mine", "--url", "https://example.com/mcp");
    const removed = await servers("remove", "mine");
    expect(removed).toMatchObject({ code: 0, stdout: "removed 'mine' from .config/pegboard/servers.json\n" });
    expect(text()).toBe(before);
  });
});

describe("servers rename", () => {
  it("changes the name and nothing else, with the rules that name the server", async () => {
    const before = `{
  // Mine.
  "mcpServers": {
    "weather": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(script)}, "x"] /* here */ },
  },
  "deny": ["weather/save", "weather/a\\\\/b", "other/weather", "*/x"],
  "allow": ["weather/*"]
}
`;
    writeFileSync(own(), before);
    const renamed = await servers("rename", "weather", "sky");
    expect(renamed, renamed.stderr).toMatchObject({ code: 0 });
    expect(renamed.stdout).toContain("its rules in the file are renamed: 3\n");
    const expected = before
      .replace('"weather":', '"sky":')
      .replace('"weather/save", "weather/a', '"sky/save", "sky/a')
      .replace('"weather/*"', '"sky/*"');
    expect(text()).toBe(expected);
    expect((await call("sky", "save", "what=x", "--yes")).stderr).toContain("'save' of 'sky' is denied");
  });

  it("keeps the server locked", async () => {
    const lock = join(home.folder, ".config", "pegboard", "servers.lock.json");
    await call("lock", "github");
    const locked = JSON.parse(readFileSync(lock, "utf8")) as { servers: Record<string, unknown> };
    await servers("rename", "github", "hub", "--dry-run");
    expect(JSON.parse(readFileSync(lock, "utf8"))).toEqual(locked);
    await servers("rename", "github", "hub");
    const { servers: now } = JSON.parse(readFileSync(lock, "utf8")) as { servers: Record<string, unknown> };
    expect(now).toEqual({ hub: locked.servers.github });
    expect(existsSync(lock)).toBe(true);
  });
});

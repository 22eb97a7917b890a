// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are the clients' to fill in
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServerTarget } from "../../src/client/server-connection.ts";
import { type ClientName, clientNames } from "../../src/shell/servers/client-names.ts";
import { loadServers } from "../../src/shell/servers/load-servers.ts";
import { clientFixtures, fixtureVariables } from "./client-fixtures.ts";
import { pegboardHere } from "./run-pegboard.ts";

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "pegboard-sync-"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const emptied = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "APPDATA"];
const none = Object.fromEntries(emptied.map((name) => [name, ""]));

function homeWith(files: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(top, "home-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const cwd = mkdtempSync(join(top, "work-"));
  const env = { ...none, ...fixtureVariables, AIRTABLE_API_KEY: "air", HOME: home };
  const run = (...words: string[]) => pegboardHere(["servers", "sync", ...words], { cwd, env });
  return { cwd, env, home, run, read: (path: string) => readFileSync(join(home, path), "utf8") };
}

const fixtureOf = (client: ClientName) => {
  const found = clientFixtures.find((fixture) => fixture.client === client);
  if (found === undefined) throw new Error(`no fixture of ${client}`);
  return found;
};

/** What a server is, in the format of any client. */
function meaning(target: ServerTarget | undefined): unknown {
  if (target?.kind === "stdio") return [target.command, target.args, target.env];
  return [target?.url.href, target?.headers];
}

const cursorFile = ".cursor/mcp.json";
const mixed = JSON.stringify({
  mcpServers: {
    local: { command: "npx", args: ["-y", "x"], env: { KEY: "${env:LOCAL_TOKEN}", OTHER: "a ${env:AUTH_TOKEN}" } },
    named: { command: "n", env: { LOCAL_TOKEN: "${env:LOCAL_TOKEN}", MODE: "fast" } },
    remote: { url: "https://x.example/mcp", headers: { Authorization: "Bearer ${env:AUTH_TOKEN}", "X-A": "b" } },
    off: { command: "o", disabled: true },
    workspace: { command: "w", args: ["${workspaceFolder}/a"] },
  },
});

describe("servers of one client are given to another", () => {
  const pairs = clientNames.flatMap((from) => clientNames.filter((to) => to !== from).map((to) => [from, to] as const));
  it.each(pairs)("%s to %s: they mean the same, or it is said why they are left out", async (from, to) => {
    const source = fixtureOf(from);
    const { cwd, env, run } = homeWith({ [source.path]: source.text });
    const before = await loadServers({ cwd, env });
    const { stdout, stderr, code } = await run("--from", from, "--to", to, "--yes", "--json");
    expect(stderr).toBe("");
    const [{ servers }] = JSON.parse(stdout).targets;
    const left = servers.filter(({ status }: { status: string }) => status === "left-out");
    expect(code).toBe(left.length > 0 ? 1 : 0);
    for (const { note } of left) expect(note).toMatch(/\w/);
    const after = await loadServers({ cwd, env });
    const both = after.shadowed.map(({ server }) => server).concat(after.servers);
    for (const { name, status } of servers) {
      if (status === "left-out") continue;
      expect(status).toBe("added");
      const [one, other] = both.filter((server) => server.name === name);
      expect([name, meaning(other?.target)]).toEqual([name, meaning(one?.target)]);
      expect(meaning(one?.target)).toEqual(meaning(before.servers.find((server) => server.name === name)?.target));
    }
    const again = JSON.parse((await run("--from", from, "--to", to, "--yes", "--json")).stdout);
    expect(again.status).toBe("unchanged");
  });
});

describe("servers sync", () => {
  it("shows the change first, with no value of a variable in it, and writes nothing without a yes", async () => {
    const { home, run } = homeWith({ [cursorFile]: mixed.replaceAll("fast", "SECRET").replaceAll("-y", "SECRET") });
    const asked = await run("--from", "cursor", "--to", "claude-code,codex");
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("--yes makes the change");
    expect(asked.stdout).toContain("+[mcp_servers.named]");
    expect(asked.stdout).toContain('+    "remote": {');
    expect(asked.stdout).not.toContain("SECRET");
    const dry = await run("--from", "cursor", "--to", "claude-code,codex", "--dry-run");
    expect(dry.stdout).toContain("nothing was written");
    expect(() => readFileSync(join(home, ".claude.json"))).toThrow("ENOENT");
    expect(() => readFileSync(join(home, ".codex/config.toml"))).toThrow("ENOENT");
  });

  it("writes variables as each client does, and says what it left out", async () => {
    const { read, run } = homeWith({ [cursorFile]: mixed });
    const done = await run("--from", "cursor", "--to", "claude-code,codex", "--yes");
    expect(done.code).toBe(1);
    expect(done.stdout).toContain("claude-code: off: left out (is switched off)");
    expect(done.stdout).toContain(
      "codex: local: left out (needs the variable LOCAL_TOKEN, which it can't hand on so (Codex))",
    );
    expect(JSON.parse(read(".claude.json")).mcpServers).toEqual({
      local: {
        type: "stdio",
        command: "npx",
        args: ["-y", "x"],
        env: { KEY: "${LOCAL_TOKEN}", OTHER: "a ${AUTH_TOKEN}" },
      },
      named: { type: "stdio", command: "n", args: [], env: { LOCAL_TOKEN: "${LOCAL_TOKEN}", MODE: "fast" } },
      remote: {
        type: "http",
        url: "https://x.example/mcp",
        headers: { Authorization: "Bearer ${AUTH_TOKEN}", "X-A": "b" },
      },
    });
    expect(read(".codex/config.toml")).toBe(`[mcp_servers.named]
command = "n"
args = []
env_vars = ["LOCAL_TOKEN"]

[mcp_servers.named.env]
MODE = "fast"

[mcp_servers.remote]
url = "https://x.example/mcp"
bearer_token_env_var = "AUTH_TOKEN"

[mcp_servers.remote.http_headers]
X-A = "b"
`);
  });

  it("keeps another server of the name, unless it is asked to replace it, and uninstall gives that back", async () => {
    const codex = '# mine\n[mcp_servers.named] # kept\ncommand = "other"\n';
    const { cwd, env, read, run } = homeWith({ [cursorFile]: mixed, ".codex/config.toml": codex });
    const kept = await run("named", "--from", "cursor", "--to", "codex", "--yes");
    expect([kept.code, kept.stdout]).toEqual([
      1,
      expect.stringContaining("named: not changed (another server has this name"),
    ]);
    expect(read(".codex/config.toml")).toBe(codex);
    expect((await run("named", "--from", "cursor", "--to", "codex", "--yes", "--force")).code).toBe(0);
    expect(read(".codex/config.toml")).toContain('# mine\n[mcp_servers.named]\ncommand = "n"\n');
    const undone = await pegboardHere(["uninstall", "codex", "--name", "named", "--yes"], { cwd, env });
    expect([undone.stderr, undone.code]).toEqual(["", 0]);
    expect(read(".codex/config.toml")).toBe(codex);
  });

  it.each([
    [["--to", "codex"], "sync needs --from"],
    [["--from", "cursor"], "sync needs --to"],
    [["--from", "cursor", "--to", "codx"], "did you mean 'codex'?"],
    [["--from", "cursor", "--to", "cursor"], "'cursor' can't get its own servers"],
    [["nmed", "--from", "cursor", "--to", "codex"], "did you mean 'named'?"],
    [["--from", "zed", "--to", "codex"], "Zed has no servers in ~/.config/zed/settings.json"],
    [["--from", "zed", "--to", "cursor", "--scope", "project"], "Zed has no configuration of scope 'project'"],
  ])("refuses %j", async (words, says) => {
    const { run } = homeWith({ [cursorFile]: mixed });
    const { code, stderr } = await run(...words);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(says);
  });
});

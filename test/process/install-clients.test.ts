import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { clients } from "../../src/shell/install/clients.ts";
import { clientNames } from "../../src/shell/servers/client-names.ts";
import type { ConfiguredServer } from "../../src/shell/servers/configured-server.ts";
import { loadServers } from "../../src/shell/servers/load-servers.ts";
import { clientFixtures, fixtureVariables } from "./client-fixtures.ts";
import { pegboardHere } from "./run-pegboard.ts";

let top: string;
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "pegboard-clients-"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const emptied = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "APPDATA"];
const none = Object.fromEntries(emptied.map((name) => [name, ""]));

/** A home folder with one file in it. */
function homeWith(path: string, text: string) {
  const home = mkdtempSync(join(top, "home-"));
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const cwd = mkdtempSync(join(top, "work-"));
  const env = { ...none, ...fixtureVariables, HOME: home };
  return { file, cwd, env, run: (...words: string[]) => pegboardHere(words, { cwd, env }) };
}

function described({ name, target, problem }: ConfiguredServer): string {
  if (target === undefined) return `${name}: ${problem}`;
  const [start, values] =
    target.kind === "stdio"
      ? [[target.command, ...target.args].join(" "), target.env]
      : [target.url.href, target.headers];
  const pairs = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  return `${name}: ${start} {${pairs.join(" ")}}`;
}

const titled = clientFixtures.map((fixture) => ({ ...fixture, toString: () => `${fixture.client}, ${fixture.path}` }));

it("there is a fixture for every client, and for each a document with its date", () => {
  expect(clientNames.filter((name) => !clientFixtures.some(({ client }) => client === name))).toEqual([]);
  for (const { source, checkedOn } of Object.values(clients)) {
    expect(source).toMatch(/^https:\/\/\S+/);
    expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

describe.each(titled)("$client, $path", ({ client, path, text, reads }) => {
  it("is read as its document means it", async () => {
    const { cwd, env } = homeWith(path, text);
    const { servers, problems } = await loadServers({ cwd, env });
    expect(problems).toEqual([]);
    expect(servers.map(described)).toEqual(reads);
  });

  it.each([
    ["", (given: string) => given],
    [", with the line ends of Windows", (given: string) => given.replaceAll("\n", "\r\n")],
  ])("gets an entry and gives it back, to the byte%s", async (_, written) => {
    const before = written(text);
    const { file, cwd, env, run } = homeWith(path, before);
    const installed = await run("install", client, "--yes");
    expect([installed.stderr, installed.code]).toEqual(["", 0]);
    const after = readFileSync(file, "utf8");
    const kept = new Set(after.split("\n").map((line) => line.replace(/,(?=\r?$)/, "")));
    expect(before.split("\n").filter((line) => !kept.has(line.replace(/,(?=\r?$)/, "")))).toEqual([]);
    const { servers } = await loadServers({ cwd, env });
    expect(servers.map(({ name }) => name)).toContain("pegboard");
    expect(servers.find(({ name }) => name === "pegboard")?.target).toMatchObject({
      kind: "stdio",
      command: process.execPath,
      args: [expect.stringMatching(/main\.js$/), "serve"],
    });

    const again = await run("install", client, "--yes", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ status: "unchanged" });
    const undone = await run("uninstall", client, "--yes");
    expect([undone.stderr, undone.code]).toEqual(["", 0]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("gets an entry that starts a server with tools", async () => {
    const { cwd, env, run } = homeWith(path, text);
    await run("install", client, "--yes");
    const { servers } = await loadServers({ cwd, env });
    const target = servers.find(({ name }) => name === "pegboard")?.target;
    if (target === undefined) throw new Error("the entry can't be read");
    const connection = await connect(target, { timeoutMs: 60_000 });
    try {
      expect(connection.server.name).toBe("pegboard");
      expect((await connection.listTools()).length).toBeGreaterThan(10);
    } finally {
      await connection.close();
    }
  });

  it("loses the entry alone where the file was changed since", async () => {
    const { file, run } = homeWith(path, text);
    await run("install", client, "--yes");
    const changed = readFileSync(file, "utf8").replace("mcp", "mcp");
    // Not one byte of what others wrote is the same as the receipt knows it.
    const marked = file.endsWith(".json") || file.endsWith(".jsonc") ? ` ${changed}` : `# mine\n${changed}`;
    writeFileSync(file, marked);
    const undone = await run("uninstall", client, "--yes");
    expect([undone.stderr, undone.code]).toEqual(["", 0]);
    expect(readFileSync(file, "utf8")).toBe(marked.startsWith("#") ? `# mine\n${text}` : ` ${text}`);
  });

  it("shows none of its values", async () => {
    const { run } = homeWith(path, text.replaceAll(/-y\b/g, "SECRET-1").replaceAll(/https?:/g, "http://SECRET-2"));
    const { stdout } = await run("install", client, "--dry-run");
    expect(stdout).toContain("pegboard");
    expect(stdout).not.toContain("SECRET");
  });
});

describe("a client without a file", () => {
  it.each(clientNames)("%s gets one, and it goes again", async (client) => {
    const { cwd, env, run } = homeWith("other", "");
    const installed = await run("install", client, "--yes", "--json");
    expect([installed.stderr, installed.code]).toEqual(["", 0]);
    const { servers, problems } = await loadServers({ cwd, env });
    expect([servers.map(({ name }) => name), problems]).toEqual([["pegboard"], []]);
    expect((await run("uninstall", client, "--yes")).code).toBe(0);
    expect(() => readFileSync(JSON.parse(installed.stdout).file)).toThrow("ENOENT");
  });
});

it("a comment below the last server stays with that", async () => {
  const goose = clientFixtures.find(({ client }) => client === "goose");
  const { file, run } = homeWith(goose?.path ?? "", goose?.text ?? "");
  await run("install", "goose", "--yes");
  expect(readFileSync(file, "utf8")).toContain("    timeout: 300\n    # the slow one\n  pegboard:\n    type: stdio\n");
});

describe("the scopes", () => {
  it("local: Claude Code's own, below the project's folder", async () => {
    const before = '{\n  "projects": {}\n}\n';
    const { file, cwd, env, run } = homeWith(".claude.json", before);
    expect((await run("install", "claude-code", "--scope", "local", "--yes")).code).toBe(0);
    const { projects } = JSON.parse(readFileSync(file, "utf8"));
    expect(Object.keys(projects[cwd].mcpServers)).toEqual(["pegboard"]);
    expect((await run("install", "claude-code", "--yes")).code).toBe(0);
    const { servers, shadowed } = await loadServers({ cwd, env });
    expect([...servers, ...shadowed.map(({ server }) => server)].map(({ origin }) => origin)).toEqual([
      "~/.claude.json, for this project",
      "~/.claude.json",
    ]);
    expect((await run("uninstall", "claude-code", "--yes")).code).toBe(0);
    expect((await run("uninstall", "claude-code", "--scope", "local", "--yes")).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("project: in the files that each client reads there", async () => {
    const { cwd, run } = homeWith("other", "");
    const files = new Map<string, string>();
    for (const client of clientNames.filter((name) => clients[name].scopes.includes("project"))) {
      const { stdout, stderr } = await run("install", client, "--scope", "project", "--yes", "--json");
      expect(stderr).toBe("");
      files.set(client, JSON.parse(stdout).file.slice(cwd.length + 1));
    }
    expect(Object.fromEntries(files)).toEqual({
      "claude-code": ".mcp.json",
      cursor: ".cursor/mcp.json",
      vscode: ".vscode/mcp.json",
      codex: ".codex/config.toml",
      "gemini-cli": ".gemini/settings.json",
      opencode: "opencode.json",
      continue: ".continue/mcpServers/mcp.json",
      "copilot-cli": ".github/mcp.json",
    });
    const listed = JSON.parse((await run("servers", "--json")).stdout);
    expect(listed.notUsed.toSorted()).toEqual([...files.values()].toSorted());
  });

  it("that a client does not have is refused with those that it has", async () => {
    const { run } = homeWith("other", "");
    const { code, stderr } = await run("install", "zed", "--scope", "project", "--yes");
    expect([code, stderr]).toEqual([2, "error: Zed has no configuration of scope 'project'\n       it has: user\n"]);
  });
});

import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadServers } from "../../src/shell/servers/load-servers.ts";
import { type Finished, mainPath, pegboard, pegboardHere, root } from "./run-pegboard.ts";

let top: string;
let home: string;
let project: string;
let env: Record<string, string>;

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), "pegboard-install-"));
});
afterAll(() => rm(top, { recursive: true, force: true }));

beforeEach(async () => {
  home = await mkdtemp(join(top, "home-"));
  project = await mkdtemp(join(top, "project-"));
  const empty = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CLAUDE_CONFIG_DIR", "PEGBOARD_CONFIG"];
  env = { HOME: home, ...Object.fromEntries(empty.map((name) => [name, ""])) };
});

const run = (...words: string[]): Promise<Finished> => pegboardHere(words, { cwd: project, env });

const places = {
  "claude-code": ".claude.json",
  cursor: ".cursor/mcp.json",
  vscode:
    process.platform === "darwin" ? "Library/Application Support/Code/User/mcp.json" : ".config/Code/User/mcp.json",
} as const;
const clients = ["claude-code", "cursor", "vscode"] as const;

async function given(path: string, text: string): Promise<string> {
  const whole = join(home, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, text);
  return whole;
}

const entry = (...words: string[]) => ({ command: process.execPath, args: [mainPath, "serve", ...words] });

describe("install", () => {
  it("writes what the readers of configurations read, and a doctor starts it as clients would", async () => {
    for (const client of clients) expect((await run("install", client, "--yes")).code).toBe(0);
    const { servers, shadowed } = await loadServers({ cwd: project, env });
    const read = [...servers, ...shadowed.map(({ server }) => server)];
    expect(read.map(({ name, file }) => [name, file])).toEqual(
      clients.map((client) => ["pegboard", join("~", places[client])]),
    );
    for (const { target } of read) expect(target).toMatchObject({ kind: "stdio", ...entry() });
    for (const client of clients) expect((await stat(join(home, places[client]))).mode & 0o777).toBe(0o600);

    const started = ["claude-code", "vscode"];
    const doctor = await pegboard(["doctor", ...started, "--json"], { cwd: project, env });
    expect(doctor.stderr).toBe("");
    const report = JSON.parse(doctor.stdout);
    expect(report.servers.map((each: { client: string }) => each.client)).toEqual(started);
    for (const { checks } of report.servers) {
      const ids = checks.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`);
      expect(ids).toEqual(
        ["node", "start", "tools", "limits", "call", "handshake", "stdout"].map((id) => `${id} fine`),
      );
    }
    expect([doctor.code, report.problems, report.warnings]).toEqual([0, 0, 0]);
  });

  it("keeps everything else, shows no value of others, and is undone to the byte", async () => {
    const before =
      '{\n\t// mine: SECRET\n\t"token": "SECRET",\n\t"mcpServers": {\n\t\t"other": {"command": "x", "env": {"A": "SECRET"}} // SECRET\n\t}\n}\n';
    const path = await given(places.cursor, before);
    await chmod(path, 0o640);
    const done = await run("install", "cursor", "--profile", "full", "--yes", "--", "--max-calls", "3");
    expect([done.code, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).not.toContain("SECRET");
    expect(done.stdout).toContain('+\t\t"pegboard": {');
    const after = await readFile(path, "utf8");
    expect(after).toContain('\t"token": "SECRET",\n');
    expect(after).toContain('{"command": "x", "env": {"A": "SECRET"}}, // SECRET\n');
    const { target } = (await loadServers({ cwd: project, env })).servers.find(({ name }) => name === "pegboard") ?? {};
    expect(target).toMatchObject(entry("--profile", "full", "--max-calls", "3"));
    expect((await stat(path)).mode & 0o777).toBe(0o640);

    // Changed again it is still ours; what is put back is what was there before us.
    expect((await run("install", "cursor", "--surface", "meta", "--yes")).code).toBe(0);
    const undone = await run("uninstall", "cursor", "--yes");
    expect([undone.code, undone.stderr]).toEqual([0, ""]);
    expect(undone.stdout).not.toContain("SECRET");
    expect(await readFile(path, "utf8")).toBe(before);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  it("takes only its own entry out where others have changed the file since", async () => {
    const path = await given(places.cursor, '{"mcpServers": {"a": {"url": "http://x"}}}');
    await run("install", "cursor", "--yes");
    await writeFile(path, (await readFile(path, "utf8")).replace('"http://x"', '"http://y"'));
    expect((await run("uninstall", "cursor", "--yes")).code).toBe(0);
    expect(await readFile(path, "utf8")).toBe('{"mcpServers": {"a": {"url": "http://y"}}}');
    const again = await run("uninstall", "cursor", "--yes");
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("pegboard did not put 'pegboard' into ~/.cursor/mcp.json");
  });

  it("leaves nothing behind where nothing was", async () => {
    await run("install", "vscode", "--yes");
    expect((await stat(join(home, dirname(places.vscode)))).mode & 0o777).toBe(0o700);
    expect((await run("uninstall", "vscode", "--yes")).code).toBe(0);
    const left = (await readdir(home, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
    expect(left).toEqual([]);
    expect(await readdir(home)).not.toContain(places.vscode.split("/")[0]);
  });

  it("writes nothing without a yes, and nothing for --dry-run", async () => {
    const asked = await run("install", "cursor");
    expect(asked.code).toBe(2);
    expect(asked.stdout).toContain('+    "pegboard": {');
    expect(asked.stderr).toContain("--yes makes the change");
    const dry = await run("install", "cursor", "--dry-run", "--json");
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.stdout)).toEqual({
      client: "cursor",
      scope: "user",
      file: join(home, places.cursor),
      name: "pegboard",
      entry: entry(),
      status: "dry-run",
    });
    expect(await readdir(home)).toEqual([]);
  });

  it("never replaces another server unless it is asked to, and then gives it back", async () => {
    const before = '{"mcpServers": {"pegboard": {"command": "mine", "env": {"K": "SECRET"}}}}\n';
    const path = await given(places["claude-code"], before);
    const refused = await run("install", "claude-code", "--yes");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("~/.claude.json has another server named 'pegboard'");
    expect(await readFile(path, "utf8")).toBe(before);
    const forced = await run("install", "claude-code", "--yes", "--force");
    expect(forced.code).toBe(0);
    expect(refused.stdout + forced.stdout).not.toContain("SECRET");
    expect(JSON.parse(await readFile(path, "utf8")).mcpServers.pegboard).toEqual({ type: "stdio", ...entry() });
    const same = await run("install", "claude-code", "--yes");
    expect(same.stdout).toContain("Claude Code starts it already");
    await run("uninstall", "claude-code", "--yes");
    expect(await readFile(path, "utf8")).toBe(before);
  });

  it.each(["// Settings\n//\n// of Zed\n", "/* a */\r\n", "// only"])(
    "writes below the comments of a file that has nothing else, and is undone to the byte: %j",
    async (before) => {
      const path = await given(".config/zed/settings.json", before);
      expect((await run("install", "zed", "--yes")).code).toBe(0);
      const text = await readFile(path, "utf8");
      expect(text.startsWith(before.trimEnd())).toBe(true);
      const { context_servers: servers } = JSON.parse(text.slice(before.trimEnd().length));
      expect(servers).toEqual({ pegboard: entry() });
      expect(text.replaceAll("\r\n", "").includes("\n")).toBe(!before.includes("\r\n"));
      await run("uninstall", "zed", "--yes");
      expect(await readFile(path, "utf8")).toBe(before);
    },
  );

  it("replaces an entry of its own only where it serves the same catalog, or one that is gone", async () => {
    const [one, two] = [join(project, "one"), join(project, "two")];
    for (const folder of [one, two]) await cp(join(root, "examples", "hello"), folder, { recursive: true });
    for (const folder of [one, two]) {
      await mkdir(join(folder, "node_modules"), { recursive: true });
      await symlink(root, join(folder, "node_modules", "pegboard"));
      expect((await run("generate", "--catalog", folder)).code).toBe(0);
    }
    expect((await run("install", "cursor", "--catalog", "one", "--yes")).code).toBe(0);
    const path = join(home, places.cursor);
    const before = await readFile(path, "utf8");
    const other = await run("install", "cursor", "--catalog", "two", "--yes");
    expect([other.code, other.stderr]).toEqual([
      2,
      `error: ~/.cursor/mcp.json has another server named 'hello': that of '${one}'\n       --name takes another name, --force replaces it; nothing was written\n`,
    ]);
    const workbench = await run("install", "cursor", "--name", "hello", "--yes");
    expect([workbench.code, await readFile(path, "utf8")]).toEqual([2, before]);
    // The same one with other options is the same server.
    expect((await run("install", "cursor", "--catalog", "one", "--profile", "full", "--yes")).code).toBe(0);
    expect((await run("install", "cursor", "--catalog", "two", "--name", "two", "--yes")).code).toBe(0);
    await rm(one, { recursive: true });
    expect((await run("install", "cursor", "--catalog", "two", "--yes")).code).toBe(0);
    const { mcpServers } = JSON.parse(await readFile(path, "utf8"));
    expect(Object.keys(mcpServers)).toEqual(["hello", "two"]);
    expect(mcpServers.hello).toEqual(mcpServers.two);
  });

  it("adds to an entry that starts the same, and keeps the variables it has", async () => {
    const mine = { command: process.execPath, args: [mainPath, "serve"], env: { PEGBOARD_LOG: "debug" } };
    const before = JSON.stringify({ mcpServers: { pegboard: mine } });
    const path = await given(places["claude-code"], before);
    const { code, stdout } = await run("install", "claude-code", "--yes");
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("'pegboard' is in") });
    expect(JSON.parse(await readFile(path, "utf8")).mcpServers.pegboard).toEqual({ type: "stdio", ...mine });
    await run("uninstall", "claude-code", "--yes");
    expect(await readFile(path, "utf8")).toBe(before);
  });

  it("follows a link and keeps it", async () => {
    const real = await given("dotfiles/cursor.json", "{}\n");
    const link = join(home, places.cursor);
    await mkdir(dirname(link), { recursive: true });
    await symlink(real, link);
    expect((await run("install", "cursor", "--yes")).code).toBe(0);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(real, "utf8")).mcpServers.pegboard).toEqual(entry());
    await rm(real);
    const nowhere = await run("install", "cursor", "--yes");
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      "error: '~/.cursor/mcp.json' is a link to something that does not exist\n",
    ]);
  });

  const odd: readonly (readonly [text: string, says: string])[] = [
    ['{\n  "mcpServers": {\n    "a": {,}\n  }\n}', "~/.cursor/mcp.json:3:11: the file is not JSON"],
    ["[]", "'~/.cursor/mcp.json' does not contain an object"],
    ['{"mcpServers": []}', "'mcpServers' in '~/.cursor/mcp.json' is not an object"],
    ['{"mcpServers": {}, "mcpServers": {}}', "'~/.cursor/mcp.json' has 'mcpServers' twice"],
    ['{"mcpServers": {"pegboard": 1, "pegboard": 2}}', "'~/.cursor/mcp.json' has 'pegboard' twice"],
  ];
  it.each(odd)("refuses %j and leaves it as it is", async (text, says) => {
    const path = await given(places.cursor, text);
    const { code, stderr } = await run("install", "cursor", "--yes", "--force");
    expect(code).toBe(2);
    expect(stderr).toContain(says);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("refuses what serve would refuse, and what a client can't use", async () => {
    const refusals = [
      await run("install", "cursor", "--profile", "cor", "--yes"),
      await run("install", "cursor", "--yes", "--", "--http", "80"),
      await run("install", "cursor", "--name", "a b", "--yes"),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a client would put something in its place
      await run("install", "cursor", "--config", "${HOME}/x", "--yes"),
    ];
    expect(refusals.map(({ code, stderr }) => [code, stderr.split("\n")[0]])).toEqual([
      [2, "error: there is no profile 'cor'"],
      [2, "error: clients start the server over stdio: '--http' can't be used"],
      [2, "error: 'a b' is not a server name that all clients accept"],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
      [2, "error: '${HOME}/x' can't be used in a client's configuration"],
    ]);
    expect(await readdir(home)).toEqual([]);
  });

  it("gives a project that has the package an entry that fits all who work on it", async () => {
    const own = join(project, "node_modules", "pegboard", "dist", "cli");
    await mkdir(own, { recursive: true });
    await writeFile(join(own, "main.js"), "");
    for (const client of clients) expect((await run("install", client, "--scope", "project", "--yes")).code).toBe(0);
    const files = [".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json"];
    const read = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(project, file), "utf8"))));
    const main = "node_modules/pegboard/dist/cli/main.js";
    const anywhere = ["$", `{workspaceFolder}/${main}`].join("");
    expect(read).toEqual([
      { mcpServers: { pegboard: { type: "stdio", command: "node", args: [main, "serve"] } } },
      { mcpServers: { pegboard: { command: "node", args: [anywhere, "serve"] } } },
      { servers: { pegboard: { type: "stdio", command: "node", args: [anywhere, "serve"] } } },
    ]);
    // What lies in the folder is not started unless somebody says so.
    const looked = await run("doctor");
    expect([looked.code, looked.stderr.split("\n")[0]]).toEqual([1, "error: no client starts pegboard"]);
  });
});

describe("doctor", () => {
  it("says of any server what is wrong and what to do, and shows no secret", async () => {
    const everything = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    const noisy = `console.log("ready " + process.env.K_TOKEN); require("node:readline").createInterface({input: process.stdin})
      .on("line", (line) => { const {id, method} = JSON.parse(line); if (id !== undefined) console.log(JSON.stringify(
      {jsonrpc: "2.0", id, ...(method === "initialize" ? {result: {protocolVersion: "2025-06-18", capabilities: {tools: {}},
      serverInfo: {name: "noisy", version: "1"}}} : method === "tools/list" ? {result: {tools: []}} : {error: {code: -32601,
      message: "no"}})})) })`;
    const servers = {
      every: { command: process.execPath, args: [everything] },
      noisy: { command: process.execPath, args: ["-e", noisy], env: { K_TOKEN: "SECRET" } },
      gone: { command: "/nope/x", args: ["SECRET2"] },
      unknown: { command: "no-such-program-anywhere" },
      moved: { command: process.execPath, args: [join(project, "moved.js")] },
      off: { command: "x", disabled: true },
    };
    await writeFile(join(project, "servers.json"), JSON.stringify({ mcpServers: servers }));
    const { code, stdout, stderr } = await run("doctor", "--config", "servers.json", "--timeout", "20", "--json");
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).not.toContain("SECRET");
    const report: { servers: { name: string; checks: { id: string; status: string; message: string }[] }[] } =
      JSON.parse(stdout);
    const reported = Object.fromEntries(
      report.servers.map(({ name, checks }) => [
        name,
        checks
          .filter(({ status }) => status !== "fine")
          .map(({ id, status, message }) => `${id} ${status}: ${message}`),
      ]),
    );
    expect(Object.keys(reported).sort()).toEqual(Object.keys(servers).sort());
    expect(reported.gone).toEqual(["start problem: can't be started: command not found"]);
    expect(reported.unknown).toEqual(["program problem: there is no program 'no-such-program-anywhere' on the PATH"]);
    expect(reported.moved).toEqual([`program problem: '${join(project, "moved.js")}' is not there`]);
    expect(reported.off).toEqual(["entry warning: is switched off in the file"]);
    expect(reported.noisy).toEqual([
      "tools warning: lists no tools",
      expect.stringMatching(/^stdout problem: writes \d+ lines? to stdout that are not messages: ready \*\*\*$/),
    ]);
    expect(reported.every?.[0]).toContain("is refused by Cursor: letters, digits and '_'");

    const named = await run("doctor", "--config", "servers.json", "gonne");
    expect([named.code, named.stderr]).toEqual([2, "error: 'servers.json' does not name a server 'gonne'\n"]);
    const missed = await run("doctor", "cursor");
    expect(missed.code).toBe(1);
    expect(missed.stdout).toContain("Cursor does not start pegboard");
    expect(missed.stdout).toContain("pegboard install cursor adds it");
  });
});

describe("uninstall says what it did", () => {
  const change = (path: string, from: string, to: string) =>
    readFile(path, "utf8").then((text) => writeFile(path, text.replace(from, to)));
  const last = ({ stdout }: Finished) => stdout.trimEnd().split("\n").at(-1);

  it("where the file is as it was, where it is gone, and where only the entry could be taken out or put back", async () => {
    const path = await given(places.cursor, '{"mcpServers": {"a": {"url": "http://x"}}}');
    await run("install", "cursor", "--yes");
    expect(last(await run("uninstall", "cursor", "--yes"))).toBe(
      "~/.cursor/mcp.json is as it was before; Cursor may have to be restarted",
    );
    await run("install", "cursor", "--yes");
    await change(path, "http://x", "http://y");
    expect(last(await run("uninstall", "cursor", "--yes"))).toBe(
      "'pegboard' is taken out of ~/.cursor/mcp.json, which was changed since; the rest stays as it is; Cursor may have to be restarted",
    );
    await writeFile(path, '{"mcpServers": {"a": 1, "pegboard": {"command": "mine"}}}');
    await run("install", "cursor", "--yes", "--force");
    await change(path, '"a": 1', '"a": 2');
    expect(last(await run("uninstall", "cursor", "--yes"))).toBe(
      "the earlier 'pegboard' is back in ~/.cursor/mcp.json, which was changed since; the rest stays as it is; Cursor may have to be restarted",
    );
    expect(await readFile(path, "utf8")).toBe('{"mcpServers": {"a": 2, "pegboard": {"command": "mine"}}}');
    await rm(path);
    await run("install", "cursor", "--yes");
    expect(JSON.parse((await run("uninstall", "cursor", "--yes", "--json")).stdout)).toMatchObject({
      status: "written",
      did: "removed-file",
    });
  });
});

describe("a clone that has moved", () => {
  it("is found by doctor, whatever its folder was called", async () => {
    const gone = "/nowhere/old-clone/dist/cli/main.js";
    const entries = {
      ours: { command: process.execPath, args: [gone, "serve"] },
      other: { command: "x", args: ["serve"] },
    };
    await given(places.cursor, JSON.stringify({ mcpServers: entries }));
    const { code, stdout } = await run("doctor", "--json");
    const { servers } = JSON.parse(stdout);
    expect([code, servers.map(({ name }: { name: string }) => name)]).toEqual([1, ["ours"]]);
    expect(servers[0].checks).toEqual([
      {
        id: "program",
        status: "problem",
        message: `'${gone}' is not there`,
        hint: "it was moved or removed: run pegboard install again",
      },
    ]);
  });

  it("gets a working entry by install, which says whose entry it replaces", async () => {
    const gone = "/nowhere/old-clone/dist/cli/main.js";
    await given(
      places.cursor,
      JSON.stringify({ mcpServers: { pegboard: { command: "node", args: [gone, "serve"] } } }),
    );
    const again = await run("install", "cursor", "--yes");
    expect([again.code, again.stderr]).toEqual([0, ""]);
    expect(JSON.parse(await readFile(join(home, places.cursor), "utf8")).mcpServers.pegboard).toEqual(entry());
  });
});

describe("a client that is not known", () => {
  it.each(["install", "uninstall"])(
    "%s names the nearest one, or all, and what any other client can start",
    async (verb) => {
      const near = await run(verb, "curser", "--yes");
      expect([near.code, near.stderr]).toEqual([
        2,
        expect.stringMatching(/^error: 'curser' is not a known client\n {7}did you mean 'cursor'\?; any other/),
      ]);
      const far = await run(verb, "chatterbox", "--yes");
      expect(far.stderr).toContain("known: claude-code, cursor, vscode, claude-desktop,");
      expect(far.stderr).toContain("any other client starts the server with the command: pegboard serve");
    },
  );
});

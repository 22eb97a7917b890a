// The command line of tool-cli, row by row, with what is better here. Most of it runs in this process: what is tested is
// what is printed and the exit code; the servers are processes all the same.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainPath, pegboard, pegboardHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

let home: ShellHome;
beforeAll(() => {
  home = makeShellHome();
});
afterAll(() => home.remove());

const shell = (
  words: readonly string[],
  more: { readonly stdin?: string; readonly env?: Record<string, string> } = {},
) => pegboardHere(words, { cwd: home.folder, ...more, env: { ...home.env, ...more.env } });
const file = (name: string) => readFileSync(join(home.folder, name), "utf8");

describe("from servers to a call", () => {
  it("no words list the servers, and start none", async () => {
    const { code, stdout, stderr } = await shell([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").flatMap((line) => /^ {2}(\w+)/.exec(line)?.[1] ?? [])).toEqual([
      "pegboard",
      "github",
      "myserver",
      "weather",
      "empty",
      "down",
    ]);
  });

  it("a file of the current folder is named and not used", async () => {
    writeFileSync(join(home.folder, ".mcp.json"), '{"mcpServers":{"theirs":{"command":"false"}}}');
    const { stdout } = await shell(["servers"]);
    expect(stdout).toContain("not used: .mcp.json; --config .mcp.json uses it");
    expect((await shell(["theirs"])).code).toBe(2);
    const named = await shell(["--config", ".mcp.json", "--json"]);
    expect(JSON.parse(named.stdout)).toMatchObject({ servers: [{ name: "theirs", origin: ".mcp.json" }] });
  });

  it("a server called like the catalog is reported, and a broken file is a warning", async () => {
    const config = join(home.folder, "other");
    mkdirSync(join(config, "pegboard"), { recursive: true });
    mkdirSync(join(config, "Code", "User"), { recursive: true });
    writeFileSync(join(config, "pegboard", "servers.json"), '{"mcpServers":{"pegboard":{"command":"false"}}}');
    writeFileSync(join(config, "Code", "User", "mcp.json"), "{");
    const { stdout, stderr } = await shell(["servers"], { env: { XDG_CONFIG_HOME: config } });
    expect(stdout).toContain(
      "not used: pegboard (other/pegboard/servers.json): the one of the catalog in this process comes first",
    );
    expect(stderr).toMatch(/^warning: other\/Code\/User\/mcp\.json:1:2: the file is not JSON/);
  });

  it("a server lists its tools with their signatures; [json] marks those that answer for programs", async () => {
    const { code, stdout, stderr } = await shell(["github"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "github — 15 tools:",
      "  search_code(query: string, limit?: integer 1..10 = 2, kind?: code|docs, where?: {repo?}, deep?: boolean) → {items?} [json]",
      "      Find code that holds a text.",
    ]);
    expect(await shell(["github", "-h"])).toEqual({ code, stdout, stderr });
    expect((await shell(["empty"])).stdout).toBe("empty — no tools\n");
  });

  it("a tool is described with what is inside its params", async () => {
    const { code, stdout } = await shell(["github", "search_code"]);
    expect(code).toBe(0);
    expect(stdout).toContain("  query *  What to look for (string)\n");
    expect(stdout).toContain("  limit    integer 1..10, default 2\n");
    expect(stdout).toContain("  kind     code|docs\n");
    expect(stdout).toContain("  where    {repo?}\n    repo   string\n");
    expect(stdout).toContain(`pegboard github search_code '{"query":"…"}'`);
    expect((await shell(["github", "search_code", "--help"])).stdout).toBe(stdout);
  });

  it("a call answers a pipe with what is for programs, as JSON", async () => {
    const { code, stdout, stderr } = await shell(["github", "search_code", '{"query":"auth"}']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      `${JSON.stringify({ items: [{ path: "src/auth-0.ts" }, { path: "src/auth-1.ts" }], rest: {} }, undefined, 2)}\n`,
    );
  });

  it("--json loses nothing, on any level", async () => {
    const json = async (...words: string[]) => JSON.parse((await shell([...words, "--json"])).stdout);
    expect(await json("github", "search_code", '{"query":"x"}')).toMatchObject({
      later: true,
      content: [{ type: "text" }],
    });
    expect(await json("github", "search_code")).toMatchObject({
      name: "search_code",
      annotations: { readOnlyHint: true },
    });
    expect((await json("github")).tools).toHaveLength(15);
    expect((await json()).servers).toHaveLength(6);
  });
});

describe("arguments", () => {
  it.each<[what: string, words: string[], stdin: string]>([
    ["JSON", ['{"query":"x","limit":1,"where":{"repo":"r"},"deep":true}'], ""],
    ["flags", ["--query", "x", "--limit", "1", "--where.repo", "r", "--deep"], ""],
    ["pairs", ["query=x", "limit=1", 'where:={"repo":"r"}', "deep=true"], ""],
    ["pairs with a param inside another", ["query=x", "limit=1", "where.repo=r", "deep:=true"], ""],
    ["stdin", ["-", "--limit=1"], '{"query":"x","where":{"repo":"r"},"deep":true}'],
    ["files", ["@given.json", "query@=query.txt"], ""],
  ])("as %s are the same", async (_, words, stdin) => {
    writeFileSync(join(home.folder, "given.json"), '{"limit":1,"where":{"repo":"r"},"deep":true}');
    writeFileSync(join(home.folder, "query.txt"), "x");
    const { code, stdout } = await shell(["github", "search_code", "--dry-run", ...words], { stdin });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      server: "github",
      tool: "search_code",
      arguments: { query: "x", limit: 1, where: { repo: "r" }, deep: true },
    });
  });

  it.each([["--dry-run=true"], ["--json=true", "--deny", "github/search_code"], ["--query=y", "--yes=1", "--dry-run"]])(
    "%s: an option of ours that takes no value is refused with one, and the call is not made",
    async (...words) => {
      const { code, stdout, stderr } = await shell(["github", "search_code", "query=x", ...words]);
      const name = words.find((word) => /^--(?!query)[^=]+=/.test(word))?.split("=")[0] ?? "";
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toBe(
        `error: '${name}' takes no value\n       for a param of the tool, write ${name.slice(2)}=…\n`,
      );
    },
  );

  it("are judged before the call, each with its place", async () => {
    const { code, stdout, stderr } = await shell(["github", "search_code", "limit=11", "kind=cod"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.split("\n").sort()).toEqual(
      [
        "",
        "       --no-validate sends them without validation",
        "       /kind: expected one of code, docs, found the text \"cod\"; did you mean 'code'?",
        "       /limit: expected an integer from 1 to 10, found 11",
        "       /query: expected a text, found nothing",
        "error: invalid arguments for 'search_code' of 'github'",
      ].sort(),
    );
    expect(
      (await shell(["github", "search_code", "query=x", "limit=11", "--no-validate", "--path", "items[10].path"]))
        .stdout,
    ).toBe("src/x-10.ts\n");
  });

  it("a schema that can't be understood is the server's mistake, not ours", async () => {
    expect((await shell(["github", "odd", "x=1"])).code).toBe(5);
    expect(await shell(["github", "odd", "x=1", "--no-validate"])).toEqual({ code: 0, stdout: "odd\n", stderr: "" });
  });
});

describe("what goes wrong says so on stderr, with a code of its own", () => {
  it.each<[words: string[], code: number, message: string]>([
    [["githb"], 2, "there is no command and no server named 'githb'\n       did you mean 'github'?"],
    [
      ["github", "serch_code"],
      2,
      "there is no tool 'serch_code' on server 'github'\n       did you mean 'search_code'?",
    ],
    [["github", "nope", "{}"], 2, "there is no tool 'nope' on server 'github'"],
    [["github", "search_code", "{query: x}"], 2, "the argument is not valid JSON"],
    [["github", "search_code", "[1,2]"], 2, "the argument is not a JSON object"],
    [["github", "search_code", '{"query":"x"}', "more"], 2, "'more' is neither a JSON object nor key=text"],
    [["github", "search_code", "--qery", "x"], 2, "the tool has no param for '--qery'\n       did you mean '--query'?"],
    [["github", "search_code", "query=x", "--out"], 2, "option '--out <file>' argument missing"],
    [["github", "search_code", "query=x", "--timeout", "0"], 2, "option '--timeout <seconds>' argument '0' is invalid"],
    [["github", "search_code", "--query", "x", "--config", "y"], 2, "'y' does not exist"],
    [["github", "search_code", "--deep", "--config", "y"], 2, "'--config' is behind a flag of the tool"],
    [
      ["github", "search_code", "query=x", "--path", "itms"],
      4,
      "the call was carried out, but --path 'itms': the result has no 'itms'\n       did you mean 'items'?",
    ],
    [["github", "fail", "{}", "--json"], 4, '"isError": true'],
    [["github", "picture", "{}"], 0, "(image/png, 3 bytes); use --out FILE"],
    // The limit is for the start of the server, too.
    [["github", "wait", "{}", "--timeout", "4"], 7, "'github' did not answer within 4 seconds"],
    [["down"], 5, "'down' ended with exit code 3"],
    [["github", "save", "what=x"], 6, "'save' of 'github' is not read-only and there is no terminal to confirm on"],
    [["weather", "save", "what=x", "--yes"], 6, "'save' of 'weather' is denied"],
    [["--bridge", "1"], 5, "no bridge can be reached at 127.0.0.1:1"],
    [["--bridge", "1", "--config", "x"], 2, "--bridge and --config can't be combined"],
    [["github", "save", "what=x", "--bridge", "1", "--catalog", "x"], 2, "--bridge and --catalog can't be combined"],
    [["memory_get", "id=x"], 2, "named 'memory_get'\n       it is a tool of the catalog: pegboard call memory_get"],
    [["call", "memory_gt", "id=x", "--deny", "Pegboard/*"], 2, "the deny rule 'Pegboard/*' is for a server 'Pegboard'"],
    [["bridge", "--"], 2, "there is no command behind --"],
    [["tools", "--json", "invoice"], 2, "error: 'tools' takes no argument\n       pegboard describe NAME shows a tool"],
    [["resources", "a://b"], 2, "error: 'resources' takes no argument\n       pegboard read URI reads one"],
    [["describe", "a", "b"], 2, "error: 'describe' takes no more than one argument\n       pegboard --help lists"],
  ])("%j", async (words, code, message) => {
    const ended = await shell(words);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
    expect(ended.stderr).toContain(message);
  });

  it("a tool's own error is whole on stderr", async () => {
    expect(await shell(["github", "fail", "{}"])).toEqual({ code: 4, stdout: "", stderr: '{\n  "why": "broken"\n}\n' });
  });

  it("--help and --version need no server", async () => {
    const env = { TOOL_CLI_PORT: "1" };
    expect((await shell(["--help"], { env })).code).toBe(0);
    expect((await shell(["--version"], { env })).code).toBe(0);
  });
});

describe("--out and --path", () => {
  it("--out anywhere takes the result, and bytes as what they are", async () => {
    expect(await shell(["github", "--out", "a.json", "list_issues", "repo=o/r"])).toEqual({
      code: 0,
      stdout: "Written to: a.json\n",
      stderr: "",
    });
    expect(JSON.parse(file("a.json"))).toMatchObject({ repo: "o/r" });
    await shell(["github", "picture", "{}", "--out", "a.png"]);
    expect([...readFileSync(join(home.folder, "a.png"))]).toEqual([1, 2, 3]);
    const several = await shell(["github", "pictures", "{}", "--out", "b.png"]);
    expect([several.code, existsSync(join(home.folder, "b.png"))]).toEqual([2, false]);
    // tool-cli writes no file then; a script that waits for one would wait in vain.
    await shell(["github", "nothing", "{}", "--out", "empty.txt"]);
    expect(file("empty.txt")).toBe("");
  });

  it("no call is made where its result would have no place", async () => {
    const { code } = await shell(["github", "save", "what=lost", "--yes", "--out", "nowhere/x"]);
    expect([code, home.done().includes("saved lost")]).toEqual([2, false]);
  });

  it("--path picks a field", async () => {
    expect((await shell(["github", "search_code", "query=x", "--path", "items[-1].path"])).stdout).toBe("src/x-1.ts\n");
    expect((await shell(["myserver", "list_items", "{}", "--path", "[0].id"])).stdout).toBe("7\n");
  });
});

describe("policy", () => {
  it("what may change something needs a yes or a rule, and every decision is written down", async () => {
    writeFileSync(join(home.folder, "audit.jsonl"), "");
    const saved = async (...words: string[]) => (await shell(["github", "save", "what=secret-value", ...words])).code;
    expect([
      await saved(),
      await saved("--yes"),
      await saved("--allow", "github/sa*"),
      await saved("--allow", "other/*"),
    ]).toEqual([6, 0, 0, 6]);
    expect(await saved("--yes", "--deny", "save")).toBe(6);
    const written = file("audit.jsonl");
    expect(written).not.toContain("secret-value");
    const records = written
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(records.map(({ decision, reason }) => `${decision} ${reason}`)).toEqual([
      "refuse approval_unavailable",
      "run approved",
      "run allowed",
      "refuse approval_unavailable",
      "refuse denied",
    ]);
    expect(Object.keys(records[0] ?? {})).toEqual(["time", "source", "server", "tool", "decision", "reason"]);
  });

  it("what the user's own file denies, stays denied with a file that says nothing of it", async () => {
    const { mcpServers } = JSON.parse(file(join(".config", "pegboard", "servers.json"))) as { mcpServers: object };
    writeFileSync(join(home.folder, "again.json"), JSON.stringify({ mcpServers }));
    const save = (server: string, ...words: string[]) =>
      shell([server, "save", "what=again", "--config", "again.json", ...words]);
    expect((await save("weather", "--yes")).code).toBe(6);
    const refused = await save("github");
    expect([refused.code, refused.stderr.includes("servers.json")]).toEqual([6, false]);
    expect(home.done()).not.toContain("saved again");
  });

  it("a tool named like another server's is not that", async () => {
    // `b/echo` of github; the rule speaks of `echo` of a server b.
    expect((await shell(["github", "b/echo", "{}", "--allow", "b/echo"])).code).toBe(6);
    expect((await shell(["github", "b/echo", "{}", "--allow", "github/b\\/echo"])).stdout).toBe("forged\n");
  });

  it("a value is never an option", async () => {
    const { code, stdout } = await shell(["github", "save", "--what", "--yes"]);
    expect([code, stdout]).toEqual([6, ""]);
  });
});

describe("over all servers", () => {
  it("search tells server, tool and signature; one that is down hides no other", async () => {
    const { code, stdout, stderr } = await shell(["search", "weather", "city", "--json", "--limit", "4"]);
    expect(code).toBe(0);
    const { tools, down } = JSON.parse(stdout) as { tools: { server: string; tool: string }[]; down: string[] };
    expect(tools.slice(0, 3).map(({ server, tool }) => `${server} ${tool}`)).toEqual([
      "github check_weather",
      "myserver check_weather",
      "weather check_weather",
    ]);
    expect(down).toEqual(["down"]);
    // The command goes on: that is not an error of its own.
    expect(stderr).toMatch(/^warning: 'down' ended with exit code 3/);
    expect((await shell(["search", "x", "--server", "down"])).code).toBe(5);
  });

  it("search waits three seconds for those that are silent, and names them", async () => {
    const silent = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1_000_000)"] };
    const { mcpServers } = JSON.parse(file(join(".config", "pegboard", "servers.json"))) as {
      readonly mcpServers: { readonly weather: object };
    };
    const { weather } = mcpServers;
    writeFileSync(join(home.folder, "silent.json"), JSON.stringify({ mcpServers: { weather, silent } }));
    const words = ["search", "weather", "--config", "silent.json", "--json"];
    const { code, stdout, stderr } = await shell(words, { env: { TOOL_CLI_TIMEOUT_MS: "" } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ tools: [{ server: "weather" }], down: ["silent"] });
    expect(stderr).toContain("'silent' was not ready within 3 seconds");
    expect(stderr).toContain("--timeout 60 waits longer");
    const patient = await shell([...words, "--timeout", "0.5"]);
    expect(patient.stderr).toContain("'silent' was not ready within 0.5 seconds");
  });

  it("search ranks the catalog's own tools by all that it knows of them", async () => {
    const { stdout } = await shell(["search", "--server", "pegboard", "remember", "what", "I", "learned"]);
    expect(stdout.split("\n")[0]).toContain("pegboard memory_store(");
  });

  it("resources: of one server, of the catalog, of all servers, one that is down among them", async () => {
    expect(await shell(["resources", "--server", "github"])).toEqual({
      code: 0,
      stdout: "github\n  item://1  text/plain\n",
      stderr: "there is a template too: pegboard resources --server github --templates\n",
    });
    expect(await shell(["resources", "--server", "github", "--templates"])).toEqual({
      code: 0,
      stdout: "github\n  item://{id}\n",
      stderr: "",
    });
    const own = await shell(["resources"]);
    expect([own.code, own.stdout.split("\n")[0], own.stderr]).toEqual([
      0,
      "pegboard",
      "there is a template too: pegboard resources --server pegboard --templates\n",
    ]);
    const all = await shell(["resource", "list", "--json"]);
    expect(all.code).toBe(0);
    const listed = JSON.parse(all.stdout) as { status: string; results: { server: string; ok: boolean }[] };
    expect(listed.status).toBe("partial");
    expect(listed.results.filter(({ ok }) => !ok).map(({ server }) => server)).toEqual(["down"]);
    const templates = await shell(["resource", "templates", "--server", "github", "--json"]);
    expect(JSON.parse(templates.stdout)).toMatchObject({
      results: [{ resourceTemplates: [{ uriTemplate: "item://{id}" }] }],
    });
  });

  it("prompts: of one server with their arguments, as JSON, of all of a file", async () => {
    expect(await shell(["prompts", "--server", "github"])).toEqual({
      code: 0,
      stdout: "github\n  explain  topic *  depth  Explain a topic.\n  discuss  topic *         Discuss\n  look\n",
      stderr: "",
    });
    const json = JSON.parse((await shell(["prompts", "--server", "github", "--json"])).stdout);
    expect(json).toMatchObject({ kind: "prompts", status: "complete", results: [{ server: "github", ok: true }] });
    expect(json.results[0].prompts[0]).toMatchObject({ name: "explain", arguments: [{ name: "topic" }, {}] });
    expect(await shell(["prompts", "--server", "empty"])).toEqual({ code: 0, stdout: "empty\n  none\n", stderr: "" });
    expect(await shell(["prompts"])).toEqual({ code: 0, stdout: "pegboard\n  none\n", stderr: "" });
  });

  it("prompts NAME: the messages of one, by way of a bridge too", async () => {
    const explain = ["explain", "topic=two words"];
    expect(await shell(["prompts", "--server", "github", ...explain])).toEqual({
      code: 0,
      stdout: "Explain two words.\n",
      stderr: "",
    });
    expect((await shell(["prompts", "--server", "github", "discuss", '{"topic": "ports"}'])).stdout).toBe(
      "# user\nExplain ports.\n# assistant\nGladly.\n",
    );
    const whole = await shell(["prompts", "--server", "github", ...explain, "--json"]);
    expect(JSON.parse(whole.stdout)).toEqual({
      description: "Explain a topic.",
      messages: [{ role: "user", content: { type: "text", text: "Explain two words." } }],
    });
    const program = `${process.execPath} ${mainPath} prompts --server github`;
    const script = `${program} && ${program} discuss topic=ports && ${program} explan || echo "code $?"`;
    const { env, folder: cwd } = home;
    expect(await pegboard(["bridge", "--", "sh", "-c", script], { cwd, env })).toEqual({
      code: 0,
      stdout: `github
  explain  topic *  depth  Explain a topic.
  discuss  topic *         Discuss
  look
# user
Explain ports.
# assistant
Gladly.
code 2
`,
      stderr: expect.stringContaining("did you mean 'explain'?"),
    });
  });

  it.each([
    [["github", "explan", "topic=x"], "there is no prompt 'explan' on server 'github'\n       did you mean 'explain'?"],
    [["github", "x"], "on server 'github'\n       pegboard prompts --server github lists them"],
    [["github", "explain"], "'explain' needs the argument 'topic'\n       topic=…: What is not clear"],
    [["github", "explain", "topic=x", "dept=1"], "has no argument 'dept'\n       did you mean 'depth'?"],
    [["github", "look", "topic=x"], "has no argument 'topic'\n       it takes none"],
    [
      ["github", "explain", "topic:=1"],
      "'topic' is not a text, and prompts take only texts\n       write topic=… instead",
    ],
    [["empty", "explain"], "'empty' has no prompts"],
    [["nosuch", "explain"], "there is no server named 'nosuch'"],
  ])("prompts --server %j is refused in a sentence", async ([server = "", ...words], message) => {
    const { code, stdout, stderr } = await shell(["prompts", "--server", server, ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("read: text to stdout, bytes into a file", async () => {
    const read = (...words: string[]) => shell(["read", "--server", "github", ...words]);
    expect(await read("item://1")).toEqual({ code: 0, stdout: "one\n", stderr: "" });
    expect(await read("item://bytes")).toMatchObject({ code: 2, stdout: "" });
    await shell(["resource", "read", "item://bytes", "--server", "github", "--out", "item"]);
    expect([...readFileSync(join(home.folder, "item"))]).toEqual([1, 2, 3]);
    expect(JSON.parse((await read("item://bytes", "--meta")).stdout)).toEqual({
      contents: [{ uri: "item://bytes", mimeType: "image/png", kind: "binary", bytes: 3 }],
    });
    expect((await shell(["read", "pegboard://guide"])).stdout).toContain("# Pegboard workbench");
  });
});

describe("the catalog in this process", () => {
  it("is a server among the others", async () => {
    expect((await shell(["pegboard"])).stdout).toMatch(/^pegboard — \d+ tools:\n {2}session_open\(agent: string/);
    expect((await shell(["pegboard", "memory_recall"])).stdout).toBe(
      (await shell(["describe", "memory_recall"])).stdout,
    );
    const called = await shell([
      "pegboard",
      "memory_recall",
      "--context",
      "dragons",
      "--limit",
      "3",
      "--path",
      "count",
    ]);
    expect(called).toEqual({ code: 0, stdout: "0\n", stderr: "" });
  });

  it("checks a dry run by the tool's own contract", async () => {
    const { code, stderr } = await shell(["call", "memory_recall", "limit=many", "--dry-run"]);
    expect(code).toBe(2);
    expect(stderr).toContain("/limit: expected an integer");
  });
});

describe("signals", () => {
  it("an interrupt cancels the call at its server and ends with 130", async () => {
    const before = home.done().length;
    const child = spawn(process.execPath, [mainPath, "github", "wait", "{}"], {
      cwd: home.folder,
      env: { ...process.env, ...home.env },
      stdio: "pipe",
    });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    while (!home.done().slice(before).includes("waits")) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(home.done().slice(before)).toEqual(["waits", "cancelled"]);
  });
});

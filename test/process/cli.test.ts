import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { mainPath, pegboard, pegboardHere, root } from "./run-pegboard.ts";

let folder = "";
let database: { readonly PEGBOARD_DB: string };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-cli-"));
  database = { PEGBOARD_DB: join(folder, "workbench.db") };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("pegboard --help", () => {
  it("lists the commands by what they are for, with examples and exit codes, without colours in a pipe", async () => {
    const { code, stdout, stderr } = await pegboard(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("\u001b");
    const headings = stdout.split("\n").filter((line) => /^\S.*:$/.test(line));
    expect(headings).toEqual([
      "Options:",
      "Start and change a catalog:",
      "Write and check a catalog:",
      "Use a catalog:",
      "Work with the workbench:",
      "Set up clients and the shell:",
      "Learn more:",
      "Start here:",
      "Environment:",
      "Exit codes:",
    ]);
  });

  it("no words at all list the servers, and say where help is", async () => {
    const { code, stdout, stderr } = await pegboard([], { env: { HOME: folder } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").at(-2)).toBe("1 server; pegboard <server> lists its tools, --help all commands");
  });

  it.each([
    "init",
    "add",
    "rename",
    "build",
    "generate",
    "lint",
    "tokens",
    "diff",
    "baseline",
    "explain",
    "servers",
    "tools",
    "describe",
    "call",
    "search",
    "resources",
    "read",
    "resource",
    "prompts",
    "serve",
    "adr",
    "import-tasks",
    "board",
    "pack",
  ])("%s has its own, with examples", async (verb) => {
    const { code, stdout } = await pegboardHere([verb, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: pegboard ${verb}`);
    expect(stdout).toContain("Examples:");
  });

  it("--version prints the package's version", async () => {
    expect(await pegboard(["--version"])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: "" });
  });
});

describe("usage errors end with 2 and say what to write", () => {
  it.each<[words: string[], message: string]>([
    [["validate"], "there is no command and no server named 'validate'\n       pegboard lint checks schema/"],
    [["generat"], "there is no command and no server named 'generat'\n       did you mean 'generate'?"],
    [["generate", "--chek"], "unknown option '--chek'; did you mean '--check'?"],
    [["describe"], "missing required argument 'tool'"],
    [["explain", "unknown-tipe"], "there is no finding, rule or error 'unknown-tipe'"],
    [["diff", "--fail-on", "wran"], "option '--fail-on <severity>' argument 'wran' is invalid"],
    [["tools", "--profile", "cor"], "there is no profile 'cor'"],
    [["serve", "--profile", "cor"], "there is no profile 'cor'"],
    [["generate", "--catalog", "/nowhere"], "'/nowhere' is not a catalog: it has no schema/catalog.yaml"],
    [["call", "memory_stor", "content=x"], "Unknown tool: 'memory_stor'; did you mean 'memory_store'?"],
    [["call", "memory_recall", "context"], "'context' is neither a JSON object nor key=text nor key:=json"],
    [["call", "memory_recall", "{context: x}"], "the argument is not valid JSON"],
    [["call", "memory_recall", "limit:=ten"], "the value of 'limit' is not valid JSON"],
    [["call", "memory_recall", "[1]"], "the argument is not a JSON object"],
    [["call", "memory_recall", "@/nowhere.json"], "'/nowhere.json' can't be read: ENOENT: no such file or directory"],
    [["call", "memory_recall", "limit:=1", "limit:=2"], "the argument 'limit' is given twice"],
  ])("%j", async (words, message) => {
    const { code, stdout, stderr } = await pegboardHere(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`error: ${message}`);
  });

  it("a folder without a catalog above it", async () => {
    const { code, stderr } = await pegboardHere(["lint"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain("there is no schema/catalog.yaml here or in any folder above");
  });
});

describe("pegboard explain", () => {
  it("prints why a finding exists", async () => {
    const { code, stdout } = await pegboard(["explain", "handler-missing"]);
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toBe("handler-missing  finding, error");
  });

  it("knows the rules of diff", async () => {
    const { code, stdout } = await pegboardHere(["explain", "tool-removed", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ code: "tool-removed", kind: "diff rule" });
  });

  it("lists everything without a code", async () => {
    const { stdout } = await pegboardHere(["explain", "--json"]);
    const all = JSON.parse(stdout) as { kind: string; code: string; why: string }[];
    expect(all.filter(({ why }) => why === "")).toEqual([]);
    // A finding and a rule of diff may bear one name.
    expect(new Set(all.map(({ kind, code }) => `${kind} ${code}`)).size).toBe(all.length);
  });
});

describe("the local catalog", () => {
  it("tools lists every tool of the catalog, in its order", async () => {
    const { stdout } = await pegboardHere(["tools", "--json"]);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      "session_open",
      "session_close",
      "memory_agent_list",
      "memory_agent_register",
      "memory_capture_turn",
      "memory_replay",
      "memory_session_start",
      "project_list",
      "project_stats",
      "project_create",
      "project_delete",
      "project_info",
      "project_init",
      "project_manage",
      "task_create",
      "task_list",
      "task_get",
      "task_manage",
      "task_note_add",
      "task_delete",
      "task_dependency_manage",
      "task_move",
      "task_subtask_manage",
      "memory_recall",
      "memory_store",
      "memory_forget",
      "memory_get",
      "memory_list",
      "memory_update",
      "memory_archive_list",
      "memory_archive_purge",
      "memory_archive_restore",
      "memory_archive_stats",
      "memory_delete",
      "memory_gc",
      "memory_promote",
      "memory_search",
      "memory_stats",
      "activity_list",
      "decision_create",
      "decision_get",
      "decision_list",
      "decision_manage",
      "plan_manage",
      "organization_list",
      "organization_manage",
      "organization_switch",
      "focus_manage",
      "pack_get",
      "pack_list",
      "pack_manage",
      "pack_delete",
      "db_clone",
      "db_create",
      "db_drop",
      "db_dump",
      "db_dumps",
      "db_import",
      "db_list",
      "worktree_create",
      "worktree_list",
      "worktree_remove",
      "workflow_create",
      "workflow_remove",
      "memory_entity_get_by_alias",
      "memory_entity_register",
      "memory_evolve",
      "memory_find_paths",
      "memory_get_links",
      "memory_get_taxonomy",
      "memory_kg_invalidate",
      "memory_kg_query",
      "memory_kg_timeline",
      "memory_link",
      "memory_dependents_of_invalidated",
      "memory_export_reflection",
      "memory_persona",
      "memory_persona_generate",
      "memory_reflect",
      "memory_reflection_origin",
      "memory_inbox",
      "memory_notify",
      "memory_share",
      "memory_namespace_clear_standard",
      "memory_namespace_get_standard",
      "memory_namespace_set_standard",
      "memory_quota_status",
      "memory_atomise",
      "memory_auto_tag",
      "memory_check_duplicate",
      "memory_consolidate",
      "memory_consolidate_undo",
      "memory_deref",
      "memory_detect_contradiction",
      "memory_expand_query",
      "memory_offload",
      "memory_recall_observations",
      "workspace_create",
      "workspace_init",
      "workspace_retrieve",
    ]);
  });

  it("describe names the errors that a tool declares", async () => {
    const { stdout } = await pegboardHere(["describe", "task_create", "--workbench"]);
    expect(stdout).toContain(
      "\nerrors: ENCRYPTION_UNSUPPORTED, PROJECT_AMBIGUOUS, PROJECT_ARCHIVED, PROJECT_NOT_FOUND, VAULT_LOCKED, VAULT_MISSING\n",
    );
  });

  it("describe shows built-in tools and their old names", async () => {
    const { code, stdout } = await pegboardHere(["describe", "memory_load_family"]);
    expect(code).toBe(0);
    expect(stdout).toContain("'memory_load_family' is an old name (ai-memory) of 'tool_search'");
    expect(stdout).toContain("Params of 'memory_load_family'");
  });

  it("describe shows a tool under an old name too", async () => {
    const { code, stdout } = await pegboardHere(["describe", "add_memory"]);
    expect(code).toBe(0);
    expect(stdout).toContain("'add_memory' is an old name (ramorie) of 'memory_store'");
    expect(stdout).toContain("Params of 'add_memory'");
  });

  it("call answers with the text of the result, and with --json with the whole of it", async () => {
    const asText = await pegboard(["call", "memory_recall", "context=dragons"], { env: database });
    expect(asText.code).toBe(0);
    expect(asText.stdout).toMatch(/^Nothing that is stored answers that\. .*\nno session, in all namespaces\n$/);
    const whole = await pegboardHere(["call", "memory_recall", '{"context":"dragons"}', "--json"], { env: database });
    expect(JSON.parse(whole.stdout)).toMatchObject({ structuredContent: { count: 0 } });
  });

  it("call reads its arguments from a file and from stdin", async () => {
    const path = join(folder, "question.json");
    writeFileSync(path, '{"context": "dragons"}');
    const [fromFile, fromStdin] = await Promise.all([
      pegboard(["call", "memory_recall", `@${path}`, "limit:=3"], { env: database }),
      pegboard(["call", "memory_recall", "-"], { env: database, stdin: '{"context": "dragons", "limit": 3}' }),
    ]);
    expect([fromFile.code, fromStdin.code]).toEqual([0, 0]);
  });

  it("call keeps a session over processes by its handle", async () => {
    const opened = await pegboard(["call", "session_open", "agent=me", "--json"], { env: database });
    const { structuredContent } = JSON.parse(opened.stdout) as { structuredContent: { session: string } };
    const { code, stdout } = await pegboard(["call", "memory_store", "content=Water boils at 100 degrees.", "--json"], {
      env: { ...database, PEGBOARD_SESSION: structuredContent.session },
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { status: "created", agent_id: "me" } });
  });

  it("a tool that answers with an error ends with 4", async () => {
    const { code, stdout, stderr } = await pegboard(["call", "memory_store", "content=x"], { env: database });
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("SESSION_REQUIRED");
  });

  it("an empty PEGBOARD_SESSION is none", async () => {
    const env = { ...database, PEGBOARD_SESSION: "" };
    const refused = await pegboardHere(["call", "memory_store", "content=x"], { env });
    expect([refused.code, refused.stderr.split("\n")[0]]).toEqual([
      4,
      "error: SESSION_REQUIRED: 'memory_store' needs an open session",
    ]);
    const { code, stderr } = await pegboardHere(["call", "memory_recall", "context=dragons"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("help of an unknown command says so", async () => {
    expect(await pegboardHere(["help", "nope"])).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("command not found; pegboard --help lists them"),
    });
  });

  it("a tool that the caller's own patterns deny is refused, under every name", async () => {
    const { code, stderr } = await pegboard(["call", "memory_recall", "context=x", "--deny", "memory_*"], {
      env: database,
    });
    expect(code).toBe(6);
    expect(stderr).toContain("'memory_recall' is not allowed by --allow and --deny");
    const old = await pegboardHere(["call", "recall", "term=x", "--deny", "memory_*"], { env: database });
    expect(old.code).toBe(6);
  });
});

describe("pegboard serve", () => {
  it("ends with 0 when it gets SIGTERM", async () => {
    const child = spawn(process.execPath, [mainPath, "serve"], { cwd: root, env: { ...process.env, ...database } });
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

describe("a setting", () => {
  it("from the environment is checked as a flag is, and named", async () => {
    const { code, stderr } = await pegboard(["serve"], { env: { ...database, PEGBOARD_PROFILE: "cor" } });
    expect(code).toBe(2);
    expect(stderr).toContain("error: PEGBOARD_PROFILE: there is no profile 'cor'");
    expect(stderr).toContain("did you mean 'core'?");
  });

  it("on the command line wins over the environment", async () => {
    const { code, stdout } = await pegboard(["serve", "--profile", "core"], {
      env: { ...database, PEGBOARD_PROFILE: "cor" },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });
});

describe("a reader that goes away", () => {
  it("is not an error", async () => {
    const child = spawn(process.execPath, [mainPath, "explain", "--json"], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

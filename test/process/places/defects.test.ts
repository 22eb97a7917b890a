import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { pegboard } from "../run-pegboard.ts";
import { objects, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";
import { gitFolder } from "./git-folder.ts";

// One test for each defect of mcp-project-manager that its users met. The titles say what is so here.

let pm: ServedWorkbench;
const folders: CodeFolder[] = [];
beforeAll(async () => {
  pm = await serveWorkbench({ profile: "pm" });
});
afterAll(() => pm.close());
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});

function kept<Folder extends CodeFolder>(made: Folder): Folder {
  folders.push(made);
  return made;
}

function withDatabases(): CodeFolder {
  const code = kept(codeFolder());
  code.sql("app", "CREATE TABLE first (a)");
  code.sql("app_two", "CREATE TABLE second (a)");
  return code;
}

describe("databases", () => {
  it("1: db.dump dumps the database that it is asked for", async () => {
    const dump = await pm.value("db.dump", { project_root: withDatabases().path, database: "app_two" });
    expect(dump.database).toBe("app_two");
    const text = readFileSync(String(dump.path), "utf8");
    expect(text).toContain("second");
    expect(text).not.toContain("first");
  });

  it("2: db.dump without a database dumps the default one", async () => {
    const dump = await pm.value("db.dump", { project_root: withDatabases().path });
    expect(dump.database).toBe("app");
    expect(readFileSync(String(dump.path), "utf8")).toContain("first");
  });

  it("3: dumps are written and listed in one folder, that of the configuration", async () => {
    const code = withDatabases();
    mkdirSync(join(code.path, "src/deep"), { recursive: true });
    const { path } = await pm.value("db.dump", { project_root: join(code.path, "src/deep") });
    expect(String(path)).toMatch(new RegExp(`^${code.path}/var/dumps/app_`));
    const listed = objects((await pm.value("db.dumps", { project_root: code.path })).dumps);
    expect(listed.map((one) => one.path)).toEqual([path]);
  });

  it("4: dumps of one moment do not overwrite each other", async () => {
    const at = { project_root: withDatabases().path };
    const paths = await Promise.all([1, 2, 3].map(async () => (await pm.value("db.dump", at)).path));
    expect(new Set(paths).size).toBe(3);
  });

  it("5: a name that a pattern admits still has to be the name of a database", async () => {
    const code = withDatabases();
    for (const tool of ["db.create", "db.drop"]) {
      const given = { project_root: code.path, database: "app_`; DROP DATABASE app; --", confirm: true };
      expect((await pm.error(tool, given)).code).toMatch(/^INVALID_(NAME|ARGUMENTS)$/);
    }
    expect((await pm.error("db.create", { project_root: code.path, database: "app_`x" })).code).toBe("INVALID_NAME");
  });

  it.each(["--all-databases", "--result-file=/srv/x"])("6: the table %j is not an option", async (table) => {
    const refused = await pm.error("db.dump", { project_root: withDatabases().path, tables: [table] });
    expect(refused).toMatchObject({ code: "INVALID_NAME", data: { name: table } });
  });

  it.each(["/etc/hostname", "../other.sql"])("10: db.import does not read %j", async (path) => {
    const refused = await pm.error("db.import", {
      project_root: withDatabases().path,
      database: "app",
      sql_path: path,
    });
    expect(refused.code).toBe("PATH_TRAVERSAL");
  });

  it("17: an empty list of allowed databases allows none, and so does an absent one", async () => {
    for (const allowed of ["  allowed: []\n", ""]) {
      const code = kept(codeFolder(`database:\n  dsn: sqlite:var/db/app.db\n${allowed}`));
      code.sql("app", "CREATE TABLE first (a)");
      const at = { project_root: code.path };
      expect(await pm.value("db.list", at)).toEqual({ databases: [] });
      const calls: readonly (readonly [string, JsonObject])[] = [
        ["db.dump", {}],
        ["db.create", { database: "other" }],
        ["db.drop", { database: "other", confirm: true }],
        ["db.clone", { source: "app", target: "other" }],
        ["db.import", { database: "app", sql_path: "a.sql" }],
      ];
      for (const [tool, given] of calls)
        expect(await pm.error(tool, { ...at, ...given }), tool).toMatchObject({ code: "DB_NOT_ALLOWED" });
      expect(readdirSync(join(code.path, "var/db"))).toEqual(["app.db"]);
    }
  });
});

describe("worktrees and places", () => {
  it.each(["--detach", "-f"])("7: the branch %j is not an option", async (branch) => {
    const code = kept(gitFolder());
    for (const tool of ["worktree.create", "worktree.remove", "workflow.create", "workflow.remove"]) {
      const given = { project_root: code.path, branch, ...(tool.endsWith("remove") ? { confirm: true } : {}) };
      expect((await pm.error(tool, given)).code, tool).toBe("INVALID_NAME");
    }
    expect(existsSync(join(code.path, "trees"))).toBe(false);
  });

  it("8: a-b, a/b and a_b have folders and databases of their own", async () => {
    const code = kept(gitFolder());
    const places: JsonObject[] = [];
    for (const branch of ["a-b", "a/b", "a_b"])
      places.push(await pm.value("workflow.create", { project_root: code.path, branch, new_branch: true }));
    expect(new Set(places.map((one) => one.worktree_path)).size).toBe(3);
    expect(new Set(places.map((one) => one.database_name)).size).toBe(3);
  });

  it.each(["release/1.2", "x@y", "fix#1", "a+b"])("9: the branch %j, which git takes, is taken", async (branch) => {
    const code = kept(gitFolder());
    const made = await pm.value("worktree.create", { project_root: code.path, branch, new_branch: true });
    expect(code.git("-C", String(made.path), "branch", "--show-current")).toBe(branch);
  });

  it.each([
    ["lk", "lk/two"],
    ["lk/two/three", "lk/two"],
  ])("beside the branch %s git can't have %s: that is said, and nothing is made", async (there, branch) => {
    const code = kept(gitFolder());
    code.git("branch", there);
    code.git("branch", "lk-two");
    for (const tool of ["worktree.create", "workflow.create"]) {
      expect(await pm.error(tool, { project_root: code.path, branch, new_branch: true })).toMatchObject({
        code: "INVALID_WORKTREE",
        retry: "changed_arguments",
        data: { branch, problem: `git can't have it beside the branch '${there}'` },
      });
    }
    expect(existsSync(join(code.path, "trees"))).toBe(false);
  });

  it("15: the env file keeps its other lines", async () => {
    const code = kept(gitFolder());
    const made = await pm.value("workflow.create", { project_root: code.path, branch: "x", new_branch: true });
    expect(readFileSync(join(String(made.worktree_path), ".env.local"), "utf8")).toMatch(
      /^# mine\nAPP_SECRET=1\nDATABASE_URL=.*app_wt_x\.db\nPORT=\d+\n$/,
    );
  });

  it("16: where a part fails, all is undone, and the error says what", async () => {
    const code = kept(gitFolder());
    code.write(
      "var/db/app.db",
      "this is not a database of SQLite, though it is long enough to be read as one".repeat(9),
    );
    const failed = await pm.error("workflow.create", { project_root: code.path, branch: "x", new_branch: true });
    expect(failed).toMatchObject({
      code: "WORKFLOW_FAILED",
      data: { step: "database", undone: [`worktree ${code.path}/trees/x`, "branch x"] },
    });
    expect(existsSync(join(code.path, "trees/x"))).toBe(false);
    expect(readdirSync(join(code.path, "var/db"))).toEqual(["app.db"]);
  });
});

describe("the server", () => {
  it("11: a missing argument is an error of the call, and the server stays", async () => {
    for (const tool of await pm.connection.listTools()) {
      const { required } = tool.inputSchema;
      if (!Array.isArray(required) || required.length === 0) continue;
      expect((await pm.error(tool.name, {})).code, tool.name).toBe("INVALID_ARGUMENTS");
    }
    expect(await pm.value("db.list", { project_root: withDatabases().path })).toMatchObject({ databases: [{}, {}] });
  });

  const dsn = "postgresql://u:secret-word@db/app_x";
  const programs = ["docker", "psql", "pg_dump", "mariadb", "mariadb-dump"];
  /** Stand-ins that record their arguments, print one database, and complain with the password; what lists and counts ends well. */
  async function standIns(config: string) {
    const code = kept(codeFolder(config));
    for (const name of programs) {
      const text = `#!/bin/sh\nprintf '%s\\n' ${name} "$@" >> ${code.path}/args\necho "denied for secret-word" >&2\nprintf 'app_x\\t0\\n'\ncase "$*" in *schemata*|*pg_database_size*|*event_schema*) exit 0;; esac\nexit 1\n`;
      chmodSync(code.write(`bin/${name}`, text), 0o755);
    }
    const env = { PATH: `${join(code.path, "bin")}:${process.env.PATH ?? ""}` };
    const served = await serveWorkbench({ profile: "pm", env });
    return { code, served, args: () => readFileSync(join(code.path, "args"), "utf8") };
  }

  it("12: docker compose is called without a docker section", async () => {
    const config = `database:\n  dsn: "${dsn}"\n  allowed: ["app*"]\n  service: db\n`;
    const { code, served, args } = await standIns(config);
    try {
      expect(await served.value("db.list", { project_root: code.path })).toMatchObject({
        databases: [{ name: "app_x" }],
      });
      expect(args()).toMatch(/^docker\ncompose\nexec\n-T\n/);
    } finally {
      await served.close();
    }
  });

  it.each([
    ["postgresql", "pg_dump"],
    ["mariadb", "mariadb-dump"],
  ])("14: %s gets no password in arguments, and none is in an error", async (engine, dumper) => {
    const config = `database:\n  dsn: "${dsn.replace("postgresql", engine)}"\n  allowed: ["app*"]\n`;
    const { code, served, args } = await standIns(config);
    const calls: readonly (readonly [string, JsonObject])[] = [
      ["db.create", { database: "app_y" }],
      ["db.dump", {}],
      ["db.clone", { source: "app_x", target: "app_y" }],
      ["db.import", { database: "app_x", sql_path: "a.sql" }],
    ];
    code.write("a.sql", "SELECT 1;\n");
    try {
      for (const [tool, given] of calls) {
        const answer = await served.result(tool, { project_root: code.path, ...given });
        expect(answer.isError, tool).toBe(true);
        expect(JSON.stringify(answer), tool).toContain("denied for ***");
        expect(JSON.stringify(answer), tool).not.toContain("secret-word");
      }
      expect(args()).toMatch(new RegExp(`^${dumper}$`, "m"));
      expect(args()).not.toContain("secret-word");
    } finally {
      await served.close();
    }
  });

  it("13: what a hook prints is not on stdout", async () => {
    const forged = `{"jsonrpc":"2.0","id":2,"result":{"forged":true}}`;
    const code = kept(codeFolder(""));
    code.sql("app", "CREATE TABLE first (a)");
    code.write("say.sh", `echo '${forged}'; echo '${forged}' >&2\n`);
    code.write(
      "pegboard.project.yaml",
      'database:\n  dsn: sqlite:var/db/app.db\n  allowed: ["app*"]\n  hooks: {post_clone: [[sh, say.sh]], pre_drop: [[sh, say.sh]]}\n',
    );
    const call = (id: number, name: string, given: JsonObject) => ({
      ...{ jsonrpc: "2.0", id, method: "tools/call" },
      params: { name, arguments: { project_root: code.path, ...given } },
    });
    const lines = [
      {
        ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      call(2, "db.clone", { source: "app", target: "app_two" }),
    ];
    const env = { PEGBOARD_DB: join(code.path, "workbench.db") };
    const stdin = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
    const { stdout } = await pegboard(["serve", "--profile", "pm"], { stdin, env });
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(answers).toHaveLength(2);
    expect(answers[1]).toMatchObject({ id: 2, result: { structuredContent: { target: "app_two" } } });
    expect(existsSync(join(code.path, "var/db/app_two.db"))).toBe(true);
  });

  it("18: sizes, the database of a worktree, a server that does not answer, and exit codes", async () => {
    const code = kept(gitFolder());
    const at = { project_root: code.path };
    expect(objects((await pm.value("db.list", at)).databases)[0]?.size).toBeGreaterThan(0);
    await pm.value("workflow.create", { ...at, branch: "x", new_branch: true });
    const [, place] = objects((await pm.value("worktree.list", at)).worktrees);
    expect(place).toMatchObject({ branch: "x", database: "app_wt_x" });
    const off = kept(codeFolder('database: {dsn: "postgresql://127.0.0.1:1/app", allowed: [app]}\n'));
    expect((await pm.error("db.list", { project_root: off.path })).code).toBe("DATABASE_FAILED");
    const env = { PEGBOARD_DB: join(code.path, "workbench.db") };
    const codes = [`project_root=${code.path}`, `project_root=${off.path}`, "--no-such-flag"].map(
      async (word) => (await pegboard(["call", "db_list", word], { env })).code,
    );
    expect(await Promise.all(codes)).toEqual([0, 4, 2]);
  });
});

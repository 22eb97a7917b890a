import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { openDatabase } from "../../open-database.ts";
import { notices, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type TestServer, testServer } from "./database-servers.ts";
import { type GitFolder, gitFolder } from "./git-folder.ts";

// Every operation of a workflow, of worktree.create, and of clone, dump and import is made to fail, and its server is killed after it,
// once each, on every engine, by `npm run nightly places`. With every change SQLite alone, and of every second operation one of the two, in
// turns.
// How many there are is counted first, by a run without a fault. Then nothing may be half there.

const own = `app_s${process.pid}`;
const branch = "x";
const copy = `${own}_wt_x`;
/** The servers take minutes: `npm run nightly places` sets it. */
const areServersTested = process.env.PEGBOARD_TEST_STEPS === "all";
const engines = areServersTested ? (["sqlite", "postgresql", "mariadb"] as const) : (["sqlite"] as const);
const faultPath = join(import.meta.dirname, "fault.cjs");

interface Databases {
  readonly dsn: string;
  readonly env: Readonly<Record<string, string>>;
  all(): Promise<readonly string[]>;
  rows(database: string): Promise<string>;
  /** The state that every run begins with. */
  reset(): Promise<void>;
}

function onServer(server: TestServer): Databases {
  const list =
    server.engine === "postgresql"
      ? `SELECT datname FROM pg_database WHERE datname LIKE '${own}%' ORDER BY 1`
      : `SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE '${own}%' ORDER BY 1`;
  const all = async () => (await server.run(list)).split("\n");
  return {
    dsn: server.dsn(own),
    env: server.env,
    all,
    rows: (database) => server.run("SELECT count(*) FROM notes", database),
    async reset() {
      await server.drop(["", "_wt_x", "_new"].map((end) => `${own}${end}`));
      await server.run(`CREATE DATABASE ${own}`);
      await server.run(`CREATE DATABASE ${own}_new`);
      await server.run("CREATE TABLE notes (note VARCHAR(50)); INSERT INTO notes VALUES ('one'), ('two')", own);
    },
  };
}

function inFiles(code: () => GitFolder): Databases {
  return {
    dsn: `sqlite:var/db/${own}.db`,
    env: {},
    all: async () =>
      readdirSync(join(code().path, "var/db"))
        .filter((name) => name !== "app.db")
        .map((name) => name.replace(/\.db$/, ""))
        .toSorted(),
    rows: async (database) => String(code().values(database, "SELECT count(*) FROM notes")[0]),
    async reset() {
      code().sql(own, "CREATE TABLE notes (note TEXT); INSERT INTO notes VALUES ('one'), ('two')");
      code().sql(`${own}_new`, "VACUUM");
    },
  };
}

const given = { branch, new_branch: true };
const calls = {
  "workflow.create": { prepare: [], given },
  "workflow.remove": { prepare: [["workflow.create", given]], given: { branch, confirm: true } },
  "worktree.create": { prepare: [], given },
  "db.clone": { prepare: [], given: { source: own, target: copy } },
  "db.dump": { prepare: [], given: { database: own, compress: "zstd" } },
  "db.import": { prepare: [], given: { database: `${own}_new`, sql_path: "in.sql" } },
} as const;

describe.each(engines)("%s", (engine) => {
  let code: GitFolder;
  let databases: Databases;
  let server: TestServer | undefined;
  let pm: ServedWorkbench;
  /** Of the server in which an operation went wrong. */
  let faultyPid = 0;
  beforeAll(async () => {
    server = engine === "sqlite" ? undefined : await testServer(engine, "own");
    databases = server === undefined ? inFiles(() => code) : onServer(server);
    pm = await serveWorkbench({ profile: "pm", env: databases.env });
  });
  afterAll(async () => {
    await pm.close();
    await server?.drop(["", "_wt_x", "_new"].map((end) => `${own}${end}`));
    await server?.stop();
  });

  const names = (folder: string) => (existsSync(join(code.path, folder)) ? readdirSync(join(code.path, folder)) : []);
  const secrets = () => readdirSync(tmpdir()).filter((name) => name.startsWith("pegboard-client-"));
  const traces = async () => ({
    worktrees: code.git("worktree", "list", "--porcelain").match(/^worktree .*/gm)?.length,
    branches: code.git("branch", "--format=%(refname:short)").split("\n"),
    folders: names("trees"),
    dumps: names("var/dumps").filter((name) => name.startsWith(".")),
    databases: await databases.all(),
    rows: await databases.rows(own),
  });
  const nothing = (branches: readonly string[] = ["main"]) => ({
    ...{ worktrees: 1, branches, folders: [], dumps: [], databases: [own, `${own}_new`], rows: "2" },
  });
  const journal = (path: string) => {
    const opened = openDatabase(path, { readonly: true });
    try {
      return opened.prepare("SELECT branch, status FROM places WHERE root = ?").all(code.path);
    } finally {
      opened.close();
    }
  };
  const tablesOfNew = async () => {
    if (server === undefined) return code.values(`${own}_new`, "SELECT name FROM sqlite_master");
    const where = engine === "postgresql" ? "table_schema = 'public'" : "table_schema = database()";
    const found = await server.run(`SELECT table_name FROM information_schema.tables WHERE ${where}`, `${own}_new`);
    return found === "" ? [] : found.split("\n");
  };

  /** A run of a tool in which one operation goes wrong. `judge` sees what is left. */
  async function run(
    tool: keyof typeof calls,
    fault: { readonly at: number; readonly how: string },
    judge: (answer: JsonObject | undefined) => Promise<void>,
    file = "CREATE TABLE half (a INT);\nINSERT INTO half VALUES (1);\n",
  ): Promise<readonly string[]> {
    code = gitFolder(`database:
  dsn: "${databases.dsn}"
  allowed: ["${own}*"]
  hooks: {post_clone: [["true"]], pre_drop: [["true"]]}
worktrees:
  folder: trees
  database_per_worktree: true
  port: {variable: PORT, from: 18300, to: 18320}
  copy: {include: [".env*"]}
  hooks: {post_create: [["true"]], pre_remove: [["true"]], post_remove: [["true"]]}
`);
    const folder = mkdtempSync(join(tmpdir(), "pegboard-steps-"));
    try {
      await databases.reset();
      code.write("in.sql", file);
      const at = { project_root: code.path };
      for (const [before, more] of calls[tool].prepare) await pm.value(before, { ...at, ...more });
      const log = join(folder, "operations");
      writeFileSync(log, "");
      const faulty = await serveWorkbench({
        ...{ profile: "pm", databasePath: pm.databasePath },
        env: {
          ...databases.env,
          NODE_OPTIONS: `--require=${faultPath}`,
          PEGBOARD_TEST_FAULT: JSON.stringify({ folder: code.path, log, ...fault }),
        },
      });
      faultyPid = faulty.connection.pid ?? 0;
      const answer = await faulty.result(tool, { ...at, ...calls[tool].given }).then(
        ({ structuredContent }) => structuredContent,
        () => undefined,
      );
      await faulty.close().catch(() => undefined);
      await judge(answer);
      return readFileSync(log, "utf8").trimEnd().split("\n");
    } finally {
      rmSync(folder, { recursive: true, force: true });
      code.remove();
    }
  }

  // faults.test.ts has SQLite's.
  if (engine !== "sqlite")
    it("an import that is killed in the middle leaves nothing", async () => {
      const numbers = Array.from({ length: engine === "postgresql" ? 3_000_000 : 100_000 }, (_, index) =>
        String(index),
      );
      // For psql the end of its input is the end of a COPY too: what came so far would be kept.
      const rows =
        engine === "postgresql"
          ? `COPY half FROM stdin;\n${numbers.join("\n")}\n\\.\n`
          : numbers.map((number) => `INSERT INTO half VALUES (${number});\n`).join("");
      const file = `CREATE TABLE half (a INT);\n${rows}`;
      // MariaDB's first operation is the mark.
      const at = engine === "postgresql" ? 1 : 2;
      const here = { project_root: "" };
      const judge = async (answer: JsonObject | undefined) => {
        expect(answer).toBeUndefined();
        const users =
          engine === "postgresql"
            ? `SELECT count(*) FROM pg_stat_activity WHERE datname = '${own}_new'`
            : `SELECT count(*) FROM information_schema.processlist WHERE db = '${own}_new'`;
        await expect.poll(() => server?.run(users), { timeout: 30_000 }).toBe("0");
        here.project_root = code.path;
        const listed = await pm.result("db.list", here);
        if (engine === "mariadb")
          expect(notices(listed)).toContainEqual(
            expect.objectContaining({ text: `the import of '${own}_new' was interrupted; it is empty again` }),
          );
        expect(await tablesOfNew()).toEqual([]);
        code.write("in.sql", "CREATE TABLE half (a INT);\n");
        await pm.value("db.import", { ...here, ...calls["db.import"].given });
        expect(await databases.rows(own)).toBe("2");
      };
      await run("db.import", { at, how: "kill midway" }, judge, file);
    }, 120_000);

  it.each(Object.keys(calls) as (keyof typeof calls)[])(
    "%s leaves nothing half, whatever goes wrong",
    async (tool) => {
      if (engine !== "sqlite" && server === undefined) return;
      const operations = await run(tool, { at: 0, how: "nothing" }, async (answer) => {
        expect(answer).toBeDefined();
        expect(answer).not.toHaveProperty("error");
      });
      // An import of SQLite is one transaction inside the process; faults.test.ts kills it in the middle.
      if (engine === "sqlite" && tool === "db.import") return;
      expect(operations.filter((one) => one !== "").length).toBeGreaterThan(0);
      // The odd ones of one tool, the even ones of the next.
      const first = Object.keys(calls).indexOf(tool) % 2;
      for (const [index, operation] of operations.entries()) {
        if (!areServersTested && index % 2 !== first) continue;
        for (const how of areServersTested ? ["fail", "kill"] : [index % 4 < 2 ? "fail" : "kill"]) {
          const where = `${how} of ${index + 1}: ${operation}`;
          await run(tool, { at: index + 1, how }, async (answer) => {
            const at = { project_root: code.path };
            if (how === "kill") expect(answer, where).toBeUndefined();
            const failure = answer?.error as JsonObject | undefined;
            if (tool.startsWith("db.")) {
              await pm.value("db.list", at);
              await pm.value("db.dumps", at);
              const clones = (await databases.all()).filter((name) => name === copy);
              const rows = clones.length === 0 ? "" : await databases.rows(copy);
              expect(["", "2"], where).toContain(rows);
              expect({ ...(await traces()), databases: [] }, where).toEqual({ ...nothing(), databases: [] });
              expect(["", "half"], where).toContain((await tablesOfNew()).join());
            } else {
              const listed = await pm.result("worktree.list", at);
              const [left] = journal(pm.databasePath) as { status: string }[];
              const isLeft = left !== undefined && left.status !== "ready";
              const reported = notices(listed).filter(({ text }) => String(text).includes("was interrupted"));
              expect(reported.length, where).toBe(isLeft ? 1 : 0);
              if (how === "fail" && failure?.code === "WORKFLOW_FAILED") {
                const { undone } = failure.data as { undone: readonly string[] };
                // What was there was named: the worktree is made first.
                if (tool !== "workflow.remove" && (failure.data as { step: string }).step !== "worktree")
                  expect(undone, where).toEqual(expect.arrayContaining([`worktree ${code.path}/trees/x`, "branch x"]));
              }
              const isThere = left !== undefined || (await traces()).worktrees === 2;
              const removal = tool === "worktree.create" && !isLeft ? "worktree.remove" : "workflow.remove";
              if (isThere) await pm.value(removal, { ...at, branch, confirm: true });
              const isKept = (await traces()).branches.includes(branch);
              expect(await traces(), where).toEqual(nothing(isKept ? ["main", "x"] : ["main"]));
              // A creation that was undone takes its branch; one that was whole, and a removal, keep it.
              if (tool !== "workflow.remove" && (isLeft || how === "fail") && failure?.code !== undefined)
                expect(isKept, where).toBe(false);
              expect(journal(pm.databasePath), where).toEqual([]);
            }
            await pm.value("db.list", { project_root: code.path });
            expect(
              secrets().filter((name) => name.includes(`-${faultyPid}-`)),
              where,
            ).toEqual([]);
          });
        }
      }
    },
    300_000,
  );
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { notices, type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type TestServer, testServer } from "./database-servers.ts";
import { type GitFolder, gitFolder } from "./git-folder.ts";

// MariaDB on Windows and macOS, and where its administrator chose so (lower_case_table_names), takes App and app for one database.

let server: TestServer | undefined;
let pm: ServedWorkbench;
let code: GitFolder;
beforeAll(async () => {
  server = await testServer("mariadb", "own", ["--lower-case-table-names=1"]);
  pm = await serveWorkbench({ profile: "pm", env: server?.env ?? {} });
  await server?.run("CREATE DATABASE App");
  await server?.run("CREATE TABLE Notes (note VARCHAR(50)); INSERT INTO Notes VALUES ('one'), ('two')", "App");
  code = gitFolder(`
database:
  dsn: "${server?.dsn("App")}"
  allowed: [App, "App_*", "Other?"]
worktrees:
  folder: trees
  database_per_worktree: true
`);
});
afterAll(async () => {
  code.remove();
  await pm.close();
  await server?.stop();
});

it("a database is found by its name in any letter case, and its name is taken in each", async (context) => {
  if (server === undefined) return context.skip();
  const at = { project_root: code.path };
  const names = async () => (await pm.value("db.list", at)).databases;
  const app = { name: "app", is_default: true, size: expect.any(Number) };
  expect(await names()).toEqual([app]);
  await pm.value("db.create", { ...at, database: "OtherA" });
  expect(await names()).toEqual([app, { name: "othera", is_default: false, size: 0 }]);
  for (const database of ["OtherA", "othera", "OTHERA"])
    expect((await pm.error("db.create", { ...at, database })).code).toBe("DATABASE_EXISTS");
  const { path, database } = await pm.value("db.dump", at);
  expect(database).toBe("app");
  await pm.value("db.import", { ...at, database: "OtherA", sql_path: String(path) });
  expect(await server.run("SELECT count(*) FROM notes", "othera")).toBe("2");
  await pm.value("db.clone", { ...at, source: "OtherA", target: "App_Two" });
  expect(await server.run("SELECT count(*) FROM notes", "app_two")).toBe("2");
  expect((await pm.error("db.drop", { ...at, database: "APP", confirm: true })).code).toBe("DB_IS_DEFAULT");
  expect((await pm.error("db.dump", { ...at, database: "mine" })).code).toBe("DB_NOT_ALLOWED");
  for (const name of ["othera", "APP_two"]) await pm.value("db.drop", { ...at, database: name, confirm: true });
  expect(await names()).toEqual([app]);
});

it("a place has its database, and its removal drops it", async (context) => {
  if (server === undefined) return context.skip();
  const at = { project_root: code.path, branch: "Fix" };
  const made = await pm.value("workflow.create", { ...at, new_branch: true });
  expect(await server.run("SELECT count(*) FROM notes", "app_wt__cfix")).toBe("2");
  await pm.value("workflow.remove", { ...at, confirm: true });
  expect(made.database_name).toBe("App_wt__cfix");
  expect(await server.run("SHOW DATABASES LIKE '%cfix'")).toBe("");
});

it("a clone that a kill has left is dropped by the next call", async (context) => {
  if (server === undefined) return context.skip();
  await server.run("CREATE DATABASE App_Half");
  const ended = await serveWorkbench({ profile: "pm" });
  const mark = await markOf(ended);
  await server.run(`CREATE TABLE pegboard_unfinished (a INT) COMMENT 'clone ${mark}'`, "app_half");
  const listed = await pm.result("db.list", { project_root: code.path });
  expect(notices(listed)).toContainEqual(
    expect.objectContaining({ text: "the clone of 'app_half' was interrupted; it was dropped" }),
  );
});

/** Of a server that has ended. */
async function markOf(ended: ServedWorkbench): Promise<string> {
  const { ownerMark } = await import("../../../src/process/process-owner.ts");
  const mark = ownerMark().replace(`-${process.pid}-`, `-${ended.connection.pid}-`);
  await ended.close();
  return mark;
}

import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { openDatabase } from "../../open-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";

// The databases of a folder of code, by the names that mcp-project-manager had, through a real client and real files.

let pm: ServedWorkbench;
let code: CodeFolder;
beforeAll(async () => {
  pm = await serveWorkbench({ profile: "pm" });
});
afterAll(() => pm.close());

const awkward = "it''s; -- not a comment\n/* nor this */ \"quoted\" [x] `y`";

beforeEach(() => {
  code = codeFolder();
  code.sql(
    "app",
    `CREATE TABLE "odd ""name" (id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT, raw BLOB, twice AS (id * 2));
     INSERT INTO "odd ""name" (note, raw) VALUES ('${awkward}', x'00ff'), (CAST(x'610062' AS TEXT), NULL), ('ünï', 1.5);
     CREATE TABLE log (at TEXT);
     CREATE TRIGGER logged AFTER INSERT ON "odd ""name" BEGIN
       INSERT INTO log VALUES (CASE WHEN new.id > 1 THEN 'a;b' ELSE 'END;' END);
     END;
     CREATE VIEW shown AS SELECT note FROM "odd ""name";`,
  );
});
afterEach(() => code.remove());

const value = (tool: string, given: JsonObject = {}) => pm.value(tool, { project_root: code.path, ...given });
const error = (tool: string, given: JsonObject = {}) => pm.error(tool, { project_root: code.path, ...given });
const databaseFiles = () => readdirSync(join(code.path, "var/db")).toSorted();
const contents = (database: string) => ({
  rows: code.values(database, `SELECT hex(note) || '/' || quote(raw) || '/' || twice FROM "odd ""name" ORDER BY id`),
  items: code.values(database, "SELECT type || ' ' || name FROM sqlite_master ORDER BY 1"),
  sequence: code.values(database, "SELECT seq FROM sqlite_sequence"),
});

describe("databases of SQLite", () => {
  it("are listed with their size, the default first of all marked, and only those that are allowed", async () => {
    code.sql("secret", "CREATE TABLE a (b)");
    expect(await value("db.create", { database: "app_two" })).toEqual({ database: "app_two" });
    expect(await value("db.list")).toEqual({
      databases: [
        { name: "app", is_default: true, size: expect.any(Number) },
        { name: "app_two", is_default: false, size: 0 },
      ],
    });
  });

  it("are cloned whole, under a name that is free", async () => {
    const cloned = await value("db.clone", { source: "app", target: "app_copy" });
    expect(cloned).toEqual({
      source: "app",
      target: "app_copy",
      size: expect.any(Number),
      duration: expect.any(Number),
    });
    expect(contents("app_copy")).toEqual(contents("app"));
    expect((await error("db.clone", { source: "app", target: "app_copy" })).code).toBe("DATABASE_EXISTS");
    expect((await error("db.clone", { source: "app_none", target: "app_x" })).code).toBe("DATABASE_NOT_FOUND");
    expect(databaseFiles()).toEqual(["app.db", "app_copy.db"]);
  });

  it("get nothing of a log that a database of their name has left", async () => {
    const path = join(code.path, "var/db/app_old.db");
    const old = openDatabase(path);
    old.exec("PRAGMA journal_mode = WAL; CREATE TABLE left_over (a)");
    const log = readFileSync(`${path}-wal`);
    old.close();
    for (const [tool, given] of [
      ["db.clone", { source: "app", target: "app_old" }],
      ["db.create", { database: "app_old" }],
    ] as const) {
      rmSync(path);
      writeFileSync(`${path}-wal`, log);
      await value(tool, given);
      expect(databaseFiles()).toEqual(["app.db", "app_old.db"]);
      expect(code.values("app_old", "SELECT name FROM sqlite_master WHERE name = 'left_over'")).toEqual([]);
    }
  });

  it("are cloned from the default one where no source is named", async () => {
    expect(await value("db.clone", { target: "app_copy" })).toMatchObject({ source: "app", target: "app_copy" });
    expect(contents("app_copy")).toEqual(contents("app"));
  });

  it.each(["none", "gzip", "zstd"])("come back from a dump (%s)", async (compress) => {
    const dump = await value("db.dump", { compress });
    expect(dump).toMatchObject({ database: "app", size: expect.any(Number), duration: expect.any(Number) });
    await value("db.create", { database: "app_back" });
    await value("db.import", { database: "app_back", sql_path: dump.path ?? "" });
    expect(contents("app_back")).toEqual(contents("app"));
    expect(readdirSync(join(code.path, "var/dumps"))).toHaveLength(1);
  });

  it("are dropped only after a confirmation that says what goes", async () => {
    await value("db.clone", { source: "app", target: "app_copy" });
    const refused = await error("db.drop", { database: "app_copy" });
    expect(refused).toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      effect: expect.stringMatching(
        /^drop the database 'app_copy', \d+ bytes, with the rows of log \(0\), odd "name \(3\)$/,
      ),
    });
    expect((await error("db.drop", { database: "app_copy", confirm: false })).code).toBe("CONFIRMATION_REQUIRED");
    expect(await value("db.drop", { database: "app_copy", confirm: true })).toEqual({ database: "app_copy" });
    expect(databaseFiles()).toEqual(["app.db"]);
  });

  it("stop a drop by a hook, whose output is in the answer and not on stdout", async () => {
    code.write(
      "pegboard.project.yaml",
      `database:
  dsn: sqlite:var/db/app.db
  allowed: ["app*"]
  hooks: {pre_drop: ["echo kept $DATABASE_NAME; exit 3"]}
`,
    );
    await value("db.create", { database: "app_two" });
    const refused = await error("db.drop", { database: "app_two", confirm: true });
    expect(refused).toMatchObject({ code: "HOOK_FAILED", data: { output: "kept app_two" } });
    expect(databaseFiles()).toContain("app_two.db");
  });
});

describe("an import", () => {
  it("leaves nothing where a statement fails", async () => {
    code.write("bad.sql", "BEGIN; CREATE TABLE one (a); COMMIT; INSERT INTO nowhere VALUES (1);");
    const refused = await error("db.import", { database: "app", sql_path: "bad.sql" });
    expect(refused).toMatchObject({
      code: "IMPORT_REFUSED",
      retry: "changed_arguments",
      data: { problem: "statement 4: no such table: nowhere" },
    });
    expect(code.values("app", "SELECT name FROM sqlite_master WHERE name = 'one'")).toEqual([]);
  });

  it.each([
    ["a mistake", "CREATE TABLE t (a);; CREATE TABEL u (a);", "near"],
    ["a table that is there", "CREATE TABLE t (a); CREATE TABLE T (a);", "already exists"],
    ["a constraint", "CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (1);", "UNIQUE"],
    ["other bytes than text", Buffer.from("SELECT 1; -- \xff", "latin1"), "not UTF-8"],
  ])("is not worth a repetition over %s", async (_what, text, problem) => {
    writeFileSync(join(code.path, "wrong.sql"), text);
    const refused = await error("db.import", { database: "app", sql_path: "wrong.sql" });
    expect(refused).toMatchObject({
      ...{ code: "IMPORT_REFUSED", retry: "changed_arguments" },
      data: { problem: expect.stringContaining(problem) },
    });
    expect(code.values("app", "SELECT name FROM sqlite_master WHERE name = 't'")).toEqual([]);
  });

  const reaching = [
    "ATTACH DATABASE 'other.db' AS other; CREATE TABLE other.a (b);",
    "/* x */ aTtAcH 'other.db' AS o",
    "VACUUM INTO 'other.db';",
    "PRAGMA writable_schema = ON;",
    "SELECT 1; -- x\nPRAGMA journal_mode=DELETE;",
    "CREATE TABLE t (a); DETACH main",
  ];
  it.each(reaching)("runs nothing that reaches another file: %s", async (sql) => {
    code.write("reach.sql", sql);
    const refused = await error("db.import", { database: "app", sql_path: "reach.sql" });
    expect(refused).toMatchObject({
      code: "IMPORT_REFUSED",
      data: { problem: expect.stringContaining("is not run from a file") },
    });
    expect(existsSync(join(code.path, "other.db"))).toBe(false);
    expect(code.values("app", "SELECT name FROM sqlite_master WHERE name = 't'")).toEqual([]);
  });

  it.each(["../outside.sql", "/etc/passwd", "link.sql", "-", "a\0.sql", ".."])(
    "reads no file outside: %j",
    async (path) => {
      symlinkSync("/etc/passwd", join(code.path, "link.sql"));
      const refused = await error("db.import", { database: "app", sql_path: path });
      expect(["PATH_TRAVERSAL", "FILE_NOT_FOUND"]).toContain(refused.code);
      if (path !== "-") expect(refused.code).toBe("PATH_TRAVERSAL");
    },
  );
});

describe("names that are not valid", () => {
  const names = [
    "app_`x`",
    'app_"',
    "app_'",
    "app_;x",
    "-app",
    "--all",
    "app_\0",
    "../app",
    "app_/x",
    "app_\u200b",
    "аpp",
    "app_é",
    "",
  ];
  it.each(names)("%j reaches no database", async (name) => {
    const before = databaseFiles();
    const calls: readonly (readonly [string, JsonObject])[] = [
      ["db.create", { database: name }],
      ["db.drop", { database: name, confirm: true }],
      ["db.clone", { source: "app", target: name }],
      ["db.clone", { source: name, target: "app_x" }],
      ["db.dump", { database: name }],
      ["db.import", { database: name, sql_path: "a.sql" }],
    ];
    for (const [tool, given] of calls) {
      const { code: refused } = await error(tool, given);
      // A blank optional name counts as none.
      if (name === "" && tool === "db.dump") continue;
      expect(["INVALID_NAME", "INVALID_ARGUMENTS"], tool).toContain(refused);
    }
    expect(databaseFiles()).toEqual(before);
  });

  it.each(["--all-databases", "--result-file=/tmp/x", "no-such-table", "a; DROP TABLE log", "\0"])(
    "the table %j is not dumped, and nothing is left",
    async (table) => {
      expect(["INVALID_NAME", "TABLE_NOT_FOUND"]).toContain((await error("db.dump", { tables: [table] })).code);
      expect(existsSync(join(code.path, "var/dumps")) ? readdirSync(join(code.path, "var/dumps")) : []).toEqual([]);
    },
  );
});

it("dumps of one moment have their own names, a snapshot keeps its name, and all are listed", async () => {
  const paths = await Promise.all([1, 2, 3, 4].map(async () => (await value("db.dump", { tables: ["log"] })).path));
  expect(new Set(paths).size).toBe(4);
  const { path } = await value("db.dump", { snapshot: "before-import" });
  expect((await error("db.dump", { snapshot: "before-import" })).code).toBe("INVALID_NAME");
  writeFileSync(join(code.path, "var/dumps/other.txt"), "");
  const { dumps } = await value("db.dumps");
  expect(dumps).toHaveLength(5);
  expect(dumps).toContainEqual(
    expect.objectContaining({ path: String(path), database: "app", snapshot: "before-import" }),
  );
  expect(readFileSync(String(paths[0]), "utf8")).not.toContain("odd");
});

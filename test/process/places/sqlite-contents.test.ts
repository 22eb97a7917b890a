import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { openDatabase } from "../../open-database.ts";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";

// What SQLite databases hold beside plain rows, through a dump and an import.

let pm: ServedWorkbench;
let code: CodeFolder;
beforeAll(async () => {
  pm = await serveWorkbench({ profile: "pm" });
});
afterAll(() => pm.close());
beforeEach(() => {
  code = codeFolder();
});
afterEach(() => code.remove());

const value = (tool: string, given: JsonObject = {}) => pm.value(tool, { project_root: code.path, ...given });
const error = (tool: string, given: JsonObject = {}) => pm.error(tool, { project_root: code.path, ...given });
const thereAndBack = async (query: string, compress = "none") => {
  const dump = await value("db.dump", { compress });
  await value("db.create", { database: "app_back" });
  await value("db.import", { database: "app_back", sql_path: dump.path ?? "" });
  const back = code.values("app_back", query);
  expect(back).toEqual(code.values("app", query));
  return back;
};

describe("a dump and its import keep", () => {
  it("the bytes of a text that is not UTF-8", async () => {
    code.sql(
      "app",
      `CREATE TABLE t (a, b, c);
       INSERT INTO t VALUES (CAST(x'63272763e927' AS TEXT), x'e927', 'it''s é'), (CAST(x'e9' AS TEXT), 1.5, NULL), ('plain', '', 'ü');`,
    );
    const back = await thereAndBack("SELECT typeof(a) || hex(a) || quote(b) || ifnull(c, '-') FROM t");
    expect(back[0]).toBe("text63272763E927X'E927'it's é");
  });

  it("a text with a NUL, of a database of UTF-16 too", async () => {
    code.sql(
      "app",
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a); INSERT INTO t VALUES ('a' || char(0) || 'ß'), ('ü');",
    );
    expect(await thereAndBack("SELECT a FROM t")).toEqual(["a\0ß", "ü"]);
  });

  it("the rowids that an index of full text finds rows by", async () => {
    code.sql(
      "app",
      `CREATE TABLE note (body); CREATE TABLE own (rowid, body); CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
       INSERT INTO own VALUES (1, 'x'); INSERT INTO pair VALUES (1, 2);
       INSERT INTO note (rowid, body) VALUES (5, 'early'), (70, 'late');
       CREATE VIRTUAL TABLE plain USING fts5(body); INSERT INTO plain (rowid, body) VALUES (9, 'nine');
       CREATE VIRTUAL TABLE found USING fts5(body, content='note'); INSERT INTO found (found) VALUES ('rebuild');
       CREATE VIRTUAL TABLE older USING fts4(body); INSERT INTO older (docid, body) VALUES (4, 'four');
       CREATE VIRTUAL TABLE words USING fts5vocab(found, 'row');`,
    );
    expect(await thereAndBack("SELECT rowid FROM found('late')")).toEqual([70]);
    for (const query of ["SELECT rowid FROM plain", "SELECT docid FROM older", "SELECT term FROM words ORDER BY 1"])
      expect(code.values("app_back", query)).toEqual(code.values("app", query));
  });

  it("a view, a trigger and an index that end with a comment", async () => {
    code.sql(
      "app",
      `CREATE TABLE t (a); CREATE VIEW v AS SELECT a FROM t -- a view
       ; CREATE INDEX i ON t (a) -- an index
       ; CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END -- a trigger
       ; INSERT INTO t VALUES (1);`,
    );
    expect(await thereAndBack("SELECT name FROM sqlite_master ORDER BY name")).toEqual(["i", "r", "t", "v"]);
  });

  it.each(["none", "gzip"])(
    "a row of many megabytes, in the time that its length takes (%s)",
    async (compress) => {
      code.sql("app", "CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(34000000));");
      await thereAndBack("SELECT length(a) FROM t", compress);
    },
    30_000,
  );

  it("a write-ahead log, and its absence; a dump of some tables says nothing of it", async () => {
    code.sql("app", "CREATE TABLE t (a); INSERT INTO t VALUES (1);");
    expect(await thereAndBack("PRAGMA journal_mode")).toEqual(["delete"]);
    await value("db.drop", { database: "app_back", confirm: true });
    code.sql("app", "PRAGMA journal_mode = WAL; INSERT INTO t VALUES (2);");
    expect(await thereAndBack("PRAGMA journal_mode")).toEqual(["wal"]);
    expect(code.values("app_back", "SELECT a FROM t")).toEqual([1, 2]);
    const { path } = await value("db.dump", { tables: ["t"] });
    expect(readFileSync(String(path), "utf8")).not.toContain("journal_mode");
  });

  it("the number of the program that the file belongs to", async () => {
    code.sql("app", "PRAGMA application_id = 1234; PRAGMA user_version = 7; CREATE TABLE t (a);");
    expect(await thereAndBack("SELECT application_id FROM pragma_application_id")).toEqual([1234]);
  });
});

it("an index whose text is stored nowhere is not dumped as if it were empty", async () => {
  code.sql("app", "CREATE VIRTUAL TABLE f USING fts5(a, content=''); CREATE TABLE t (a); INSERT INTO f VALUES ('x');");
  const refused = await error("db.dump");
  expect(refused).toMatchObject({ code: "DATABASE_FAILED", data: { problem: expect.stringContaining("contentless") } });
  await value("db.dump", { tables: ["t"] });
});

it("a file that is not a database can be dropped, and the question says so", async () => {
  code.write("var/db/app_two.db", "nothing of SQLite, and longer than its header is ".repeat(40));
  const { effect } = await error("db.drop", { database: "app_two" });
  expect(effect).toMatch(
    /^drop the database 'app_two', \d+ bytes, whose rows can't be counted \(file is not a database\)$/,
  );
  await value("db.drop", { database: "app_two", confirm: true });
});

it("a database that another program holds in a transaction is neither dropped nor half cloned", async () => {
  code.sql("app_two", "CREATE TABLE t (a); INSERT INTO t VALUES (1);");
  const file = join(code.path, "var/db/app_two.db");
  const other = openDatabase(file);
  try {
    other.exec("BEGIN EXCLUSIVE; INSERT INTO t VALUES (2)");
    const problem = "database is locked";
    const refused = { code: "DATABASE_FAILED", data: { problem } };
    expect(await error("db.clone", { source: "app_two", target: "app_three" })).toMatchObject(refused);
    expect(await error("db.drop", { database: "app_two", confirm: true })).toMatchObject(refused);
    other.exec("COMMIT");
  } finally {
    other.close();
  }
  expect(code.values("app_two", "SELECT a FROM t")).toEqual([1, 2]);
  await value("db.drop", { database: "app_two", confirm: true });
  expect(existsSync(file)).toBe(false);
});

import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectStdio } from "../../../scripts/plain-connection.ts";
import { isJsonObject } from "../../../src/contract/json.ts";
import { mainPath, pegboard } from "../run-pegboard.ts";
import { smallDisk } from "../small-disk.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";

// Databases of SQLite, and folders of dumps, that may only be read or are on a full disk.

let code: CodeFolder;
beforeEach(() => {
  code = codeFolder();
  code.sql("app", "CREATE TABLE notes (note TEXT); INSERT INTO notes VALUES ('one')");
});
afterEach(() => {
  for (const place of ["var/db", "var/dumps"]) chmodSync(join(code.path, place), 0o755);
  code.remove();
});

describe("what may only be read", () => {
  const home = () => join(code.path, "home");
  /** Root may write anywhere, so the program runs as another user there. */
  const runAs = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  const call = (...words: string[]) =>
    pegboard(["call", ...words, "--yes"], {
      cwd: code.path,
      env: {
        ...{ HOME: home(), XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_CACHE_HOME: "" },
        ...{ PEGBOARD_AUDIT: "off", PEGBOARD_DB: join(home(), "workbench.db") },
      },
      ...(runAs === undefined ? {} : { runAs }),
    });
  const refusal = async (...words: string[]) => {
    const { code: exit, stderr } = await call(...words);
    expect(exit).toBe(4);
    return stderr.split("\n")[0];
  };
  const allow = (mode: number) => {
    for (const place of ["var/db", "var/dumps"]) chmodSync(join(code.path, place), mode);
  };

  beforeEach(() => {
    for (const name of ["var/dumps", "home"]) mkdirSync(join(code.path, name), { recursive: true });
    chmodSync(join(code.path, "var/db/app.db"), 0o444);
    for (const name of [".", "var/db", "var/dumps", "home"])
      if (runAs !== undefined) chownSync(join(code.path, name), runAs.uid, runAs.gid);
  });

  it("a file: is dumped and cloned, and an import says that it is read-only", async () => {
    code.write("more.sql", "INSERT INTO notes VALUES ('two');");
    expect(await call("db_dump")).toMatchObject({ code: 0 });
    expect(await call("db_clone", "target=app_two")).toMatchObject({ code: 0 });
    expect(await refusal("db_import", "database=app", "sql_path=more.sql")).toBe(
      `error: DATABASE_FAILED: import failed: '${join(code.path, "var/db/app.db")}' is read-only; make the file and its folder writable`,
    );
  });

  it("folders: are listed, with what a kill has left in them, and all else names what can't be written", async () => {
    const stale = ".app.00000000-1-1.0f8fad5b-d9cb-469f-a165-70867728950e.tmp";
    for (const place of ["var/db", "var/dumps"]) {
      writeFileSync(join(code.path, place, stale), "");
      utimesSync(join(code.path, place, stale), 0, 0);
    }
    code.sql("app_two", "CREATE TABLE notes (note TEXT)");
    allow(0o555);
    expect(await call("db_list")).toMatchObject({ code: 0, stdout: expect.stringContaining('"app_two"') });
    expect(await call("db_dumps")).toMatchObject({ code: 0 });
    const [db, dumps] = ["var/db", "var/dumps"].map((place) => join(code.path, place));
    const denied = "EACCES: permission denied";
    expect([
      await refusal("db_dump"),
      await refusal("db_create", "database=app_three"),
      await refusal("db_clone", "target=app_three"),
      await refusal("db_drop", "database=app_two", "confirm:=true"),
    ]).toEqual([
      `error: DATABASE_FAILED: dump failed: '${dumps}' can't be written: ${denied}`,
      `error: DATABASE_FAILED: create failed: '${db}/app_three.db' can't be written: ${denied}`,
      `error: DATABASE_FAILED: clone failed: '${db}/app_three.db' can't be written: ${denied}`,
      `error: DATABASE_FAILED: drop failed: '${db}/app_two.db' can't be removed: ${denied}`,
    ]);
  });

  it("the folder of a database with a log: is dumped", async () => {
    code.sql("app_log", "PRAGMA journal_mode = WAL; CREATE TABLE notes (note TEXT); INSERT INTO notes VALUES ('kept')");
    expect(readdirSync(join(code.path, "var/db"))).toEqual(["app.db", "app_log.db"]);
    chmodSync(join(code.path, "var/db"), 0o555);
    expect(await call("db_dump", "database=app_log", "snapshot=one")).toMatchObject({ code: 0 });
    chmodSync(join(code.path, "var/db"), 0o755);
    expect(await call("db_create", "database=app_two")).toMatchObject({ code: 0 });
    const dump = join(code.path, "var/dumps/app_log~one.sql");
    expect(await call("db_import", "database=app_two", `sql_path=${dump}`)).toMatchObject({ code: 0 });
    expect(code.values("app_two", "SELECT note FROM notes")).toEqual(["kept"]);
    expect(code.values("app_two", "PRAGMA journal_mode")).toEqual(["wal"]);
  });

  it("nothing: a folder that may not be listed is named", async () => {
    allow(0o000);
    const [db, dumps] = ["var/db", "var/dumps"].map((place) => join(code.path, place));
    expect([await refusal("db_list"), await refusal("db_dumps")]).toEqual([
      `error: DATABASE_FAILED: list failed: '${db}' can't be read: EACCES: permission denied`,
      `error: CONFIG_INVALID: ${join(code.path, "pegboard.project.yaml")} is not valid: dumps: '${dumps}' can't be read: EACCES: permission denied`,
    ]);
  });
});

it("a full disk is named, nothing is lost or left, and the server goes on when there is space", async (context) => {
  const disk = join(code.path, "disk");
  const [command, ...words] = smallDisk(context, code.path);
  code.write(
    "pegboard.project.yaml",
    `database: {dsn: "sqlite:${disk}/app.db", allowed: [app, "app_*"], dumps: "${disk}/dumps"}\n`,
  );
  code.sql("big", "CREATE TABLE big (a TEXT); INSERT INTO big VALUES (hex(randomblob(300000)))");
  code.write(
    "more.sql",
    `CREATE TABLE more (a TEXT);\n${`INSERT INTO more VALUES ('${"x".repeat(1000)}');\n`.repeat(500)}`,
  );
  mkdirSync(join(code.path, "var/dumps"), { recursive: true });
  const connection = await connectStdio({
    command,
    args: [
      ...words,
      "-c",
      `mount -t tmpfs -o size=1700k tmpfs "$DISK" && mkdir "$DISK/dumps" && cp var/db/big.db "$DISK/app.db" && head -c 900000 /dev/zero > "$DISK/ballast" && exec "$@"`,
      ...["sh", process.execPath, mainPath, "serve", "--profile", "places"],
    ],
    cwd: code.path,
    env: { DISK: disk, PEGBOARD_DB: join(code.path, "workbench.db"), PEGBOARD_AUDIT: "off" },
    stderr: "ignore",
  });
  const inside = join("/proc", String(connection.pid), "root", disk);
  const problem = async (tool: string, given: Record<string, string>) => {
    const answer = await connection.callTool(tool, { project_root: code.path, ...given });
    const { error } = answer.kind === "result" ? (answer.structuredContent ?? {}) : {};
    return isJsonObject(error) ? [error.code, isJsonObject(error.data) && error.data.problem] : answer;
  };
  const unwritten = `'${disk}/dumps' can't be written: ENOSPC: no space left on device`;
  expect([
    await problem("db_dump", {}),
    await problem("db_dump", { compress: "gzip" }),
    await problem("db_clone", { target: "app_two" }),
    await problem("db_import", { database: "app", sql_path: "more.sql" }),
  ]).toEqual([
    ["DATABASE_FAILED", unwritten],
    ["DATABASE_FAILED", unwritten],
    ["DATABASE_FAILED", `'${disk}/app_two.db' is on a full disk`],
    ["DATABASE_FAILED", `'${disk}/app.db' is on a full disk`],
  ]);
  expect([readdirSync(inside).toSorted(), readdirSync(join(inside, "dumps"))]).toEqual([
    ["app.db", "ballast", "dumps"],
    [],
  ]);
  const tables = () => {
    // SQLite would take the path of the namespace for one of this process.
    copyFileSync(join(inside, "app.db"), join(code.path, "var/db/copy.db"));
    expect(code.values("copy", "PRAGMA integrity_check")).toEqual(["ok"]);
    return code.values("copy", "SELECT name FROM sqlite_master");
  };
  expect(tables()).toEqual(["big"]);
  rmSync(join(inside, "ballast"));
  await connection.callTool("db_import", { project_root: code.path, database: "app", sql_path: "more.sql" });
  expect(tables()).toEqual(["big", "more"]);
  await connection.close();
  rmSync(disk, { recursive: true });
});

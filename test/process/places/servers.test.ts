import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";
import { type TestServer, testServer } from "./database-servers.ts";

// The same calls on real servers. Where there can't be one, its tests are skipped with a message; in CI that is a failure.

const own = `app_${process.pid}`;
const servers = [
  {
    engine: "postgresql",
    reaching: ["\\! touch pwned", "SELECT 1; \\o pwned\nSELECT 2;", "\\unrestrict x\n\\! touch pwned"],
  },
  { engine: "mariadb", reaching: ["\\! touch pwned", "system touch pwned\n", "tee pwned\nSELECT 1;"] },
] as const;

const folders: CodeFolder[] = [];
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});

function folder(dsn: string, more = ""): CodeFolder {
  const made = codeFolder(`database:\n  dsn: "${dsn}"\n  allowed: ["${own}*"]\n${more}`);
  folders.push(made);
  return made;
}

describe.each(servers)("$engine", ({ engine, reaching }) => {
  let server: TestServer | undefined;
  let pm: ServedWorkbench;
  beforeAll(async () => {
    server = await testServer(engine);
    pm = await serveWorkbench({ profile: "pm", env: server?.env ?? {} });
    await server?.run(`CREATE DATABASE ${own}`);
    await server?.run("CREATE TABLE notes (note VARCHAR(50)); INSERT INTO notes VALUES ('one'), ('zwei ü')", own);
  });
  afterAll(async () => {
    await pm.close();
    await server?.drop([own, `${own}_copy`, `${own}_back`]);
    await server?.stop();
  });

  it("lists, creates, clones, dumps, imports and drops", async (context) => {
    if (server === undefined) return context.skip();
    const at = { project_root: folder(server.dsn(own)).path };
    expect((await pm.value("db.list", at)).databases).toEqual([
      { name: own, is_default: true, size: expect.any(Number) },
    ]);
    await pm.value("db.clone", { ...at, source: own, target: `${own}_copy` });
    expect(await server.run("SELECT note FROM notes ORDER BY 1", `${own}_copy`)).toBe("one\nzwei ü");
    const { path } = await pm.value("db.dump", { ...at, compress: "gzip", tables: ["notes"] });
    expect(await pm.error("db.dump", { ...at, tables: ["notes", "nope"] })).toMatchObject({
      code: "TABLE_NOT_FOUND",
      retry: "changed_arguments",
      data: { table: "nope", database: own, candidates: ["notes"] },
    });
    await pm.value("db.create", { ...at, database: `${own}_back` });
    await pm.value("db.import", { ...at, database: `${own}_back`, sql_path: path ?? "" });
    expect(await server.run("SELECT note FROM notes ORDER BY 1", `${own}_back`)).toBe("one\nzwei ü");
    const asked = await pm.error("db.drop", { ...at, database: `${own}_copy` });
    expect(asked.effect).toMatch(/with the rows of notes \(2\)$/);
    for (const database of [`${own}_copy`, `${own}_back`])
      await pm.value("db.drop", { ...at, database, confirm: true });
    expect((await pm.error("db.drop", { ...at, database: own, confirm: true })).code).toBe("DB_IS_DEFAULT");
  }, 60_000);

  it("keeps of an import that fails what the documents say", async (context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    code.write("bad.sql", "CREATE TABLE half (a INT);\nINSERT INTO nowhere VALUES (1);\n");
    const failed = await pm.error("db.import", { project_root: code.path, database: own, sql_path: "bad.sql" });
    expect(failed.code).toBe(engine === "mariadb" ? "DATABASE_FAILED" : "IMPORT_REFUSED");
    expect(failed.hint).toMatch(
      engine === "mariadb"
        ? /SQLite and PostgreSQL are whole or undone; MariaDB and MySQL keep/
        : /nothing of it was kept/,
    );
    const left = await server.run("SELECT table_name FROM information_schema.tables WHERE table_name = 'half'", own);
    expect(left).toBe(engine === "mariadb" ? "half" : "");
    await server.run("DROP TABLE IF EXISTS half", own);
  });

  it("says of a file that can never be imported that nothing of it was kept", async (context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    const at = { project_root: code.path, database: `${own}_back` };
    await pm.value("db.create", at);
    code.write("bad.sql", "CREATE TABLE half (a INT);\nINSERT INTO nowhere VALUES (1);\n");
    const failed = await pm.error("db.import", { ...at, sql_path: "bad.sql" });
    expect(failed).toMatchObject({ code: "IMPORT_REFUSED", retry: "changed_arguments" });
    expect(JSON.stringify(failed.data)).toMatch(/ERROR.*nowhere.*exist/);
    expect(JSON.stringify(failed.data)).not.toMatch(/LOCATION|42P01|----/);
    const counted =
      "SELECT count(*) FROM information_schema.tables WHERE table_name IN ('half', 'pegboard_unfinished')";
    expect(await server.run(counted, `${own}_back`)).toBe("0");
    await pm.value("db.drop", { ...at, confirm: true });
  });

  it("says of a file with a command of its client that it can never be imported", async (context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    const at = { project_root: code.path, database: `${own}_back` };
    await pm.value("db.create", at);
    code.write("reach.sql", "\\! touch pwned\n");
    const refused = await pm.error("db.import", { ...at, sql_path: "reach.sql" });
    expect(refused).toMatchObject({ code: "IMPORT_REFUSED", retry: "changed_arguments" });
    await pm.value("db.drop", { ...at, confirm: true });
  });

  it("says of a compressed file that is cut what is wrong, and if something of it was kept", async (context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    const lines = Array.from({ length: 5000 }, (_, index) => `INSERT INTO half VALUES (${index});\n`);
    const whole = gzipSync(`CREATE TABLE half (a INT);\n${lines.join("")}`);
    writeFileSync(join(code.path, "cut.sql.gz"), whole.subarray(0, whole.length - 500));
    const problem = "the file is not whole, or damaged, as its gzip data can't be read: unexpected end of file";
    const given = { project_root: code.path, sql_path: "cut.sql.gz" };
    await pm.value("db.create", { project_root: code.path, database: `${own}_back` });
    expect(await pm.error("db.import", { ...given, database: `${own}_back` })).toMatchObject({
      ...{ code: "IMPORT_REFUSED", retry: "changed_arguments", data: { problem } },
    });
    await pm.value("db.drop", { project_root: code.path, database: `${own}_back`, confirm: true });
    expect(await pm.error("db.import", { ...given, database: own })).toMatchObject({
      ...{ code: engine === "mariadb" ? "DATABASE_FAILED" : "IMPORT_REFUSED", data: { problem } },
    });
    await server.run("DROP TABLE IF EXISTS half", own);
  });

  it("names the table, the line and the setting of a row that is too long for the server", async (context) => {
    if (server === undefined || engine !== "mariadb") return context.skip();
    const code = folder(server.dsn(own));
    const [limit = ""] = (await server.run("SELECT @@max_allowed_packet")).split("\n");
    const row = `INSERT INTO \`notes\` VALUES ('${"x".repeat(Number(limit))}');`;
    code.write("long.sql", `-- a row\n${row}\n`);
    const refused = await pm.error("db.import", { project_root: code.path, database: own, sql_path: "long.sql" });
    expect(refused).toMatchObject({
      code: "DATABASE_FAILED",
      data: {
        problem: `line 2, a row of 'notes', has ${row.length} bytes of SQL; the server takes at most ${limit}, which 'SET GLOBAL max_allowed_packet = ${2 * Number(limit)}' raises`,
      },
    });
  });

  it("dumps and clones a row that is longer than the limit of its client programs", async (context) => {
    if (server === undefined || engine !== "mariadb") return context.skip();
    const at = { project_root: folder(server.dsn(own)).path };
    const [limit = ""] = (await server.run("SELECT @@global.max_allowed_packet")).split("\n");
    await server.run("SET GLOBAL max_allowed_packet = 134217728");
    try {
      await server.run("CREATE TABLE wide (a LONGTEXT); INSERT INTO wide VALUES (repeat('x', 40000000))", own);
      expect(await pm.value("db.dump", { ...at, tables: ["wide"] })).toMatchObject({ database: own });
      await pm.value("db.clone", { ...at, source: own, target: `${own}_copy` });
      expect(await server.run("SELECT length(a) FROM wide", `${own}_copy`)).toBe("40000000");
      await pm.value("db.drop", { ...at, database: `${own}_copy`, confirm: true });
    } finally {
      await server.run(`DROP TABLE IF EXISTS wide; SET GLOBAL max_allowed_packet = ${limit}`, own);
    }
  }, 60_000);

  it("finds a table by its letter case where that counts", async (context) => {
    if (server === undefined) return context.skip();
    const at = { project_root: folder(server.dsn(own)).path };
    const counts = engine === "postgresql" || (await server.run("SELECT @@lower_case_table_names")) === "0";
    const quote = engine === "mariadb" ? "`" : '"';
    await server.run(`CREATE TABLE ${quote}Upper${quote} (a INT)`, own);
    expect(await pm.value("db.dump", { ...at, tables: ["Upper"] })).toMatchObject({ database: own });
    if (counts) {
      expect(await pm.error("db.dump", { ...at, tables: ["upper"] })).toMatchObject({
        code: "TABLE_NOT_FOUND",
        data: { table: "upper", candidates: ["Upper", "notes"] },
      });
    }
    await server.run(`DROP TABLE ${quote}Upper${quote}`, own);
  });

  it("shows no rows of a statement that fails", async (context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    code.write(
      "rows.sql",
      "INSERT INTO notes\n VALUES ('a private row'), ('another'); INSERT INTO nowhere\n VALUES ('a private row');",
    );
    const refused = await pm.error("db.import", { project_root: code.path, database: own, sql_path: "rows.sql" });
    expect(JSON.stringify(refused)).toMatch(/nowhere.* (?:does not|doesn't) exist/);
    if (engine === "mariadb") expect(JSON.stringify(refused)).not.toContain("private");
    await server.run("DELETE FROM notes WHERE note LIKE 'a%'", own);
  });

  it("keeps events that run by a schedule, in a dump and in a clone", async (context) => {
    if (server === undefined || engine !== "mariadb") return context.skip();
    const at = { project_root: folder(server.dsn(own)).path };
    await server.run("CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DISABLE DO DELETE FROM notes WHERE note = ''", own);
    const { path } = await pm.value("db.dump", at);
    await pm.value("db.clone", { ...at, source: own, target: `${own}_copy` });
    await pm.value("db.create", { ...at, database: `${own}_back` });
    await pm.value("db.import", { ...at, database: `${own}_back`, sql_path: path ?? "" });
    const events = `SELECT event_name, status FROM information_schema.events WHERE event_schema = database()`;
    for (const database of [`${own}_copy`, `${own}_back`]) {
      expect(await server.run(events, database)).toBe("nightly\tDISABLED");
      await pm.value("db.drop", { ...at, database, confirm: true });
    }
    await server.run("DROP EVENT nightly", own);
  });

  it("names the configuration where the login is refused", async (context) => {
    if (server === undefined) return context.skip();
    const dsn = new URL(server.dsn(own));
    dsn.username = "nobody_x";
    const code = folder(dsn.href);
    const failed = await pm.error("db.list", { project_root: code.path });
    expect(failed).toMatchObject({
      ...{ code: "CONFIG_INVALID", retry: "never" },
      data: { file: join(code.path, "pegboard.project.yaml"), problems: [expect.stringContaining("nobody_x")] },
    });
    if (engine === "mariadb") return;
    const absent = await pm.error("db.list", { project_root: folder(server.dsn(`${own}_absent`)).path });
    expect(absent).toMatchObject({ code: "CONFIG_INVALID", retry: "never" });
    // The machine's server may trust every password: what libpq says of a wrong one is said by a stand-in.
    code.write(
      "bin/psql",
      '#!/bin/sh\necho \'psql: error: connection failed: FATAL:  password authentication failed for user "u"\' >&2\necho "password retrieved from file \\"$PGPASSFILE\\"" >&2\nexit 2\n',
    );
    chmodSync(join(code.path, "bin/psql"), 0o755);
    const served = await serveWorkbench({
      profile: "pm",
      env: { ...server.env, PATH: `${join(code.path, "bin")}:${process.env.PATH ?? ""}` },
    });
    try {
      const wrong = await served.error("db.list", { project_root: code.path });
      expect(wrong.code).toBe("CONFIG_INVALID");
      expect(JSON.stringify(wrong)).not.toContain("client.secret");
    } finally {
      await served.close();
    }
  });

  it("imports a file that begins with a byte order mark", async (context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    const at = { project_root: code.path, database: `${own}_back` };
    await pm.value("db.create", at);
    code.write("bom.sql", "\uFEFFCREATE TABLE a1 (a INT);\n");
    await pm.value("db.import", { ...at, sql_path: "bom.sql" });
    expect(await server.run("SELECT count(*) FROM a1", `${own}_back`)).toBe("0");
    await pm.value("db.drop", { ...at, confirm: true });
  });

  it("drops nothing of a file with NUL bytes", async (context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    const at = { project_root: code.path, database: `${own}_back` };
    await pm.value("db.create", at);
    code.write("nul.sql", "CREATE TABLE a1 (a INT);\nCREATE TABLE b1 (a INT);\0 CREATE TABLE c1 (a INT);\n");
    const failed = await pm.error("db.import", { ...at, sql_path: "nul.sql" });
    expect(failed).toMatchObject({ code: "IMPORT_REFUSED", retry: "changed_arguments" });
    const counted = "SELECT count(*) FROM information_schema.tables WHERE table_name IN ('a1', 'b1', 'c1')";
    await expect.poll(() => server?.run(counted, `${own}_back`)).toBe("0");
    // MariaDB takes any byte within a text.
    if (engine === "mariadb") {
      code.write("bytes.sql", "CREATE TABLE d1 (b BLOB);\nINSERT INTO d1 VALUES ('a\0b');\n");
      await pm.value("db.import", { ...at, sql_path: "bytes.sql" });
      expect(await server.run("SELECT hex(b) FROM d1", `${own}_back`)).toBe("610062");
    }
    await pm.value("db.drop", { ...at, confirm: true });
  });

  it.for(reaching)("runs no command of its client from a file: %j", async (text, context) => {
    if (server === undefined) return context.skip();
    const code = folder(server.dsn(own));
    code.write("reach.sql", text);
    await pm.result("db.import", { project_root: code.path, database: own, sql_path: "reach.sql" });
    expect(execFileSync("ls", [code.path], { encoding: "utf8" })).not.toContain("pwned");
  });
});

it("docker compose gets names of variables, never the password (a stand-in that records its arguments)", async () => {
  const code = folder(
    "postgresql://u:secret-word@db/app_x",
    "  service: db\ndocker: {compose_files: [compose.yaml]}\n",
  );
  const program = code.write(
    "bin/docker",
    `#!/bin/sh\nprintf '%s\\n' "$@" > ${code.path}/args\necho "boom secret-word" >&2\nexit 1\n`,
  );
  chmodSync(program, 0o755);
  const env = { PATH: `${join(code.path, "bin")}:${process.env.PATH ?? ""}` };
  const served = await serveWorkbench({ profile: "pm", env });
  try {
    expect(await served.error("db.list", { project_root: code.path })).toMatchObject({
      code: "DATABASE_FAILED",
      data: { problem: "boom ***" },
    });
    const words = readFileSync(join(code.path, "args"), "utf8");
    expect(words).toMatch(/^compose\n--file=compose\.yaml\nexec\n-T\n(-e\nPG[A-Z_]+\n)+--\ndb\npsql\n/);
    expect(words).not.toContain("secret-word");
  } finally {
    await served.close();
  }
});

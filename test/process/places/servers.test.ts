import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type CodeFolder, codeFolder } from "./code-folder.ts";

// The same calls on real servers of this machine. Where one does not answer, its tests are skipped with a message; in CI that is a failure.

const own = `app_${process.pid}`;
const servers = [
  {
    engine: "postgresql",
    dsn: `postgresql://postgres:secret-word@127.0.0.1:5432/${own}`,
    run: (sql: string, database = "postgres") =>
      execFileSync("psql", ["-X", "-A", "-t", "-h", "127.0.0.1", "-U", "postgres", "-d", database, "-c", sql], {
        encoding: "utf8",
        stdio: "pipe",
      }).trim(),
    reaching: ["\\! touch pwned", "SELECT 1; \\o pwned\nSELECT 2;", "\\unrestrict x\n\\! touch pwned"],
  },
  {
    engine: "mariadb",
    dsn: `mariadb://root@localhost/${own}?socket=/run/mysqld/mysqld.sock`,
    run: (sql: string, database = "mysql") =>
      execFileSync("mariadb", ["-N", "-B", "-D", database, "-e", sql], { encoding: "utf8", stdio: "pipe" }).trim(),
    reaching: ["\\! touch pwned", "system touch pwned\n", "tee pwned\nSELECT 1;"],
  },
];

let pm: ServedWorkbench;
const folders: CodeFolder[] = [];
beforeAll(async () => {
  pm = await serveWorkbench({ profile: "pm" });
});
afterAll(() => pm.close());
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});

function folder(dsn: string, more = ""): CodeFolder {
  const made = codeFolder(`database:\n  dsn: "${dsn}"\n  allowed: ["${own}*"]\n${more}`);
  folders.push(made);
  return made;
}

describe.each(servers)("$engine", ({ engine, dsn, run, reaching }) => {
  let answers = false;
  beforeAll(() => {
    try {
      run(`CREATE DATABASE ${own}`);
      run("CREATE TABLE notes (note VARCHAR(50)); INSERT INTO notes VALUES ('one'), ('zwei ü')", own);
      answers = true;
    } catch (error) {
      if (process.env.CI !== undefined) throw error;
      process.stderr.write(`${engine} does not answer on this machine, so nothing of it is tested\n`);
    }
  });
  afterAll(() => {
    if (answers) for (const name of [own, `${own}_copy`, `${own}_back`]) run(`DROP DATABASE IF EXISTS ${name}`);
  });

  it("lists, creates, clones, dumps, imports and drops", async (context) => {
    if (!answers) return context.skip();
    const at = { project_root: folder(dsn).path };
    expect((await pm.value("db.list", at)).databases).toEqual([
      { name: own, is_default: true, size: expect.any(Number) },
    ]);
    await pm.value("db.clone", { ...at, source: own, target: `${own}_copy` });
    expect(run("SELECT note FROM notes ORDER BY 1", `${own}_copy`)).toBe("one\nzwei ü");
    const { path } = await pm.value("db.dump", { ...at, compress: "gzip", tables: ["notes"] });
    await pm.value("db.create", { ...at, database: `${own}_back` });
    await pm.value("db.import", { ...at, database: `${own}_back`, sql_path: path ?? "" });
    expect(run("SELECT note FROM notes ORDER BY 1", `${own}_back`)).toBe("one\nzwei ü");
    const asked = await pm.error("db.drop", { ...at, database: `${own}_copy` });
    expect(asked.effect).toMatch(/with the rows of notes \(2\)$/);
    for (const database of [`${own}_copy`, `${own}_back`])
      await pm.value("db.drop", { ...at, database, confirm: true });
    expect((await pm.error("db.drop", { ...at, database: own, confirm: true })).code).toBe("DB_IS_DEFAULT");
  }, 60_000);

  it("keeps of an import that fails what the documents say", async (context) => {
    if (!answers) return context.skip();
    const code = folder(dsn);
    code.write("bad.sql", "CREATE TABLE half (a INT);\nINSERT INTO nowhere VALUES (1);\n");
    const failed = await pm.error("db.import", { project_root: code.path, database: own, sql_path: "bad.sql" });
    expect(failed).toMatchObject({ code: "DATABASE_FAILED", data: { action: "import" } });
    expect(failed.hint).toMatch(/SQLite and PostgreSQL are whole or undone; MariaDB and MySQL keep/);
    const left = run("SELECT table_name FROM information_schema.tables WHERE table_name = 'half'", own);
    expect(left).toBe(engine === "mariadb" ? "half" : "");
    run("DROP TABLE IF EXISTS half", own);
  });

  it.each(reaching)("runs no command of its client from a file: %j", async (text) => {
    if (!answers) return;
    const code = folder(dsn);
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

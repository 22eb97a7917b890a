import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";
import { type ServedWorkbench, serveWorkbench } from "../served-workbench.ts";
import { type TestServer, testServer } from "./database-servers.ts";
import { type GitFolder, gitFolder } from "./git-folder.ts";

// One corpus of names, tables, branches, paths and SQL files on every engine, through a real client. After each nothing has changed: not
// the databases, not their rows, not the files.

const own = `app_i${process.pid}`;
const odd = "od\"d`t'b\\le";

/** Put behind a name or in its place. */
const endings = [
  ...[
    "`",
    "``; DROP DATABASE x; -- ",
    '"',
    '"; DROP DATABASE x; --',
    "'",
    "' OR '1'='1",
    ";",
    "\\",
    "\nx",
    "\r\nx",
    "\tx",
    "\0",
    " x",
  ],
  ...["/../x", "/x", "..", ".", "%00", "$(touch pwned)", "`touch pwned`", "|touch pwned", "*", "?", "%"],
  // Letters that look like others, invisible ones, and ones that turn the direction.
  ...[
    "\u0430",
    "\uff41",
    "\u00e9",
    "e\u0301",
    "\u200b",
    "\u202e",
    "\u2066",
    "\ufeffx",
    "\u00ad",
    "\u2215x",
    "\u2024\u2024",
    "\u{1d41a}",
  ],
];
const whole = [
  "-x",
  "--all-databases",
  "--result-file=pwned",
  "-e",
  "@pwned",
  "\u0430pp",
  "\u202eppa",
  "..",
  "/",
  "\0",
];
const clients: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    "ATTACH 'pwned' AS x; CREATE TABLE x.a (b);",
    ".shell touch pwned",
    ".output pwned",
    "VACUUM INTO 'pwned';",
    "SELECT writefile('pwned', 'x');",
    "SELECT load_extension('x');",
  ],
  postgresql: [
    "\\! touch pwned",
    "\\copy notes to 'pwned'",
    "\\o pwned\nSELECT 1;",
    "SELECT 1 \\g pwned",
    "SELECT 1 \\g |touch pwned",
    "\\setenv PAGER x\n\\! touch pwned",
    "SELECT '\\! touch pwned' \\gexec",
    "\\i other.sql",
    "\\unrestrict x\n\\! touch pwned",
    "\\restrict x\n\\unrestrict x\n\\! touch pwned",
  ],
  mariadb: [
    "\\! touch pwned",
    "system touch pwned",
    "tee pwned\nSELECT 1;",
    "\\T pwned\nSELECT 1;",
    "source other.sql",
    "\\. other.sql",
    "pager touch pwned\nSELECT 1;",
    "LOAD DATA LOCAL INFILE 'secret.txt' INTO TABLE notes;",
  ],
};

describe.each(["sqlite", "postgresql", "mariadb"] as const)("%s", (engine) => {
  let server: TestServer | undefined;
  let pm: ServedWorkbench;
  let code: GitFolder;
  beforeAll(async () => {
    server = engine === "sqlite" ? undefined : await testServer(engine);
    pm = await serveWorkbench({ profile: "pm", env: server?.env ?? {} });
    if (server === undefined) return;
    await server.run(`CREATE DATABASE ${own}`);
    const name = engine === "mariadb" ? `\`${odd.replaceAll("`", "``")}\`` : `"${odd.replaceAll('"', '""')}"`;
    await server.run(
      `CREATE TABLE notes (note VARCHAR(100)); INSERT INTO notes VALUES ('one'); CREATE TABLE ${name} (a INT);`,
      own,
    );
  });
  afterAll(async () => {
    await pm.close();
    await server?.drop([own]);
    await server?.stop();
  });
  beforeEach(() => {
    code = gitFolder(`database:
  dsn: "${server?.dsn(own) ?? `sqlite:var/db/${own}.db`}"
  allowed: ["*"]
worktrees: {folder: trees, database_per_worktree: true}
`);
    if (engine === "sqlite")
      code.sql(
        own,
        `CREATE TABLE notes (note TEXT); INSERT INTO notes VALUES ('one'); CREATE TABLE "${odd.replaceAll('"', '""')}" (a INT)`,
      );
    code.write("secret.txt", "a secret\n");
    code.write("other.sql", "INSERT INTO notes VALUES ('of the other file');\n");
    symlinkSync("/etc/passwd", join(code.path, "link.sql"));
  });
  afterEach(() => code.remove());

  const list = (folder: string) =>
    existsSync(join(code.path, folder)) ? readdirSync(join(code.path, folder)).toSorted() : [];
  const state = async () => ({
    files: list("."),
    dumps: list("var/dumps"),
    trees: list("trees"),
    branches: code.git("branch", "--format=%(refname:short)"),
    databases:
      server === undefined
        ? list("var/db")
        : (
            await server.run(
              engine === "postgresql"
                ? "SELECT datname FROM pg_database WHERE datname LIKE 'app_i%' ORDER BY 1"
                : "SHOW DATABASES LIKE 'app_i%'",
            )
          ).split("\n"),
    rows:
      server === undefined
        ? code.values(own, "SELECT note FROM notes")
        : [await server.run("SELECT note FROM notes", own)],
  });
  const isAbsent = () => engine !== "sqlite" && server === undefined;

  /** Every one of the calls is refused by one of the codes, and changes nothing. */
  async function refused(calls: readonly (readonly [string, JsonObject])[], codes: readonly string[]): Promise<void> {
    const before = { ...(await state()), dumps: [] };
    for (const [tool, given] of calls) {
      const error = await pm.error(tool, { project_root: code.path, ...given });
      expect(codes, `${tool} ${JSON.stringify(given)}: ${JSON.stringify(error)}`).toContain(error.code);
      // What is shown to a person can't turn or hide text.
      if (error.code === "INVALID_NAME") expect(JSON.stringify(error)).not.toMatch(/[\u202e\u2066\u200b\ufeff]/);
    }
    expect(await state()).toEqual(before);
  }

  it("names of databases", async (context) => {
    if (isAbsent()) return context.skip();
    const names = [...endings.map((one) => `${own}${one}`), ...whole];
    const calls = names.flatMap((database): (readonly [string, JsonObject])[] => [
      ["db.create", { database }],
      ["db.drop", { database, confirm: true }],
      ["db.dump", { database }],
      ["db.clone", { source: own, target: database }],
      ["db.clone", { source: database, target: `${own}_x` }],
      ["db.import", { database, sql_path: "other.sql" }],
    ]);
    await refused(calls, ["INVALID_NAME", "INVALID_ARGUMENTS"]);
  });

  it("names of tables", async (context) => {
    if (isAbsent()) return context.skip();
    const names = [
      ...endings.map((one) => `notes${one}`),
      ...whole,
      "n*",
      "n\u043ftes",
      "public.notes",
      `${own}.notes`,
    ];
    await refused(
      names.map((table) => ["db.dump", { tables: [table] }]),
      ["INVALID_NAME", "INVALID_ARGUMENTS", "TABLE_NOT_FOUND"],
    );
    // The one that has such a name is dumped, and nothing else.
    const { path } = await pm.value("db.dump", { project_root: code.path, database: own, tables: [odd] });
    expect(String(path)).toMatch(/\.sql$/);
  });

  it("branches", async (context) => {
    if (isAbsent()) return context.skip();
    const names = [
      ...whole.filter((one) => one !== "\u0430pp" && one !== "@pwned"),
      "x\0",
      "x\u202e",
      "x\u200b",
      "x..y",
      "x y",
      "x~1",
      "x^",
      "x:y",
      "x?",
      "x*",
      "x[",
      "x\\y",
      "/x",
      "x/",
      "x//y",
      "x.lock",
      "@{-1}",
      "HEAD",
      "x\ny",
      "../../x",
      "refs/../../x",
    ];
    const calls = names.flatMap((branch): (readonly [string, JsonObject])[] => [
      ["worktree.create", { branch, new_branch: true }],
      ["workflow.create", { branch, new_branch: true }],
      ["worktree.remove", { branch, confirm: true }],
      ["workflow.remove", { branch, confirm: true }],
    ]);
    await refused(calls, ["INVALID_NAME", "INVALID_ARGUMENTS"]);
  });

  it("paths", async (context) => {
    if (isAbsent()) return context.skip();
    const paths = [
      "../x.sql",
      "/etc/passwd",
      "link.sql",
      "..",
      ".",
      "a\0.sql",
      "-",
      "--help",
      "|touch pwned",
      "~/x.sql",
      "\u2024\u2024/x.sql",
      "\uff0e\uff0e/x.sql",
      "..\\x.sql",
      "file:///etc/passwd",
      "trees/../../x.sql",
      "/proc/self/environ",
    ];
    await refused(
      paths.map((sql_path) => ["db.import", { database: own, sql_path }]),
      ["PATH_TRAVERSAL", "FILE_NOT_FOUND"],
    );
    const snapshots = ["../x", "a/b", "a\0", "-x/..", "a\u202e", "a`b", "a b"];
    await refused(
      snapshots.map((snapshot) => ["db.dump", { snapshot }]),
      ["INVALID_NAME", "INVALID_ARGUMENTS"],
    );
  });

  it.for(clients[engine] ?? [])("an SQL file: %j", async (text, context) => {
    if (isAbsent()) return context.skip();
    writeFileSync(join(code.path, "in.sql"), `${text}\n`);
    const before = await state();
    await pm.result("db.import", { project_root: code.path, database: own, sql_path: "in.sql" });
    expect(await state()).toEqual(before);
  });
});

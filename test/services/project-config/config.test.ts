// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of a configuration are written so.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/services/project-config/check-config.ts";
import { projectConfigSchema } from "../../../src/services/project-config/config-rows.ts";
import { parseDsn } from "../../../src/services/project-config/dsn.ts";
import { expandVariables, readEnvText, setEnvValues } from "../../../src/services/project-config/env-text.ts";
import { ProjectFailure } from "../../../src/services/project-config/failure.ts";
import { findConfig } from "../../../src/services/project-config/find-config.ts";
import { fitsPathPattern, fitsPattern } from "../../../src/services/project-config/name-pattern.ts";
import { lawCases } from "../../law-cases.ts";
import { mayRewriteGoldens } from "../../may-rewrite-goldens.ts";
import { type CodeFolder, codeFolder } from "../../process/places/code-folder.ts";

const folders: CodeFolder[] = [];
afterEach(() => {
  for (const one of folders.splice(0)) one.remove();
});
function folder(config = ""): CodeFolder {
  const made = codeFolder(config);
  folders.push(made);
  return made;
}

async function problems(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProjectFailure)) throw new Error(`not a failure of the project: ${String(error)}`);
  return { code: error.code, ...error.data };
}

describe("pegboard.project.yaml", () => {
  it("is found in a folder above, with variables from the environment, then env files", async () => {
    const code = folder("database: {dsn: '${KIND}:${FILE}', allowed: [app]}\n");
    code.write(".env", "FILE=a.db\nKIND=wrong\n");
    code.write(".env.local", "FILE='var/app.db' # mine\n");
    code.write("below/deep/x", "");
    const { root, servers } = await findConfig(join(code.path, "below/deep"), { KIND: "sqlite" });
    expect(root).toBe(code.path);
    expect(servers).toMatchObject([{ name: "default", parsed: { engine: "sqlite", file: "var/app.db" } }]);
  });

  it("is reported with every mistake and its place, and without a secret", async () => {
    const code = folder(
      `database:
  dsn: "mysql://app:hunter2@127.0.0.1:99999/x"
  alowed: [a]
databases:
  two: {dsn: 5}
worktrees:
  database_per_worktree: yes please
`,
    );
    expect(await problems(findConfig(code.path, {}))).toEqual({
      code: "CONFIG_INVALID",
      file: join(code.path, "pegboard.project.yaml"),
      problems: [
        "3:3 database.alowed: unknown key; did you mean 'allowed'?",
        "5:9 databases.two.dsn: expected a text",
        "7:3 worktrees.database_per_worktree: expected true or false",
        "6:1 worktrees.folder: required and missing",
      ],
    });
    code.write("pegboard.project.yaml", 'database: {dsn: "mysql://app:hunter2@127.0.0.1:99999/x"}\n');
    const wrong = await problems(findConfig(code.path, {}));
    expect(wrong).toMatchObject({
      problems: ["1:12 database.dsn: it is not engine://user:password@host:port/database"],
    });
    code.write("pegboard.project.yaml", "database: {dsn: '${ABSENT}'}\n");
    expect(await problems(findConfig(code.path, {}))).toMatchObject({
      problems: ["1:12 database.dsn: the variable ABSENT is not set"],
    });
    code.write("pegboard.project.yaml", "project: {name: a}\n---\nproject: {name: b}\n");
    expect(await problems(findConfig(code.path, {}))).toMatchObject({
      problems: ["2:1 a second document begins here; only one may be in the file"],
    });
    code.write("pegboard.project.yaml", "a: [1\nb: 2\n");
    expect(await problems(findConfig(code.path, {}))).toMatchObject({ code: "CONFIG_INVALID" });
  });

  it("is accepted by the editor schema exactly where it is accepted here", () => {
    const accepts = new Ajv2020({ strict: false }).compile(projectConfigSchema());
    const word = fc.constantFrom("a", "", " ", "sh x", "symfony");
    const leaf = fc.oneof(
      word,
      fc.integer({ min: 1000, max: 70000 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(word),
      fc.array(fc.array(word)),
    );
    const keys = fc.constantFrom(
      "dsn",
      "allowed",
      "hooks",
      "post_clone",
      "folder",
      "copy",
      "include",
      "port",
      "from",
      "to",
      "variable",
      "timeout",
      "x",
      "type",
      "database_per_worktree",
    );
    const group = fc.dictionary(keys, fc.oneof(leaf, fc.dictionary(keys, leaf)), { maxKeys: 4 });
    const tree = fc.record(
      {
        project: group,
        database: group,
        databases: fc.dictionary(fc.constantFrom("a", "b"), group),
        worktrees: group,
        env_files: leaf,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(tree, (value) => {
        expect(checkConfig(value).problems.length === 0).toBe(accepts(value));
      }),
      { numRuns: 2000 },
    );
  });

  it("has its schema in docs/", () => {
    const path = join(import.meta.dirname, "../../../docs/pegboard.project.schema.json");
    const text = `${JSON.stringify(projectConfigSchema(), null, 2)}\n`;
    if (mayRewriteGoldens()) writeFileSync(path, text);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(JSON.parse(text));
  });
});

describe("the files of mcp-project-manager", () => {
  const expected = {
    docker: { compose_files: ["docker-compose.yaml"] },
    database: { dsn: "mysql://a:b@db/app", service: "db", allowed: ["app", "app_*"], dumps: "dumps" },
    worktrees: { folder: "../wt", database_per_worktree: true, database_prefix: "x_" },
  };
  it("is read as JSON, at its root or below pm", async () => {
    const code = folder();
    const tree = {
      docker: { compose_file: "docker-compose.yaml" },
      database: {
        service: "db",
        dsn: "mysql://a:b@db/app",
        allowed: ["app", "app_*"],
        dumps_path: "dumps",
        prefix: "x",
      },
      worktrees: { base_path: "../wt", db_per_worktree: true, db_prefix: "x_" },
    };
    for (const text of [JSON.stringify(tree), JSON.stringify({ other: 1, pm: tree })]) {
      code.write(".claude/project.json", text);
      expect((await findConfig(code.path, {})).values).toEqual(expected);
    }
  });

  it("is read as TOML, which comes first, with a mistake's line", async () => {
    const code = folder();
    code.write(".claude/project.json", "{}");
    const toml = `[docker]\ncompose_files = ["docker-compose.yaml"]\n[database]\nservice = "db"\ndsn = "mysql://a:b@db/app"
allowed = ["app", "app_*"]\ndumps_path = "dumps"\n[worktree]\nbase_path = "../wt"\ndb_per_worktree = true\ndb_prefix = "x_"
hooks.postCreate = ["npm ci"]\nenv.var_name = "URL"\n`;
    code.write(".haive.toml", toml);
    const { values } = await findConfig(code.path, {});
    expect(values).toEqual({
      ...expected,
      worktrees: { ...expected.worktrees, hooks: { post_create: [["sh", "-c", "npm ci"]] }, env: { variable: "URL" } },
    });
    code.write(".haive.toml", "[database\n");
    expect(await problems(findConfig(code.path, {}))).toMatchObject({
      code: "CONFIG_INVALID",
      problems: [expect.stringMatching(/^1:\d+ /)],
    });
  });

  it("is passed over where it is about something else", async () => {
    const code = folder();
    code.write(".claude/project.json", '{"permissions": {}}');
    expect(await problems(findConfig(code.path, {}))).toMatchObject({ code: "CONFIG_MISSING" });
  });
});

describe("env files", () => {
  it("keep every other line when a variable is set", () => {
    const text = "# mine\r\nA=1\r\nexport URL=old # x\r\n\r\nURL=again\r\nB='2'\r\n";
    expect(setEnvValues(text, { URL: "new", PORT: "8100" })).toBe(
      "# mine\r\nA=1\r\nURL=new\r\n\r\nB='2'\r\nPORT=8100\r\n",
    );
    expect(setEnvValues("A=1", { B: "a b$c" })).toBe('A=1\nB="a b\\$c"\n');
  });

  it("give back what was set, and the others unchanged", () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,5}$/);
    const value = fc.string().filter((text) => !/[\r\0]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), name, value, (lines, set, to) => {
        const before = setEnvValues("", Object.fromEntries(lines));
        const after = readEnvText(setEnvValues(before, { [set]: to }));
        const expected = new Map(readEnvText(before));
        expected.set(set, to);
        expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  it("name the variables that are missing", () => {
    expect(expandVariables("${A}-${B}-$C", (name) => (name === "A" ? "1" : undefined))).toEqual({
      text: "1-${B}-$C",
      missing: ["B"],
    });
  });
});

it("a DSN is read for each engine, and another database put into it", () => {
  const mariadb = parseDsn("mysql://u:p%40ss@[::1]/app?serverVersion=10.11.2-MariaDB");
  expect(mariadb).toMatchObject({
    engine: "mariadb",
    host: "::1",
    port: 3306,
    user: "u",
    password: "p@ss",
    database: "app",
  });
  const postgresql = parseDsn("postgres://u@db:5433/app");
  expect(postgresql).toMatchObject({ engine: "postgresql", port: 5433, password: "" });
  if ("withDatabase" in postgresql) expect(postgresql.withDatabase("a_b")).toBe("postgres://u@db:5433/a_b");
  expect(parseDsn("sqlite:////srv/a.db")).toEqual({ engine: "sqlite", file: "/srv/a.db" });
  expect(parseDsn("sqlite:///var/a.db")).toEqual({ engine: "sqlite", file: "var/a.db" });
  for (const bad of ["redis://x/y", "mysql://h", "", "mysql://u:p%zz@h/x", "postgres://u:a%0Ab@h/x"]) {
    expect(parseDsn(bad), bad).toHaveProperty("problem");
  }
});

it("patterns admit what they name, and an empty list nothing", () => {
  expect(["app", "app_1", "xapp", "App"].map((name) => fitsPattern(name, "app*"))).toEqual([true, true, false, false]);
  expect(["a1", "ab", "a"].map((name) => fitsPattern(name, "a[0-9]"))).toEqual([true, false, false]);
  expect(fitsPattern("axb", "a.b")).toBe(false);
  expect(["a/b.env", "b.env", "a/c/b.env"].map((path) => fitsPathPattern(path, "**/*.env"))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["a/b.env", "b.env"].map((path) => fitsPathPattern(path, "*.env"))).toEqual([false, true]);
});

it("a name without signs of a pattern fits itself, and so does a path of such names", () => {
  expect(fitsPattern("my-app", "my-app")).toBe(true);
  expect(fitsPathPattern("my-conf/a.env", "my-conf/**")).toBe(true);
  const name = fc.string({ unit: "binary", minLength: 1 }).filter((text) => !/[*?[/]/.test(text) && text !== ".");
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const path = names.join("/");
      return fitsPattern(path, path) && fitsPathPattern(path, path);
    }),
    { numRuns: lawCases(600) },
  );
  fc.assert(
    fc.property(fc.constantFrom(..."!\"#$%&'()+,-.:;<=>@\\]^_`{|}~"), (sign) => fitsPattern(`a${sign}b`, `a${sign}b`)),
  );
});

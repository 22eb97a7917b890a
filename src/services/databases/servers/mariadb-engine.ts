import type { Readable } from "node:stream";
import { ownerMark } from "../../../process/process-owner.ts";
import type { ProjectFailure } from "../../project-config/failure.ts";
import type { DatabaseName } from "../database-name.ts";
import type { Engine, Unfinished, Work } from "../engine.ts";
import { requireTables } from "../require-tables.ts";
import { type ClientCall, clientProgram, importFailure, piped, printed, undoneAfter } from "./client-program.ts";
import type { ServerOptions } from "./postgresql-engine.ts";

/** MariaDB and MySQL by their client programs. */
export function mariadbEngine({ dsn, file, root, env, compose }: ServerOptions): Engine {
  const isMariadb = dsn.engine === "mariadb";
  const [client, dumper] = isMariadb ? ["mariadb", "mariadb-dump"] : ["mysql", "mysqldump"];
  const value = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
  const run = clientProgram({
    ...{ dsn, file, root, env, compose },
    secret: { fileText: `[client]\npassword=${value(dsn.password)}\n`, variable: "MYSQL_PWD" },
    withFile: (path) => ({ args: [`--defaults-extra-file=${path}`] }),
  });
  const where =
    dsn.socket === undefined
      ? [`--host=${dsn.host}`, `--port=${dsn.port}`, "--protocol=tcp"]
      : [`--socket=${dsn.socket}`];
  const connect = [...where, ...(dsn.user === "" ? [] : [`--user=${dsn.user}`]), "--default-character-set=utf8mb4"];
  const query = (action: string, sql: string, { signal }: Work) =>
    printed(run, {
      action,
      program: client,
      args: [...connect, "--batch", "--skip-column-names", `--execute=${sql}`],
      env: {},
      signal,
    });
  const rows = async (action: string, sql: string, work: Work) =>
    (await query(action, sql, work))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t"));
  const create = async (name: DatabaseName, work: Work) =>
    void (await query("create", `CREATE DATABASE ${quoted(name)}`, work));
  const drop = async (name: DatabaseName, work: Work) =>
    void (await query("drop", `DROP DATABASE ${quoted(name)}`, work));
  const dump: Engine["dump"] = async (name, tables, output, work) => {
    const { signal } = work;
    const how = ["--single-transaction", "--quick", "--routines", "--triggers", "--no-tablespaces"];
    // Only where there are some: asking for them fails for a user who may not see any.
    const events = `SELECT count(*) FROM information_schema.events WHERE event_schema = '${name}'`;
    if (tables.length === 0 && (await rows("dump", events, work))[0]?.[0] !== "0") how.push("--events");
    return run({
      action: "dump",
      program: dumper,
      args: [...connect, ...how, "--", name, ...tables],
      env: {},
      output,
      signal,
    });
  };
  // Binary mode: the client runs none of its own commands, which start programs and reach files.
  const feed = (name: DatabaseName, input: Readable, call: Pick<ClientCall, "signal" | "failureOf">) =>
    run({
      action: "import",
      program: client,
      // LOAD DATA LOCAL would read any file of this machine for the server.
      args: [...connect, "--local-infile=0", "--binary-mode", `--database=${name}`],
      env: {},
      input,
      ...call,
    });
  const mark = (name: DatabaseName, kind: Unfinished["kind"]) =>
    `CREATE TABLE ${quoted(name)}.${markTable} (a INT) COMMENT '${kind} ${ownerMark()}'`;
  const unmark = (name: DatabaseName, action: string, work: Work) =>
    query(action, `DROP TABLE IF EXISTS ${quoted(name)}.${markTable}`, work);
  const isEmpty = async (name: DatabaseName, work: Work): Promise<boolean> => {
    const counts = ["tables WHERE table_schema", "routines WHERE routine_schema", "events WHERE event_schema"].map(
      (part) => `(SELECT count(*) FROM information_schema.${part} = '${name}')`,
    );
    const [[found] = []] = await rows("import", `SELECT ${counts.join(" + ")}`, work);
    return found === "0";
  };
  const empty = async (name: DatabaseName, work: Work): Promise<void> => {
    const how = `SELECT default_character_set_name, default_collation_name FROM information_schema.schemata WHERE schema_name = '${name}'`;
    const [[characters = "", collation = ""] = []] = await rows("import", how, work);
    const made = `CREATE DATABASE ${quoted(name)} CHARACTER SET ${characters} COLLATE ${collation}`;
    await query("import", `DROP DATABASE ${quoted(name)}; ${made}`, work);
  };

  return {
    defaultDatabase: dsn.database,
    dsnOf: (name) => dsn.withDatabase(name),
    async list(work) {
      const size =
        "(SELECT coalesce(sum(data_length + index_length), 0) FROM information_schema.tables WHERE table_schema = schema_name)";
      const left = `(SELECT table_comment FROM information_schema.tables WHERE table_schema = schema_name AND table_name = '${markTable}')`;
      const found = await rows(
        "list",
        `SELECT schema_name, ${size}, coalesce(${left}, '') FROM information_schema.schemata ORDER BY 1`,
        work,
      );
      return found.map(([name = "", bytes, comment = ""]) => {
        const [kind, by = ""] = comment.split(" ");
        const unfinished: Unfinished | null = kind === "clone" || kind === "import" ? { kind, mark: by } : null;
        return { name, sizeBytes: Number(bytes), unfinished };
      });
    },
    create,
    drop,
    async undo(name, { kind }, work) {
      if (kind === "clone") {
        await drop(name, work);
        return true;
      }
      // What the killed process has sent is still run, and others may use it meanwhile.
      const users = `SELECT count(*) FROM information_schema.processlist WHERE db = '${name}'`;
      const [[count] = []] = await rows("import", users, work);
      if (count === "0") await empty(name, work);
      return count === "0";
    },
    async dump(name, wanted, sink, work) {
      if (wanted.length > 0) {
        const sql = `SELECT table_name FROM information_schema.tables WHERE table_schema = '${name}' ORDER BY 1`;
        // The client doubles what it escapes with.
        const there = (await rows("dump", sql, work)).map(([table = ""]) => table.replaceAll("\\\\", "\\"));
        // Case counts on some of its systems only; there, the dump itself fails.
        const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
        requireTables({ database: name, wanted, there, isSame });
      }
      await dump(name, wanted, sink, work);
    },
    keepsPart: async (name, work) => !(await isEmpty(name, work)),
    async load(name, source, work) {
      const { signal } = work;
      if (!(await isEmpty(name, work))) return feed(name, source, { signal });
      await query("import", mark(name, "import"), work);
      try {
        await feed(name, source, { signal, failureOf: failureOfImport });
      } catch (error) {
        await undoneAfter(error, "import", (own) => empty(name, own));
      }
      await unmark(name, "import", work);
    },
    async clone(source, target, work) {
      await query("clone", `CREATE DATABASE ${quoted(target)}; ${mark(target, "clone")}`, work);
      try {
        await piped(
          work,
          (sink) => dump(source, [], sink, work),
          (from) => feed(target, from, { signal: work.signal }),
        );
        await unmark(target, "clone", work);
      } catch (error) {
        await undoneAfter(error, "clone", (own) => drop(target, own));
      }
    },
    async countRows(name, work) {
      const tables = await rows(
        "count",
        `SELECT table_name FROM information_schema.tables WHERE table_schema = '${name}' AND table_type = 'BASE TABLE' ORDER BY 1`,
        work,
      );
      const counted: { table: string; rows: number }[] = [];
      for (const [table = ""] of tables) {
        const [[count] = []] = await rows("count", `SELECT count(*) FROM ${quoted(name)}.${quoted(table)}`, work);
        counted.push({ table, rows: Number(count) });
      }
      return counted;
    },
  };
}

/** In a database that is being filled; its comment says by whom. It is gone when that is whole. */
const markTable = "pegboard_unfinished";

/** Such as `ERROR 1146 (42S02) at line 2: …`, behind the statement between two lines of dashes. */
function failureOfImport(said: string): ProjectFailure {
  const [, message = said, sqlstate] = /^(ERROR \d+ \(([0-9A-Z]{5})\).*)/m.exec(said) ?? [];
  return importFailure(message, sqlstate);
}

function quoted(name: string): string {
  return `\`${name.replaceAll("`", "``")}\``;
}

import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ownerMark } from "../../../process/process-owner.ts";
import { isFailure, ProjectFailure } from "../../project-config/failure.ts";
import type { DatabaseName } from "../database-name.ts";
import type { Engine, Unfinished, Work } from "../engine.ts";
import { requireTables } from "../require-tables.ts";
import { type ClientCall, clientProgram, importFailure, piped, printed, undoneAfter } from "./client-program.ts";
import type { ServerOptions } from "./postgresql-engine.ts";
import { type SqlLine, widestLine } from "./widest-line.ts";

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
  const user = dsn.user === "" ? [] : [`--user=${dsn.user}`];
  // The clients' own limits are lower than a server's may be; 1 GiB is the most that any may have.
  const connect = [...where, ...user, "--default-character-set=utf8mb4", "--max-allowed-packet=1G"];
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
  /** What a server says that closes the connection for a packet above its limit does not tell it from one that has crashed. */
  const tooLong = async (failure: unknown, widest: SqlLine, work: Work): Promise<ProjectFailure | undefined> => {
    if (!isFailure(failure, "DATABASE_FAILED") || !/^ERROR (?:2006|2013|1153) /m.test(failure.data.problem)) return;
    const answered = await rows("import", "SELECT @@max_allowed_packet", work).catch((error: unknown) => {
      // It has gone away for another reason.
      if (!isFailure(error, "DATABASE_FAILED")) throw error;
    });
    const most = Number(answered?.[0]?.[0]);
    const needed = widest.bytes + insertLength;
    if (!(needed > most)) return;
    const of = widest.table === undefined ? "" : `, a row of '${widest.table}',`;
    const setting = `SET GLOBAL max_allowed_packet = ${2 ** Math.ceil(Math.log2(needed))}`;
    const problem = `line ${widest.number}${of} has ${widest.bytes} bytes of SQL; the server takes at most ${most}, which '${setting}' raises`;
    return new ProjectFailure("DATABASE_FAILED", { action: "import", problem }, { cause: failure });
  };
  // Binary mode: the client runs none of its own commands, which start programs and reach files.
  const feed = async (name: DatabaseName, source: Readable, work: Work, failureOf?: ClientCall["failureOf"]) => {
    const { stream: input, widest } = widestLine();
    // What breaks the stream ends the client too, whose failure says more.
    const fed = pipeline(source, input).catch(
      (error: unknown) => void input.destroy(error instanceof Error ? error : undefined),
    );
    try {
      await run({
        action: "import",
        program: client,
        // LOAD DATA LOCAL would read any file of this machine for the server.
        args: [...connect, "--local-infile=0", "--binary-mode", `--database=${name}`],
        env: {},
        input,
        signal: work.signal,
        ...(failureOf === undefined ? {} : { failureOf }),
      });
    } catch (error) {
      throw (await tooLong(error, widest(), work)) ?? error;
    }
    await fed;
  };
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
    ignoresCase: async (work) => (await rows("list", "SELECT @@lower_case_table_names", work))[0]?.[0] !== "0",
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
        const sql = `SELECT table_name, @@lower_case_table_names FROM information_schema.tables WHERE table_schema = '${name}' ORDER BY 1`;
        const found = await rows("dump", sql, work);
        // The client doubles what it escapes with.
        const there = found.map(([table = ""]) => table.replaceAll("\\\\", "\\"));
        const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
        const doesCaseCount = found[0]?.[1] === "0";
        requireTables({ database: name, wanted, there, ...(doesCaseCount ? {} : { isSame }) });
      }
      await dump(name, wanted, sink, work);
    },
    keepsPart: async (name, work) => !(await isEmpty(name, work)),
    async load(name, source, work) {
      if (!(await isEmpty(name, work))) return feed(name, source, work);
      await query("import", mark(name, "import"), work);
      try {
        await feed(name, source, work, failureOfImport);
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
          (from) => feed(target, from, work),
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

/** Bytes of a statement beside its longest row, at most about. */
const insertLength = 1024;

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

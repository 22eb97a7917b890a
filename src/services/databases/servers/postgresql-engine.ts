import { randomBytes } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ownerMark } from "../../../process/process-owner.ts";
import { ProjectFailure } from "../../project-config/failure.ts";
import type { ProcessEnv } from "../../project-config/find-config.ts";
import type { DatabaseName } from "../database-name.ts";
import type { Engine, Work } from "../engine.ts";
import { reportingTime } from "../report-progress.ts";
import { requireTables } from "../require-tables.ts";
import {
  type ClientCall,
  type ClientOptions,
  clientProgram,
  importFailure,
  piped,
  printed,
  type ServerDsn,
  undoneAfter,
} from "./client-program.ts";

export interface ServerOptions {
  readonly dsn: ServerDsn;
  readonly file: string;
  readonly root: string;
  readonly env: ProcessEnv;
  readonly compose: ClientOptions["compose"];
}

/** PostgreSQL by psql and pg_dump. */
export function postgresqlEngine({ dsn, file, root, env, compose }: ServerOptions): Engine {
  const escaped = dsn.password.replace(/[\\:]/g, "\\$&");
  const run = clientProgram({
    ...{ dsn, file, root, env, compose },
    secret: { fileText: `*:*:*:*:${escaped}\n`, variable: "PGPASSWORD" },
    withFile: (path) => ({ env: { PGPASSFILE: path } }),
  });
  const at = (database: string) => ({
    PGHOST: dsn.socket ?? dsn.host,
    PGPORT: String(dsn.port),
    ...(dsn.user === "" ? {} : { PGUSER: dsn.user }),
    PGDATABASE: database,
    PGCONNECT_TIMEOUT: "10",
    PGCLIENTENCODING: "UTF8",
  });
  const psql = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"];
  const query = (action: string, sql: string, { signal }: Work, database = dsn.database) =>
    printed(run, { action, program: "psql", args: [...psql, "-F", "\t", "-c", sql], env: at(database), signal });
  const drop = async (name: DatabaseName, work: Work) =>
    void (await query("drop", `DROP DATABASE ${quoted(name)}`, work));
  const dump: Engine["dump"] = (name, tables, output, { signal }) =>
    run({
      action: "dump",
      program: "pg_dump",
      args: ["--no-password", ...tables.flatMap((table) => ["-t", quoted(table)])],
      env: at(name),
      output,
      signal,
    });
  const feed = async (name: DatabaseName, source: Readable, call: Pick<ClientCall, "signal" | "failureOf">) => {
    const key = randomBytes(16).toString("hex");
    // psql takes the end of its input for the end of the file, and would keep the half when this process is killed.
    const whole = `SELECT pg_catalog.set_config('pegboard.whole', '${key}', false)`;
    const check = `DO $$BEGIN IF pg_catalog.current_setting('pegboard.whole', true) IS DISTINCT FROM '${key}' THEN RAISE EXCEPTION 'the file ends within a statement'; END IF; END$$`;
    const input = withoutCommands(`\n;${whole};\n`);
    // What breaks the stream ends psql too, whose failure says more.
    const fed = pipeline(source, input).catch(
      (error: unknown) => void input.destroy(error instanceof Error ? error : undefined),
    );
    await run({
      ...{ action: "import", program: "psql", env: at(name), input, ...call },
      args: [...psql, "-v", "VERBOSITY=verbose", "-1", "-o", "/dev/null", "-f", "-", "-c", check],
    });
    await fed;
  };
  /** Work of a client that has gone may go on in the server, and a database in use is not dropped. */
  const end = async (name: DatabaseName, work: Work) => {
    await query("drop", `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`, work);
    await drop(name, work);
  };

  return {
    defaultDatabase: dsn.database,
    dsnOf: (name) => dsn.withDatabase(name),
    async list(work) {
      const sql =
        "SELECT datname, pg_database_size(oid), coalesce(substring(shobj_description(oid, 'pg_database') FROM '^pegboard clone ([0-9a-f-]+)$'), '') FROM pg_database WHERE NOT datistemplate AND has_database_privilege(oid, 'CONNECT') ORDER BY 1";
      return rowsOf(await query("list", sql, work)).map(([name = "", size, mark = ""]) => ({
        name,
        sizeBytes: Number(size),
        unfinished: mark === "" ? null : { kind: "clone", mark },
      }));
    },
    create: async (name, work) => void (await query("create", `CREATE DATABASE ${quoted(name)}`, work)),
    drop,
    ignoresCase: async () => false,
    async undo(name, _unfinished, work) {
      await end(name, work);
      return true;
    },
    async dump(name, wanted, sink, work) {
      if (wanted.length > 0) {
        // Of several names pg_dump leaves out those that are not there.
        const sql =
          "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND pg_table_is_visible(oid) AND relnamespace <> 'pg_catalog'::regnamespace ORDER BY 1";
        const there = rowsOf(await query("dump", sql, work, name)).map(([table = ""]) => table);
        requireTables({ database: name, wanted, there });
      }
      await dump(name, wanted, sink, work);
    },
    keepsPart: async () => false,
    load: (name, source, { signal }) => feed(name, source, { signal, failureOf: failureOfImport }),
    async clone(source, target, work) {
      const isBusy = (error: unknown) =>
        error instanceof Error && error.message.includes("being accessed by other users");
      try {
        const copy = `CREATE DATABASE ${quoted(target)} TEMPLATE ${quoted(source)}`;
        await reportingTime(work, () => query("clone", copy, work));
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      // A template must not be in use, so what is in use is copied by a dump.
      await query("clone", `CREATE DATABASE ${quoted(target)}`, work);
      const comment = (text: string) => query("clone", `COMMENT ON DATABASE ${quoted(target)} IS ${text}`, work);
      try {
        await comment(`'pegboard clone ${ownerMark()}'`);
        await piped(
          work,
          (sink) => dump(source, [], sink, work),
          (from) => feed(target, from, { signal: work.signal }),
        );
        await comment("NULL");
      } catch (error) {
        await undoneAfter(error, "clone", (own) => end(target, own));
      }
    },
    async countRows(name, work) {
      const count = "query_to_xml(format('SELECT count(*) AS c FROM %I.%I', schemaname, relname), false, true, '')";
      const sql = `SELECT relname, (xpath('/row/c/text()', ${count}))[1]::text FROM pg_stat_user_tables ORDER BY 1`;
      return rowsOf(await query("count", sql, work, name)).map(([table = "", rows]) => ({ table, rows: Number(rows) }));
    },
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** psql says the SQLSTATE before the message, and which line of the server's source has raised it. */
function failureOfImport(said: string): ProjectFailure {
  const problem = said.replace(/\nLOCATION: .*/g, "").replace(/(ERROR: +)([0-9A-Z]{5}): /, "$1");
  return importFailure(problem, /ERROR: +([0-9A-Z]{5}): /.exec(said)?.[1]);
}

function rowsOf(text: string): readonly (readonly string[])[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}

/**
 * Forbids psql's own commands, which run programs and reach files: the text is put between restrict and its secret end. Refuses what is no
 * text.
 * @param footer follows what was whole
 */
function withoutCommands(footer: string): Transform {
  const key = randomBytes(16).toString("hex");
  const head = Buffer.from(`\\restrict ${key}\n`);
  let beginning: Buffer | undefined = Buffer.alloc(0);
  let token: string | undefined;
  let tail = "";
  // A dump's own pair would end or be refused by ours; a random word of its first lines names the last.
  const start = (bytes: Buffer): string =>
    bytes
      .toString("latin1")
      // A byte order mark, which psql passes over at the start of its input alone.
      .replace(/^\xEF\xBB\xBF/, "")
      .replace(/^\\restrict ([A-Za-z0-9]+)\r?\n/m, (_, found: string) => {
        token = found;
        return "";
      });
  const end = (text: string): string => (token === undefined ? text : text.replace(`\n\\unrestrict ${token}\n`, "\n"));
  return new Transform({
    construct(done) {
      this.push(head);
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      // psql reads a line only up to it and drops the rest.
      if (chunk.includes(0))
        return done(new ProjectFailure("IMPORT_REFUSED", { problem: "the file is not text: it has a NUL byte" }));
      if (beginning !== undefined) {
        beginning = Buffer.concat([beginning, chunk]);
        if (beginning.length < 4096) return done();
        tail = start(beginning);
        beginning = undefined;
      } else tail += chunk.toString("latin1");
      const text = end(tail);
      const kept = Math.min(text.length, 200);
      this.push(Buffer.from(text.slice(0, text.length - kept), "latin1"));
      tail = text.slice(text.length - kept);
      done();
    },
    flush(done) {
      if (beginning !== undefined) tail = start(beginning);
      this.push(Buffer.from(`${end(tail)}${footer}`, "latin1"));
      done();
    },
  });
}

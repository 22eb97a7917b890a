import { once } from "node:events";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Database } from "../../../sqlite/database.ts";
import { ProjectFailure } from "../../project-config/failure.ts";
import type { Work } from "../engine.ts";
import { requireTables } from "../require-tables.ts";
import { columnsToDump, quoteIdentifier, type TableKind } from "./row-source.ts";
import { rowText } from "./row-text.ts";
import { maxStatementLength } from "./split-statements.ts";

interface Item {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

/** Of a database of UTF-16, hex() has the bytes of that. */
const hexFunction = "pegboard_utf8_hex";
const sliceMs = 10;
const chunkLength = 256 * 1024;

interface Dumped {
  /** Empty: all of them. */
  readonly tables: readonly string[];
  /** Whether the file has a write-ahead log. Its copy in memory, which is read where the folder is read-only, has none. */
  readonly usesLog: boolean;
}

/** The database as SQL, of one unchanging state. Rows are read in slices, between which the event loop has its turn. */
export async function dumpSqlite(
  database: Database,
  name: string,
  { tables, usesLog }: Dumped,
  sink: Writable,
  work: Work,
): Promise<void> {
  database.exec("BEGIN");
  try {
    const items = database
      .prepare<[], Item>('SELECT type, name, tbl_name AS "table", sql FROM sqlite_master ORDER BY rowid')
      .all();
    const kinds = new Map(
      database
        .prepare<[], TableKind>("SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main'")
        .all()
        .map((kind) => [kind.name, kind]),
    );
    const isDumped = ({ name }: Item) => kinds.get(name)?.type !== "shadow" && !name.startsWith("sqlite_");
    const all = items.filter((item) => item.type === "table" && isDumped(item));
    requireTables({ database: name, wanted: tables, there: all.map((item) => item.name) });
    const wanted = tables.length === 0 ? all : all.filter(({ name }) => tables.includes(name));
    const names = new Set(wanted.map(({ name }) => name));
    const write = writerTo(sink, work);
    const isUtf8 = database.pragma("encoding", { simple: true }) === "UTF-8";
    if (!isUtf8)
      database.function(hexFunction, { deterministic: true }, (text) => Buffer.from(String(text)).toString("hex"));
    // SQLite changes to a log only outside a transaction.
    const hasLog = tables.length === 0 && usesLog;
    await write(`PRAGMA foreign_keys=OFF;\n${hasLog ? "PRAGMA journal_mode=WAL;\n" : ""}BEGIN TRANSACTION;\n`);
    for (const fact of tables.length === 0 ? ["user_version", "application_id"] : [])
      await write(`PRAGMA ${fact}=${Number(database.pragma(fact, { simple: true }))};\n`);
    for (const item of wanted) {
      await write(statementOf(item));
      const columns = columnsToDump(database, item, kinds.get(item.name));
      for (const line of insertsOf(database, item.name, columns, isUtf8)) await write(line);
    }
    if (items.some(({ name }) => name === "sqlite_sequence")) {
      await write("DELETE FROM sqlite_sequence;\n");
      for (const line of insertsOf(database, "sqlite_sequence", ["name", "seq"], isUtf8, names)) await write(line);
    }
    const rest = items.filter(
      ({ type, sql, table }) => type !== "table" && sql !== null && (tables.length === 0 || names.has(table)),
    );
    for (const item of rest) await write(statementOf(item));
    await write("COMMIT;\n");
    await write.end();
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
}

/** A comment at the end of what is stored would take the mark that ends the statement. */
function statementOf({ sql }: Item): string {
  return sql?.includes("--") === true ? `${sql}\n;\n` : `${sql ?? ""};\n`;
}

function* insertsOf(
  database: Database,
  table: string,
  columns: readonly string[],
  isUtf8: boolean,
  only?: ReadonlySet<string>,
): Generator<string> {
  if (columns.length === 0) return;
  // quote() stops at a NUL, so a text that holds one is written in hexadecimal: of UTF-8, which is what a new database has.
  const hex = isUtf8 ? "hex" : hexFunction;
  const values = columns.map(
    (column) =>
      `CASE WHEN typeof(${column})='text' AND instr(${column},char(0))>0 THEN 'CAST(X'''||${hex}(${column})||''' AS TEXT)' ELSE quote(${column}) END`,
  );
  const row = values.join("||','||");
  // As bytes: what the library reads as text has lost what is not UTF-8. A database of UTF-16 has other bytes.
  const sql = `SELECT ${isUtf8 ? `CAST(${row} AS BLOB)` : row} FROM ${quoteIdentifier(table)}`;
  const rows = database.prepare<[], string | Uint8Array>(sql).pluck();
  const head = `INSERT INTO ${quoteIdentifier(table)}(${columns.join(",")}) VALUES(`;
  for (const found of rows.iterate()) {
    const text = typeof found === "string" ? found : rowText(found);
    if (only !== undefined && ![...only].some((name) => text.startsWith(`'${name.replaceAll("'", "''")}',`))) continue;
    const line = `${head}${text});\n`;
    if (line.length > maxStatementLength) {
      const problem = `a row of '${table}' is longer than 256 Mi characters of SQL, which no import takes; a clone has it`;
      throw new ProjectFailure("DATABASE_FAILED", { action: "dump", problem });
    }
    yield line;
  }
}

/** Collects lines, waits for the sink, and gives the event loop its turn. */
function writerTo(sink: Writable, { signal }: Work) {
  let chunk: string[] = [];
  let length = 0;
  let sliceEnd = performance.now() + sliceMs;
  let failure: Error | undefined;
  sink.on("error", (error) => {
    failure = error;
  });
  const flush = async () => {
    if (failure !== undefined) throw failure;
    const isFull = !sink.write(chunk.join(""));
    chunk = [];
    length = 0;
    if (isFull) await once(sink, "drain", { signal });
  };
  const write = async (line: string) => {
    chunk.push(line);
    length += line.length;
    if (length >= chunkLength) await flush();
    if (performance.now() < sliceEnd) return;
    await setImmediate(undefined, { signal });
    signal.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  };
  return Object.assign(write, {
    end: async () => {
      await flush();
      sink.end();
    },
  });
}

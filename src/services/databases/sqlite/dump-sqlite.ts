import { once } from "node:events";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Database } from "../../../sqlite/database.ts";
import type { Work } from "../engine.ts";
import { requireTables } from "../require-tables.ts";

interface Item {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

interface Column {
  readonly name: string;
  readonly hidden: number;
}

const sliceMs = 10;
const chunkLength = 256 * 1024;

/** The database as SQL, of one unchanging state. Rows are read in slices, between which the event loop has its turn. */
export async function dumpSqlite(
  database: Database,
  name: string,
  tables: readonly string[],
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
        .prepare<[], { name: string; type: string }>("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
        .all()
        .map(({ name, type }) => [name, type]),
    );
    const isDumped = ({ name }: Item) => kinds.get(name) !== "shadow" && !name.startsWith("sqlite_");
    const all = items.filter((item) => item.type === "table" && isDumped(item));
    requireTables({ database: name, wanted: tables, there: all.map((item) => item.name) });
    const wanted = tables.length === 0 ? all : all.filter(({ name }) => tables.includes(name));
    const names = new Set(wanted.map(({ name }) => name));
    const write = writerTo(sink, work);
    const [version] = database.pragma("user_version") as readonly { readonly user_version: number }[];
    await write("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n");
    if (tables.length === 0) await write(`PRAGMA user_version=${version?.user_version ?? 0};\n`);
    for (const { name, sql } of wanted) {
      await write(`${sql ?? ""};\n`);
      for await (const line of insertsOf(database, name)) await write(line);
    }
    if (items.some(({ name }) => name === "sqlite_sequence")) {
      await write("DELETE FROM sqlite_sequence;\n");
      for await (const line of insertsOf(database, "sqlite_sequence", names)) await write(line);
    }
    const rest = items.filter(
      ({ type, sql, table }) => type !== "table" && sql !== null && (tables.length === 0 || names.has(table)),
    );
    for (const { sql } of rest) await write(`${sql ?? ""};\n`);
    await write("COMMIT;\n");
    await write.end();
  } finally {
    database.exec("ROLLBACK");
  }
}

function* insertsOf(database: Database, table: string, only?: ReadonlySet<string>): Generator<string> {
  const columns = database
    .prepare<[string], Column>("SELECT name, hidden FROM pragma_table_xinfo(?)")
    .all(table)
    .filter(({ hidden }) => hidden === 0)
    .map(({ name }) => quoteIdentifier(name));
  if (columns.length === 0) return;
  // quote() stops at a NUL, so a text that holds one is written in hexadecimal.
  const values = columns.map(
    (column) =>
      `CASE WHEN typeof(${column})='text' AND instr(${column},char(0))>0 THEN 'CAST(X'''||hex(${column})||''' AS TEXT)' ELSE quote(${column}) END`,
  );
  const rows = database.prepare<[], string>(`SELECT ${values.join("||','||")} FROM ${quoteIdentifier(table)}`).pluck();
  const head = `INSERT INTO ${quoteIdentifier(table)}(${columns.join(",")}) VALUES(`;
  for (const row of rows.iterate()) {
    if (only !== undefined && ![...only].some((name) => row.startsWith(`'${name.replaceAll("'", "''")}',`))) continue;
    yield `${head}${row});\n`;
  }
}

/** An identifier by SQLite's rule. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
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

import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { type Database, isSqliteError } from "../../../sqlite/database.ts";
import { ProjectFailure } from "../../project-config/failure.ts";
import type { Work } from "../engine.ts";
import { verdictOf } from "./refused-statement.ts";
import { type SqlStatement, type StatementSplitter, splitStatements } from "./split-statements.ts";

const sliceMs = 10;

/** Runs SQL in one transaction: all of it or none of it. */
export async function loadSqlite(database: Database, source: Readable, { signal, notice }: Work): Promise<void> {
  const splitter = splitStatements();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let sliceEnd = performance.now() + sliceMs;
  let number = 0;
  let hasLog = false;
  const run = async (statement: SqlStatement) => {
    number += 1;
    const verdict = verdictOf(statement);
    if (verdict === "refuse") {
      const problem = `statement ${number}: ${statement.words[0] ?? ""} is not run from a file`;
      throw new ProjectFailure("IMPORT_REFUSED", { problem });
    }
    if (verdict === "log") hasLog = true;
    if (verdict === "run") {
      try {
        database.exec(statement.sql);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const problem = `statement ${number}: ${reason}`;
        if (isOfStatement(error)) throw new ProjectFailure("IMPORT_REFUSED", { problem }, { cause: error });
        // Of the file or its disk, whichever statement it was.
        if (isSqliteError(error)) throw error;
        throw new ProjectFailure("DATABASE_FAILED", { action: "import", problem }, { cause: error });
      }
    }
    if (performance.now() < sliceEnd) return;
    await setImmediate(undefined, { signal });
    sliceEnd = performance.now() + sliceMs;
  };
  database.pragma("foreign_keys = OFF");
  database.exec("BEGIN IMMEDIATE");
  try {
    for await (const bytes of source) {
      for (const statement of split(splitter, decode(decoder, bytes as Buffer))) await run(statement);
      signal.throwIfAborted();
    }
    split(splitter, decode(decoder, undefined));
    const last = splitter.end();
    if (last !== undefined) await run(last);
    database.exec("COMMIT");
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
  }
  if (hasLog) makeLog(database, notice);
}

/** All rows are there by now, so a database that others use, which can't be changed, is not a failure. */
function makeLog(database: Database, notice: Work["notice"]): void {
  try {
    database.pragma("journal_mode = WAL");
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    notice(
      `all was imported, but the database has no write-ahead log, unlike the one that was dumped (${error.message})`,
    );
  }
}

function split(splitter: StatementSplitter, text: string): readonly SqlStatement[] {
  try {
    return splitter.push(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ProjectFailure("IMPORT_REFUSED", { problem: error.message }, { cause: error });
  }
}

function decode(decoder: TextDecoder, bytes: Buffer | undefined): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (error) {
    const problem = "the file is not UTF-8 text";
    throw new ProjectFailure("IMPORT_REFUSED", { problem }, { cause: error });
  }
}

/** Others, such as a full disk or a lock, may be gone at the next call. */
function isOfStatement(error: unknown): boolean {
  return isSqliteError(error) && /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|TOOBIG)/.test(error.code);
}

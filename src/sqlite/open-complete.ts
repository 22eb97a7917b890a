import { open, readFile, stat } from "node:fs/promises";
import { type Database, type Sqlite, SqliteError } from "./database.ts";

/**
 * Opens a copy in memory of a file without a log, which is complete: nothing is written beside it.
 * @returns undefined: there is a log
 * @throws SqliteError SQLITE_BUSY where the file changed meanwhile
 */
export async function openComplete(sqlite: Sqlite, path: string): Promise<Database | undefined> {
  if (await hasLog(path)) return undefined;
  const before = await stat(path);
  const bytes = await readFile(path);
  const after = await stat(path);
  if (before.mtimeMs !== after.mtimeMs || before.size !== bytes.length || (await hasLog(path))) {
    throw new SqliteError("the file changed while it was read", "SQLITE_BUSY");
  }
  // "Uses no log": @see https://www.sqlite.org/c3ref/deserialize.html
  bytes.fill(1, 18, 20);
  return sqlite.openBytes(bytes);
}

/**
 * Whether a file is in the mode with a write-ahead log, which is also so while the log is empty.
 * @see https://www.sqlite.org/fileformat.html#file_format_version_numbers
 */
export async function usesLog(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return bytesRead === 20 && buffer[18] === 2;
  } finally {
    await file.close();
  }
}

async function hasLog(path: string): Promise<boolean> {
  const log = await stat(`${path}-wal`).catch(() => undefined);
  return log !== undefined && log.size > 0;
}

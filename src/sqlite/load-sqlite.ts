import { errorCode } from "../disk/disk-errors.ts";
import type { Sqlite } from "./database.ts";

/** Neither library can be used; its message says what to do. */
export class SqliteMissing extends Error {}

/**
 * Loads a library of SQLite: better-sqlite3 where it is installed and was built for this Node, else the one of Node itself.
 * @throws SqliteMissing
 */
export async function loadSqlite(): Promise<Sqlite> {
  const { found, problem } = await betterSqlite();
  if (found !== undefined) return found;
  const { findNodeSqlite } = await import("./node-sqlite.ts");
  const builtin = findNodeSqlite();
  if (builtin !== undefined) return builtin;
  const repair =
    problem === undefined
      ? "install better-sqlite3 beside pegboard (npm install better-sqlite3)"
      : "run 'npm rebuild better-sqlite3'";
  const reason = problem === undefined ? "" : "better-sqlite3 was not built for this Node; ";
  throw new SqliteMissing(`${reason}${repair}, or use Node 22.16 or newer, which has SQLite`, { cause: problem });
}

async function betterSqlite(): Promise<{ readonly found?: Sqlite; readonly problem?: Error }> {
  try {
    const { betterSqlite } = await import("./better-sqlite3.ts");
    return { found: betterSqlite };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = errorCode(error) ?? "";
    // The second is what `require` says, by which the built program loads it.
    if (["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes(code)) return {};
    // The second: Node was started with --no-addons.
    const isUnbuilt =
      ["ERR_DLOPEN_FAILED", "ERR_DLOPEN_DISABLED"].includes(code) ||
      error.message.startsWith("Could not locate the bindings file");
    if (!isUnbuilt) throw error;
    return { problem: error };
  }
}

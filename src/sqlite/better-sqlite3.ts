import Better from "better-sqlite3";
import { isSqliteError, type Sqlite } from "./database.ts";

export const betterSqlite: Sqlite = {
  open: (path, { readonly = false, create = false } = {}) =>
    new Better(path, { readonly, fileMustExist: !create, timeout: 0 }),
  openBytes: (bytes) => new Better(bytes, { readonly: true }),
};

// The compiled part is loaded with the first connection; where it was built for another Node, loading this module fails.
try {
  betterSqlite.open(":memory:", { create: true }).close();
} catch (error) {
  // An error of SQLite itself, such as too little memory, shows that it was loaded; the database to open reports it.
  if (!isSqliteError(error)) throw error;
}

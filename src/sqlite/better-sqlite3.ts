import Better from "better-sqlite3";
import type { Sqlite } from "./database.ts";

export const betterSqlite: Sqlite = {
  open: (path, { readonly = false, create = false } = {}) =>
    new Better(path, { readonly, fileMustExist: !create, timeout: 0 }),
  openBytes: (bytes) => new Better(bytes, { readonly: true }),
};

// The compiled part is loaded with the first connection; where it was built for another Node, loading this module fails.
betterSqlite.open(":memory:", { create: true }).close();

import type { Database } from "../src/sqlite/database.ts";
import { loadSqlite } from "../src/sqlite/load-sqlite.ts";
import type { NodeSqlite } from "../src/sqlite/node-builtin.ts";

const sqlite = await loadSqlite();

/** Opens a database beside the product, with the library that the product takes: not each one that is installed works with each Node. */
export function openDatabase(path: string, { readonly = false } = {}): Database {
  const database = sqlite.open(path, { readonly, create: !readonly });
  database.pragma("busy_timeout = 5000");
  return database;
}

const opened: Database = sqlite.open(":memory:", { create: true });
const ofPackage: object = Object.getPrototypeOf(opened);
opened.close();

/** Whether the SQLite is the one of Node itself. */
export const isNodesOwn = !hasPrepare(ofPackage);

/** What prepares the statements of every connection. */
export function preparer(): { prepare(sql: string): unknown } {
  if (hasPrepare(ofPackage)) return ofPackage;
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite") as NodeSqlite;
  return Object.getPrototypeOf(new DatabaseSync(":memory:"));
}

function hasPrepare(object: object): object is { prepare(sql: string): unknown } {
  return "prepare" in object;
}

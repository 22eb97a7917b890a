import { errorCode } from "../../disk/disk-errors.ts";
import { databaseUnavailable } from "./database-unavailable.ts";

/**
 * Turns errors about the file, the disk or a lock into one sentence for the operator. Any other error, such as a broken
 * constraint, is internal and returned as it is.
 * @see https://www.sqlite.org/rescode.html
 */
export function toHostUnavailable(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = errorCode(error) ?? "";
  const [, retry, problem] = reasons.find(([primary]) => matches(code, primary)) ?? [];
  if (retry === undefined || problem === undefined) return error;
  return databaseUnavailable(path, problem, retry, error);
}

/** Primary codes, and what is wrong with the database. */
const reasons: readonly (readonly [code: string, retry: "later" | "never", problem: string])[] = [
  ["SQLITE_BUSY", "later", "is locked by another process; nothing was changed, so wait a moment and call again"],
  ["SQLITE_LOCKED", "later", "is locked by another connection; try again later"],
  ["SQLITE_PROTOCOL", "later", "could not be locked; nothing was changed, so wait a moment and call again"],
  ["SQLITE_NOTADB", "never", "is not a database; set PEGBOARD_DB to another file"],
  ["SQLITE_CORRUPT", "never", "is damaged; restore it from a copy"],
  ["SQLITE_READONLY", "never", "is read-only; make the file and its folder writable"],
  ["SQLITE_CANTOPEN", "never", "can't be opened; check the permissions of the file and its folder"],
  ["SQLITE_PERM", "never", "can't be opened; check the permissions of the file and its folder"],
  ["SQLITE_NOLFS", "never", "has become larger than its file system allows; move it to another one"],
  ["SQLITE_TOOBIG", "never", "can't hold a value of that size; nothing was changed"],
  ["SQLITE_FULL", "later", "is on a full disk; nothing was changed, and writes work again when there is space"],
  ["SQLITE_IOERR", "later", "can't be read or written, because its disk fails; nothing was changed"],
  ["SQLITE_NOMEM", "later", "has too little memory; nothing was changed, so try again later"],
  // Of the system, before SQLite has the file.
  ["EIO", "later", "can't be read or written, because its disk fails; nothing was changed"],
  ["ENOMEM", "later", "has too little memory; nothing was changed, so try again later"],
  ["EMFILE", "later", "can't be opened, because too many files are open; nothing was changed, so try again later"],
  ["ENFILE", "later", "can't be opened, because too many files are open; nothing was changed, so try again later"],
  ["EACCES", "never", "can't be opened; check the permissions of the file and its folder"],
];

/** Extended codes carry the primary one in front: SQLITE_BUSY_SNAPSHOT. */
function matches(code: string, primary: string): boolean {
  return code === primary || code.startsWith(`${primary}_`);
}

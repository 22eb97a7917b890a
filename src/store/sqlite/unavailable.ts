import { errorCode } from "../../disk/disk-errors.ts";
import { HostUnavailable } from "../../runtime/errors.ts";

/**
 * Turns errors about the file, the disk or a lock into one sentence for the operator. Any other error, such as a broken
 * constraint, is internal and returned as it is.
 * @see https://www.sqlite.org/rescode.html
 */
export function toHostUnavailable(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = errorCode(error) ?? "";
  // Both come from loading the compiled part of the library.
  if (code === "ERR_DLOPEN_FAILED" || error.message.startsWith("Could not locate the bindings file")) {
    const sentence = "better-sqlite3 was not built for this Node; run 'npm rebuild better-sqlite3'";
    return new HostUnavailable(sentence, "never", { cause: error });
  }
  const [, retry, message] = reasons.find(([primary]) => matches(code, primary)) ?? [];
  if (retry === undefined || message === undefined) return error;
  // A function, because `$` in a replacement text has a meaning.
  return new HostUnavailable(
    message.replace("{path}", () => path),
    retry,
    { cause: error },
  );
}

/** Primary codes; `{path}` is the file. */
const reasons: readonly (readonly [code: string, retry: "later" | "never", message: string])[] = [
  [
    "SQLITE_BUSY",
    "later",
    "the database '{path}' is locked by another process; nothing was changed, so wait a moment and call again",
  ],
  ["SQLITE_LOCKED", "later", "the database '{path}' is locked by another connection; try again later"],
  ["SQLITE_NOTADB", "never", "'{path}' is not a database; set PEGBOARD_DB to another file"],
  ["SQLITE_CORRUPT", "never", "the database '{path}' is damaged; restore it from a copy"],
  ["SQLITE_READONLY", "never", "the database '{path}' is read-only; make the file and its folder writable"],
  [
    "SQLITE_CANTOPEN",
    "never",
    "the database '{path}' can't be opened; check the permissions of the file and its folder",
  ],
  ["SQLITE_PERM", "never", "the database '{path}' can't be opened; check the permissions of the file and its folder"],
  ["SQLITE_FULL", "later", "the disk with the database '{path}' is full; free some space"],
  ["SQLITE_IOERR", "later", "the disk with the database '{path}' can't be read or written"],
];

/** Extended codes carry the primary one in front: SQLITE_BUSY_SNAPSHOT. */
function matches(code: string, primary: string): boolean {
  return code === primary || code.startsWith(`${primary}_`);
}

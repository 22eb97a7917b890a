import { HostUnavailable } from "../../runtime/errors.ts";

/**
 * Turns errors about the file, the disk or a lock into one sentence for the operator. Any other error, such as a broken
 * constraint, is internal and returned as it is.
 * @see https://www.sqlite.org/rescode.html
 */
export function toHostUnavailable(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  // Both come from loading the compiled part of the library.
  if (codeOf(error) === "ERR_DLOPEN_FAILED" || error.message.startsWith("Could not locate the bindings file")) {
    const sentence = "better-sqlite3 was not built for this Node; run 'npm rebuild better-sqlite3'";
    return new HostUnavailable(sentence, "never", { cause: error });
  }
  const reason = reasons.find(({ code }) => matches(codeOf(error), code));
  return reason === undefined ? error : new HostUnavailable(reason.message(path), reason.retry, { cause: error });
}

const reasons = [
  {
    code: "SQLITE_BUSY",
    retry: "later",
    message: (path: string) =>
      `the database '${path}' is locked by another process; end that process or try again later`,
  },
  {
    code: "SQLITE_LOCKED",
    retry: "later",
    message: (path: string) => `the database '${path}' is locked by another connection; try again later`,
  },
  {
    code: "SQLITE_NOTADB",
    retry: "never",
    message: (path: string) => `'${path}' is not a database; set PEGBOARD_DB to another file`,
  },
  {
    code: "SQLITE_CORRUPT",
    retry: "never",
    message: (path: string) => `the database '${path}' is damaged; restore it from a copy`,
  },
  {
    code: "SQLITE_READONLY",
    retry: "never",
    message: (path: string) => `the database '${path}' is read-only; make the file and its folder writable`,
  },
  {
    code: "SQLITE_CANTOPEN",
    retry: "never",
    message: (path: string) => `the database '${path}' can't be opened; look at the rights of the file and its folder`,
  },
  {
    code: "SQLITE_PERM",
    retry: "never",
    message: (path: string) => `the database '${path}' can't be opened; look at the rights of the file and its folder`,
  },
  {
    code: "SQLITE_FULL",
    retry: "later",
    message: (path: string) => `the disk that holds the database '${path}' is full; make room`,
  },
  {
    code: "SQLITE_IOERR",
    retry: "later",
    message: (path: string) => `the disk that holds the database '${path}' can't be read or written`,
  },
] as const;

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Extended codes carry the primary one in front: SQLITE_BUSY_SNAPSHOT. */
function matches(code: string, primary: string): boolean {
  return code === primary || code.startsWith(`${primary}_`);
}

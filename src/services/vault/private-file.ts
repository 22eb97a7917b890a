import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { errorCode, isAbsent, reasonOf } from "../../disk/disk-errors.ts";

/** A secret is short; a longer file is none. */
const maxBytes = 4096;

export type PrivateFile =
  | { readonly status: "read"; readonly text: string; readonly mark: string }
  | { readonly status: "absent" }
  /** `problem` ends a sentence that begins with the path. */
  | { readonly status: "refused"; readonly problem: string };

/**
 * Reads a file that only its owner may read: no link, a regular file, of this user or of root, closed to group and others. On
 * Windows, where files have no such mode, only the first two are checked.
 * @param known the mark of a file that was read before: then it is not read again
 */
export function readPrivateFile(path: string, known?: string): PrivateFile | { readonly status: "unchanged" } {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isAbsent(error)) return { status: "absent" };
    const problem = errorCode(error) === "ELOOP" ? "is a link" : `can't be read: ${reasonOf(error)}`;
    return { status: "refused", problem };
  }
  try {
    const state = fstatSync(file);
    const problem = problemOf(state);
    if (problem !== undefined) return { status: "refused", problem };
    const mark = `${state.dev} ${state.ino} ${state.size} ${state.mtimeMs} ${state.ctimeMs}`;
    if (mark === known) return { status: "unchanged" };
    return { status: "read", text: readFileSync(file, "utf8"), mark };
  } finally {
    closeSync(file);
  }
}

function problemOf(state: Stats): string | undefined {
  if (!state.isFile()) return "is not a regular file";
  if (state.size > maxBytes) return `has more than ${maxBytes} bytes`;
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (state.uid !== user && state.uid !== 0) return "belongs to another user";
  return (state.mode & 0o077) === 0 ? undefined : "is open to other users; chmod 600 closes it";
}

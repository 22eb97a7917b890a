import { constants } from "node:fs";
import { access, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { HostUnavailable } from "../../runtime/errors.ts";

/**
 * Sees to it that there is a file which SQLite may open, without touching one that is there. What is made is the
 * user's alone: the folder 0700, the file 0600 (SQLite gives its companion files the same rights).
 * @throws HostUnavailable when the path is a folder, or rights are missing
 */
export async function prepareFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw refused(error, path);
  });
  if (found === undefined) return await createFile(path);
  if (found.isDirectory()) {
    throw new HostUnavailable(`'${path}' is a folder, not a database; set PEGBOARD_DB to a file in it`, "never");
  }
  if (!found.isFile()) {
    throw new HostUnavailable(`'${path}' is not a regular file; set PEGBOARD_DB to another file`, "never");
  }
  await mayWrite(path, path);
  // Beside the file SQLite keeps its log and its locks.
  await mayWrite(dirname(path), path);
}

async function createFile(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, "a", 0o600);
    await file.close();
  } catch (error) {
    throw refused(error, path);
  }
}

async function mayWrite(target: string, path: string): Promise<void> {
  await access(target, constants.R_OK | constants.W_OK).catch((error: unknown) => {
    throw new HostUnavailable(`the database '${path}' is read-only; make the file and its folder writable`, "never", {
      cause: error,
    });
  });
}

function refused(error: unknown, path: string): HostUnavailable {
  const sentences: Record<string, string> = {
    EACCES: `the database '${path}' can't be opened: permission denied`,
    EPERM: `the database '${path}' can't be opened: permission denied`,
    ENOENT: `the database '${path}' can't be made: its folder takes no files`,
    EROFS: `the database '${path}' can't be made: the file system is read-only`,
    ENOSPC: `the database '${path}' can't be made: the disk is full`,
    ENOTDIR: `the database '${path}' can't be made: a part of its path is a file, not a folder`,
    EEXIST: `the database '${path}' can't be made: a part of its path is a file, not a folder`,
    ENAMETOOLONG: `the database '${path}' can't be made: its path is too long`,
  };
  const code = codeOf(error);
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return new HostUnavailable(sentence ?? `the database '${path}' can't be opened: ${code}`, "never", { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN";
}

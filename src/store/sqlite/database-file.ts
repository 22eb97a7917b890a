import { constants } from "node:fs";
import { access, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../../disk/disk-errors.ts";
import { HostUnavailable } from "../../runtime/errors.ts";

export type Access = "read write" | "read only";

/**
 * Creates the file for SQLite where it is absent; an existing one is not changed. Folder and file belong to the user alone: 0700 and
 * 0600 (SQLite gives its companion files the same rights).
 * @returns how it may be used
 * @throws HostUnavailable when the path is a folder, or the file can't be read or created
 */
export async function prepareFile(path: string): Promise<Access> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw refused(error, path);
  });
  if (found === undefined) {
    await createFile(path);
    return "read write";
  }
  if (found.isDirectory()) {
    throw new HostUnavailable(`'${path}' is a folder, not a database; set PEGBOARD_DB to a file in it`, "never");
  }
  if (!found.isFile()) {
    throw new HostUnavailable(`'${path}' is not a regular file; set PEGBOARD_DB to another file`, "never");
  }
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw refused(error, path);
  });
  // SQLite keeps its log and its locks beside the file.
  const mayWrite = await Promise.all([path, dirname(path)].map(isWritable));
  return mayWrite.every(Boolean) ? "read write" : "read only";
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

async function isWritable(target: string): Promise<boolean> {
  try {
    await access(target, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    // For any reason: the file is read in another way then.
    return false;
  }
}

function refused(error: unknown, path: string): HostUnavailable {
  const sentences: Record<string, string> = {
    EACCES: `the database '${path}' can't be opened: permission denied`,
    EPERM: `the database '${path}' can't be opened: permission denied`,
    ENOENT: `the database '${path}' can't be created: its folder does not allow new files`,
    EROFS: `the database '${path}' can't be created: the file system is read-only`,
    ENOSPC: `the database '${path}' can't be created: the disk is full`,
    ENOTDIR: `the database '${path}' can't be created: a part of its path is a file, not a folder`,
    EEXIST: `the database '${path}' can't be created: a part of its path is a file, not a folder`,
    ENAMETOOLONG: `the database '${path}' can't be created: its path is too long`,
  };
  const code = errorCode(error) ?? "UNKNOWN";
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return new HostUnavailable(sentence ?? `the database '${path}' can't be opened: ${code}`, "never", { cause: error });
}

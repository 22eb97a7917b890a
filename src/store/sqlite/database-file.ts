import { constants } from "node:fs";
import { access, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../../disk/disk-errors.ts";
import { HostUnavailable } from "../../runtime/errors.ts";
import { databaseUnavailable } from "./database-unavailable.ts";
import { toHostUnavailable } from "./unavailable.ts";

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
    throw databaseUnavailable(path, "is a folder; set PEGBOARD_DB to a file in it", "never");
  }
  if (!found.isFile()) {
    throw databaseUnavailable(path, "is not a regular file; set PEGBOARD_DB to another file", "never");
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
  const problems: Record<string, string> = {
    EACCES: "can't be opened: permission denied",
    EPERM: "can't be opened: permission denied",
    ENOENT: "can't be created: its folder does not allow new files",
    EROFS: "can't be created: the file system is read-only",
    ENOSPC: "can't be created: the disk is full",
    ENOTDIR: "can't be created: a part of its path is a file, not a folder",
    EEXIST: "can't be created: a part of its path is a file, not a folder",
    ENAMETOOLONG: "can't be created: its path is too long",
  };
  const code = errorCode(error) ?? "UNKNOWN";
  const retry = code === "ENOSPC" ? "later" : "never";
  if (Object.hasOwn(problems, code)) return databaseUnavailable(path, `${problems[code]}`, retry, error);
  const known = toHostUnavailable(error, path);
  return known instanceof HostUnavailable
    ? known
    : databaseUnavailable(path, `can't be opened: ${code}`, "never", error);
}

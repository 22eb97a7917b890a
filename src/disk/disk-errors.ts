import { lstatSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";

/** The reason in few words: of an error of the system "EACCES: permission denied", without call and path; of others the whole message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "syscall" in error ? error.message.replace(/, \w+( '.*)?$/s, "") : error.message;
}

/** The system's code, such as "ENOENT". */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** There is nothing at the path, or a file where a folder should be. */
export function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** For `catch`: what is not there is undefined; any other failure stays one. */
export function unlessAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
  return undefined;
}

/** Is anything at a path? Links are not followed. */
export function isThereSync(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return false;
  }
}

/** The folder and those above it that are not there, the outermost first. */
export async function missingFolders(folder: string): Promise<readonly string[]> {
  if ((await lstat(folder).catch(unlessAbsent)) !== undefined) return [];
  return [...(await missingFolders(dirname(folder))), folder];
}

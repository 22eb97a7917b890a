import { lstat } from "node:fs/promises";
import { dirname } from "node:path";

/** The system's reason in few words: "EACCES: permission denied", without call and path. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/, \w+( '.*)?$/s, "");
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

/** The folder and those above it that are not there, the outermost first. */
export async function missingFolders(folder: string): Promise<readonly string[]> {
  if ((await lstat(folder).catch(unlessAbsent)) !== undefined) return [];
  return [...(await missingFolders(dirname(folder))), folder];
}

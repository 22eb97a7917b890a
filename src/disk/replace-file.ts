import { randomUUID } from "node:crypto";
import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a file beside its place and renames it there: a reader sees the old text or the new one, never half of it. A link
 * at the path is replaced, not followed. The folder must exist.
 * @param mode permissions of the new file, which it has from the start; those of any new file when absent
 */
export async function replaceFile(path: string, contents: string | Uint8Array, mode?: number): Promise<void> {
  const beside = await writeBeside(path, contents, mode);
  await rename(beside, path).catch(async (error: unknown) => {
    await rm(beside, { force: true });
    throw error;
  });
}

/** The first half of it. @returns where the contents wait to be renamed */
export async function writeBeside(path: string, contents: string | Uint8Array, mode?: number): Promise<string> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, contents, { flag: "wx", ...(mode === undefined ? {} : { mode }) });
    // The process's mask may have taken something off.
    if (mode !== undefined) await chmod(beside, mode);
    return beside;
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

import { randomUUID } from "node:crypto";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a file beside its place and renames it there: a reader sees the old text or the new one, never half of it.
 * Missing folders are made; a link at the path is replaced, not followed.
 * @param mode permissions of the new file; those of any new file when absent
 */
export async function replaceFile(path: string, contents: string | Uint8Array, mode?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, contents);
    if (mode !== undefined) await chmod(beside, mode);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
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

/** What the system says of a file right after it was written. */
export interface WrittenState {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

/**
 * The same as `replaceFile`, at once: thousands of small files take a third of the time, and nothing else can run meanwhile.
 * @throws what the system says; then the file is as it was
 */
export function replaceFileSync(path: string, contents: string | Uint8Array): WrittenState {
  const { beside, state } = writeBesideSync(path, contents);
  try {
    renameSync(beside, path);
    return state;
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** The first half of it. @returns where the contents wait to be renamed */
export function writeBesideSync(
  path: string,
  contents: string | Uint8Array,
): { readonly beside: string; readonly state: WrittenState } {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    return { beside, state: writeNewSync(beside, contents) };
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Writes a file that is not there yet. @throws what the system says, EEXIST when it is */
export function writeNewSync(path: string, contents: string | Uint8Array): WrittenState {
  const file = openSync(path, "wx");
  try {
    const bytes = typeof contents === "string" ? Buffer.from(contents) : contents;
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    const { mtimeMs, size, ino } = fstatSync(file);
    return { mtimeMs, size, ino };
  } finally {
    closeSync(file);
  }
}

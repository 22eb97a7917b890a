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

/** Bytes, a text, or a text in pieces. */
type Contents = string | Uint8Array | readonly string[];

/**
 * The same as `replaceFile`, at once: thousands of small files take a third of the time, and nothing else can run meanwhile.
 * @param mode permissions of the new file, as far as the process's mask leaves them; those of any new file when absent
 * @throws what the system says; then the file is as it was
 */
export function replaceFileSync(path: string, contents: Contents, mode?: number): WrittenState {
  const { beside, state } = writeBesideSync(path, contents, mode);
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
  contents: Contents,
  mode?: number,
): { readonly beside: string; readonly state: WrittenState } {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  return { beside, state: writeNewSync(beside, contents, mode) };
}

/** Writes a file that is not there yet. @throws what the system says, EEXIST when it is; no part of what could not be written is left */
export function writeNewSync(path: string, contents: Contents, mode?: number): WrittenState {
  const file = openSync(path, "wx", mode);
  try {
    if (contents instanceof Uint8Array) writeBytes(file, contents);
    else writePieces(file, typeof contents === "string" ? [contents] : contents);
    const { mtimeMs, size, ino } = fstatSync(file);
    return { mtimeMs, size, ino };
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Pieces are encoded into one buffer: a large file has many thousands, and a buffer for each would take longer than writing them. */
function writePieces(file: number, pieces: readonly string[]): void {
  encoded ??= Buffer.allocUnsafeSlow(512 * 1024);
  let used = 0;
  for (const piece of pieces) {
    const most = piece.length * maxBytesOfUnit;
    if (used > 0 && used + most > encoded.length) {
      writeBytes(file, encoded.subarray(0, used));
      used = 0;
    }
    if (most > encoded.length) writeBytes(file, Buffer.from(piece));
    else used += encoded.write(piece, used);
  }
  if (used > 0) writeBytes(file, encoded.subarray(0, used));
}

/** In UTF-8, of a code unit. */
const maxBytesOfUnit = 3;
let encoded: Buffer | undefined;

function writeBytes(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

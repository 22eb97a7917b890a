import { createHash, hash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../disk/replace-file.ts";
import type { StoredFinding } from "./stored-findings.ts";

// What a run of `generate` leaves in the user's cache when it has nothing more to do, so that the next run sees that nothing has
// changed since. A stamp that can't be read or written is none: then everything is compiled again.

export interface Stamp {
  /** The program that wrote it, and the emitters that were asked for. Another one may write other files. */
  readonly maker: string;
  /** Files that it read and wrote, sorted by path. */
  readonly files: readonly StampedFile[];
  /** Files that must be there, whatever they contain. */
  readonly present: readonly string[];
  /** The number of files that `generate` answers for. */
  readonly outputs: number;
  /** No errors: a run with errors leaves no stamp. */
  readonly findings: readonly StoredFinding[];
}

export interface StampedFile {
  readonly path: string;
  /** Milliseconds, milliseconds, bytes and a number; `undefined` where the contents may have changed without a trace. */
  readonly state: readonly [mtimeMs: number, ctimeMs: number, size: number, ino: number] | undefined;
  /** Of the contents, by `contentHash`. */
  readonly hash: string;
}

/** @param contents bytes, a text, or a text in pieces */
export function contentHash(contents: string | Uint8Array | readonly string[]): string {
  if (typeof contents === "string" || contents instanceof Uint8Array) return hash("sha1", contents, "base64");
  const whole = createHash("sha1");
  for (const piece of contents) whole.update(piece);
  return whole.digest("base64");
}

/** Above it, the ones that were not used for the longest time are removed. */
const maxStamps = 64;

export async function readStamp(folder: string, root: string): Promise<Stamp | undefined> {
  try {
    const text = await readFile(join(folder, nameOf(root)), "utf8");
    const end = text.indexOf("\n");
    const body = text.slice(end + 1);
    if (end === -1 || text.slice(0, end) !== contentHash(body)) return undefined;
    // The hash says that this is what `writeStamp` wrote; the maker, which the caller compares, says in which form.
    return JSON.parse(body) as Stamp;
  } catch {
    // Not there, or not readable: to be thrown away at any time is what a cache is for.
    return undefined;
  }
}

/** @returns whether it could be written */
export async function writeStamp(folder: string, root: string, stamp: Stamp): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const body = JSON.stringify(stamp);
    await replaceFile(join(folder, nameOf(root)), `${contentHash(body)}\n${body}`, 0o600);
    await removeOldest(folder);
    return true;
  } catch {
    // A full or read-only disk: the next run takes longer, and that is all.
    return false;
  }
}

/** A folder that moved has no stamp: its findings would name the old place. */
function nameOf(root: string): string {
  return `${createHash("sha256").update(root).digest("hex").slice(0, 32)}.json`;
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= maxStamps) return;
  const dated = await Promise.all(
    names.map(async (name) => ({ name, mtimeMs: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.mtimeMs - a.mtimeMs).slice(maxStamps);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}

import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, isAbsent, unlessAbsent } from "../../disk/disk-errors.ts";
import { hasEnded, ownerMark } from "../../process/process-owner.ts";

/** Longer than any command may take (`timeout` of the configuration), so what was not written since belongs to nothing that runs. */
const staleMs = 24 * 60 * 60 * 1000 + 60_000;

const temporary =
  /^\..+?\.(?:([0-9a-f]{8}-\d+-\d*)\.)?[0-9a-f]{8}-[0-9a-f-]{27}\.(?:tmp|dropped)(?:-wal|-shm|-journal)?$/;

/** A name beside what it becomes; it says whose it is. */
export function temporaryPath(folder: string, name: string, ending: "tmp" | "dropped"): string {
  return join(folder, `.${name}.${ownerMark()}.${randomUUID()}.${ending}`);
}

/** Removes temporary files of this program whose process has ended; those of other machines after a day. */
export async function removeStale(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  for (const name of names) {
    const found = temporary.exec(name);
    if (found === null) continue;
    const path = join(folder, name);
    const [, mark] = found;
    const state = await stat(path).catch(unlessAbsent);
    const isStale = (mark !== undefined && hasEnded(mark)) || (state !== undefined && now - state.mtimeMs > staleMs);
    if (!isStale) continue;
    await rm(path, { force: true }).catch((error: unknown) => {
      // What is in a folder that may only be read stays, and all else there can be read.
      if (!["EACCES", "EPERM", "EROFS"].includes(errorCode(error) ?? "")) throw error;
    });
  }
}

import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAbsent, unlessAbsent } from "../../disk/disk-errors.ts";

/** Longer than any command may take (`timeout` of the configuration), so what was not written since belongs to nothing that runs. */
const staleMs = 24 * 60 * 60 * 1000 + 60_000;

const temporary = /^\..+\.[0-9a-f]{8}-[0-9a-f-]{27}\.(?:tmp|dropped)(?:-wal|-shm|-journal)?$/;

/** Removes temporary files of this program that a kill has left. */
export async function removeStale(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  for (const name of names.filter((one) => temporary.test(one))) {
    const path = join(folder, name);
    const state = await stat(path).catch(unlessAbsent);
    if (state !== undefined && now - state.mtimeMs > staleMs) await rm(path, { force: true });
  }
}

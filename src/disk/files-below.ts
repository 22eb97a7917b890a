import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { unlessAbsent } from "./disk-errors.ts";

/**
 * The files below a folder. Links are among them and are not followed, as `readdir` with `recursive` does since Node 26.
 * @returns paths from the folder, with `/`, in no order
 * @throws what the system says, also where there is no such folder
 */
export async function filesBelow(folder: string, below = ""): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      // A folder may go meanwhile.
      return entry.isDirectory() ? ((await filesBelow(folder, path).catch(unlessAbsent)) ?? []) : [path];
    }),
  );
  return lists.flat();
}

// What writing a build does to the folder it goes to.
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unlessAbsent } from "../disk/disk-errors.ts";
import { readBuildManifest } from "../shell/catalog/built-catalog.ts";
import { CliError, failsWith } from "../terminal/cli-error.ts";
import type { FileChange } from "./change-set.ts";

/**
 * What the build does to its folder: only files that an earlier build has listed are replaced or removed.
 * @throws CliError when a file is in the way that no build has written
 */
export async function planBuild(
  root: string,
  out: string,
  files: ReadonlyMap<string, string>,
): Promise<readonly FileChange[]> {
  const listed = new Set(await readBuildManifest(join(root, out)));
  const changes: FileChange[] = [];
  for (const [name, after] of files) {
    const before = await readPresent(root, `${out}/${name}`);
    if (before !== undefined && !listed.has(name)) {
      throw new CliError(`'${out}/${name}' is in the way: no build has written it`, {
        hint: "move it elsewhere, or choose another folder with --out",
      });
    }
    if (before !== after) changes.push({ path: `${out}/${name}`, before, after });
  }
  for (const name of listed) {
    if (files.has(name)) continue;
    const before = await readPresent(root, `${out}/${name}`);
    if (before !== undefined) changes.push({ path: `${out}/${name}`, before, after: undefined });
  }
  return changes;
}

async function readPresent(root: string, shown: string): Promise<string | undefined> {
  const path = join(root, shown);
  const failed = failsWith(`'${shown}' can't be read`);
  const found = await lstat(path).catch(unlessAbsent).catch(failed);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new CliError(`'${shown}' is in the way: it is not a regular file`);
  return readFile(path, "utf8").catch(failed);
}

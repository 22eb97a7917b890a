import { constants, copyFile, lstat, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../../disk/disk-errors.ts";
import { slashPath } from "../../disk/slash-path.ts";
import { pathInside } from "../project-config/inside.ts";
import { fitsPathPattern } from "../project-config/name-pattern.ts";

export interface CopyRules {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * Copies files that git does not have into a worktree. Symbolic links are not followed, and what is there already stays.
 * @param besides folder of the worktrees, which may be inside the repository
 * @returns paths of the files, relative to the repository
 */
export async function copyFiles(
  from: string,
  to: string,
  rules: CopyRules,
  besides: string,
): Promise<readonly string[]> {
  const { include = [], exclude = [] } = rules;
  if (include.length === 0) return [];
  const copied: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = slashPath(from, path);
      const isSkipped =
        entry.name === ".git" || path === besides || exclude.some((pattern) => fitsPathPattern(name, pattern));
      if (isSkipped) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && include.some((pattern) => fitsPathPattern(name, pattern))) {
        const target = await pathInside(to, name);
        await mkdir(dirname(target), { recursive: true });
        try {
          await copyFile(path, target, constants.COPYFILE_EXCL);
          copied.push(name);
        } catch (error) {
          if (errorCode(error) !== "EEXIST" || !(await lstat(target)).isFile()) throw error;
        }
      }
    }
  };
  await walk(from);
  return copied.toSorted();
}

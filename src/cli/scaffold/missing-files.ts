// What `pegboard init` adds to a catalog that is there already, such as an imported one: settings, tests and CI around schema/ and src/.
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { failsWith } from "../../terminal/cli-error.ts";
import { type ProjectFile, projectFiles } from "./project-files.ts";

export interface MissingFiles {
  readonly files: readonly ProjectFile[];
  /** Paths of those that stay as they are. */
  readonly kept: readonly string[];
}

/** @param name the catalog's own */
export async function missingFiles(root: string, name: string): Promise<MissingFiles> {
  const wanted = projectFiles({ name, isEmpty: true }).filter(({ path }) => !/^(?:schema|src)\//.test(path));
  const kept = new Set<string>();
  for (const { path } of wanted) if (await isThere(root, path)) kept.add(path);
  return { files: wanted.filter(({ path }) => !kept.has(path)), kept: [...kept].sort() };
}

/** Whatever its case: a readme.md is the README of its project. */
async function isThere(root: string, path: string): Promise<boolean> {
  const folder = join(root, dirname(path));
  const names = await readdir(folder)
    .catch(unlessAbsent)
    .catch(failsWith(`'${folder}' can't be read`));
  const wanted = join(root, path).toLowerCase();
  return names?.some((name) => join(folder, name).toLowerCase() === wanted) ?? false;
}

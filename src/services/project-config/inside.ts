import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isAbsent } from "../../disk/disk-errors.ts";
import { ProjectFailure } from "./failure.ts";

/**
 * A path that stays inside a folder, symbolic links followed. What is not there yet is judged by the nearest folder that is.
 * @throws ProjectFailure PATH_TRAVERSAL
 */
export async function pathInside(folder: string, given: string): Promise<string> {
  const outside = () => new ProjectFailure("PATH_TRAVERSAL", { path: given.replaceAll("\0", "\\0"), folder });
  if (given.includes("\0")) throw outside();
  const root = await real(resolve(folder));
  const path = await real(resolve(root, given));
  const way = relative(root, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) throw outside();
  return path;
}

async function real(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
    // A link whose target is absent would be followed by a write.
    const link = await lstat(path).catch(() => undefined);
    if (link?.isSymbolicLink() === true) return `${sep}\0`;
    return dirname(path) === path ? path : join(await real(dirname(path)), basename(path));
  }
}

import { sep } from "node:path";

/** Is `path` the folder itself or something below it? Both absolute. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";

/**
 * Puts aside what `generate` has made in a project. Not deleted before everything is measured: ext4 passes over what was deleted within
 * the last minutes whenever it makes a file, which took longer than writing it.
 * @param aside a folder that is not there yet
 */
export function putAside(project, aside) {
  mkdirSync(aside, { recursive: true });
  for (const path of ["generated", "src"].filter((path) => existsSync(join(project, path))))
    renameSync(join(project, path), join(aside, path));
}

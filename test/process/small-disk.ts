import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "vitest";

/**
 * A file system of a few megabytes, in a namespace of its own, so that no rights are needed.
 * @param folder where `disk` is made: what runs by the words sees the file system there
 * @returns the words before `-c` and a script of sh, whose first command mounts it: `mount -t tmpfs -o size=4m tmpfs "$DISK"`; the test is
 *   skipped with the reason where nothing can be mounted, and fails in CI
 */
export function smallDisk(context: TestContext, folder: string): readonly [command: string, ...words: string[]] {
  mkdirSync(join(folder, "disk"));
  const words = [...(process.getuid?.() === 0 ? [] : ["--map-root-user"]), "--mount"];
  const check = spawnSync("unshare", [...words, "sh", "-c", 'mount -t tmpfs tmpfs "$0"', join(folder, "disk")]);
  if (check.status !== 0) {
    const reason = `SKIPPED: no file system can be mounted here: ${check.stderr}`;
    if (process.env.CI !== undefined) throw new Error(reason);
    console.warn(reason);
    context.skip(reason);
  }
  return ["unshare", ...words, "sh"];
}

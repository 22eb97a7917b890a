import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { reasonOf } from "../disk/disk-errors.ts";
import { isInside } from "../disk/is-inside.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { CliError } from "../terminal/cli-error.ts";

export interface ChangedFile {
  /** Relative to the project's root. */
  readonly path: string;
  /** What was read, and what the fixes were made for. */
  readonly before: string;
  readonly text: string;
}

/** The files whose text is another now. */
export function changedFiles(before: readonly SourceFile[], after: readonly SourceFile[]): readonly ChangedFile[] {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  return after.flatMap(({ path, text }) => {
    const was = old.get(path);
    return was === undefined || was === text ? [] : [{ path, before: was, text }];
  });
}

/**
 * Writes fixed texts in the place of the old ones. A link stays a link: the file that it leads to is written. Nothing is
 * written when one of the files is not any more what the fixes were made for.
 * @throws CliError then, or when a file can't be read or written
 */
export async function writeFixes(root: string, files: readonly ChangedFile[]): Promise<void> {
  const places = await Promise.all(files.map((file) => placeOf(root, file)));
  const written: string[] = [];
  for (const { path, target, mode, text } of places) {
    try {
      await replaceFile(target, text, mode);
      written.push(path);
    } catch (error) {
      const before =
        written.length === 0 ? "nothing was" : `${written.join(", ")} ${written.length === 1 ? "was" : "were"}`;
      throw new CliError(`'${path}' can't be written: ${reasonOf(error)}`, { hint: `${before} written`, cause: error });
    }
  }
}

/** @returns also where the text really is: absolute, without links */
async function placeOf(root: string, { path, before, text }: ChangedFile) {
  const hint = "nothing was written; run it again";
  try {
    const target = await realpath(join(root, path));
    const unmoved = isInside(target, await realpath(join(root, "schema")));
    if (unmoved && (await readFile(target)).equals(Buffer.from(before))) {
      const { mode } = await stat(target);
      return { path, target, mode, text };
    }
  } catch (error) {
    throw new CliError(`'${path}' can't be read: ${reasonOf(error)}`, { hint, cause: error });
  }
  throw new CliError(`'${path}' has changed since it was read`, { hint });
}

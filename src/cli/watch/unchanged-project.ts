import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isAbsent } from "../../disk/disk-errors.ts";
import type { WrittenState } from "../../disk/replace-file.ts";
import { isOurs, isSameState, isSettled, type Look } from "../stamp/project-look.ts";

/** Texts that a session knows to be on disk. */
export interface ExpectedTexts {
  /** Of everything that a look counts, by path. */
  readonly texts: ReadonlyMap<string, { readonly text: string }>;
  /** Files that must be there, whatever they contain. */
  readonly present: readonly string[];
  /** What the session wrote itself since `look`, each with its state when it was. */
  readonly written: ReadonlyMap<string, WrittenState>;
  /** From before the texts were read. */
  readonly look: Look;
}

/**
 * Is the project as a session knows it? Only files whose state does not say so are read.
 * @param now what a look just now has seen
 * @returns the same where everything is as it was; undefined where something is different
 * @throws what the system says
 */
export function lookUnchanged(
  root: string,
  { texts, present, written, look }: ExpectedTexts,
  now: Look | undefined,
): Look | undefined {
  if (now?.files.size !== texts.size) return undefined;
  if (!present.every((path) => existsSync(join(root, path)))) return undefined;
  try {
    for (const [path, state] of now.files) {
      const expected = texts.get(path);
      if (expected === undefined) return undefined;
      const before = look.files.get(path);
      if (before !== undefined && isSameState(before, state) && isSettled(before, look.at)) continue;
      if (isOurs(written.get(path), state)) continue;
      if (readFileSync(join(root, path), "utf8") !== expected.text) return undefined;
    }
    return now;
  } catch (error) {
    // What has just gone has changed.
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

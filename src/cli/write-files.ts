import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../compiler/emit/output-file.ts";
import { errorCode, reasonOf } from "../disk/disk-errors.ts";
import { replaceFileSync, type WrittenState, writeNewSync } from "../disk/replace-file.ts";

export interface Written {
  /** By path, what the system said of each file when it was written. */
  readonly states: ReadonlyMap<string, WrittenState>;
  /** Why the first file could not be written that could not; none was tried after it. */
  readonly failed?: string;
}

/** Writes files that are new, or generated ones whose text changes, below a folder; makes the folders on the way. */
export function writeFiles(home: string, files: readonly OutputFile[]): Written {
  const states = new Map<string, WrittenState>();
  const made = new Set<string>();
  for (const file of files) {
    const { path, kind } = file;
    try {
      const folder = dirname(path);
      if (!made.has(folder)) mkdirSync(join(home, folder), { recursive: true });
      made.add(folder);
      const target = join(home, path);
      const state = kind === "scaffold" ? writeOnce(target, file.text) : replaceFileSync(target, contentsOf(file));
      if (state !== undefined) states.set(path, state);
    } catch (error) {
      return { states, failed: `'${path}' can't be written: ${reasonOf(error)}` };
    }
  }
  return { states };
}

/** What is written of a file. The text of one that is put together from parts need not exist as a whole. */
export function contentsOf(file: Pick<OutputFile, "text" | "parts">): string | readonly string[] {
  return file.parts === undefined ? file.text : file.parts.map((part) => part.text);
}

/** A scaffold is its author's: if the file has come into being meanwhile, it stays as it is. */
function writeOnce(path: string, text: string): WrittenState | undefined {
  try {
    return writeNewSync(path, text);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return undefined;
  }
}

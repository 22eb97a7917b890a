import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import type { PrintedPiece } from "../../compiler/emit/printed-tools.ts";
import { isCached } from "../../contract/generated-cache.ts";
import { isAbsent, reasonOf } from "../../disk/disk-errors.ts";
import type { WrittenState } from "../../disk/replace-file.ts";
import { writeFiles } from "../write-files.ts";
import type { Shared, SharedOrder } from "./open-share.ts";

/** Writes what the second thread printed, in several turns. */
export interface Writer {
  /** Nothing more is written once a file could not be. */
  readonly write: (files: readonly OutputFile[]) => void;
  readonly end: (printed: readonly PrintedPiece[]) => Shared;
}

export function openWriter({ home, isDry }: SharedOrder): Writer {
  const before = new Map<string, string>();
  const states = new Map<string, WrittenState>();
  const listed = new Map<string, ReadonlySet<string>>();
  let failed: string | undefined;

  function write(files: readonly OutputFile[]): void {
    if (failed !== undefined) return;
    for (const { path } of files) {
      try {
        if (stands(path)) before.set(path, readFileSync(join(home, path), "utf8"));
      } catch (error) {
        if (isAbsent(error)) continue;
        failed = `'${path}' can't be read: ${reasonOf(error)}`;
        return;
      }
    }
    const changed = files.filter(({ path, text, kind }) =>
      kind === "scaffold" ? !before.has(path) : before.get(path) !== text,
    );
    const written = writeFiles(home, isDry ? changed.filter(({ path }) => isCached(path)) : changed);
    for (const [path, state] of written.states) states.set(path, state);
    failed = written.failed;
  }

  /** Is there anything at the path? Its folder is listed once: an error for each of thousands of absent files costs more. */
  function stands(path: string): boolean {
    const folder = dirname(path);
    const names = listed.get(folder) ?? namesIn(join(home, folder));
    listed.set(folder, names);
    return names.has(path.slice(folder.length + 1));
  }

  return {
    write,
    end: (printed) => ({
      printed,
      before,
      written: { states, ...(failed === undefined ? {} : { failed }) },
    }),
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    if (isAbsent(error)) return new Set();
    throw error;
  }
}

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import { isStale } from "../../compiler/plan.ts";
import { isCached, manifestPath } from "../../contract/generated-cache.ts";
import { isJsonObject } from "../../contract/json.ts";
import { isAbsent, reasonOf } from "../../disk/disk-errors.ts";
import { replaceFileSync, type WrittenState } from "../../disk/replace-file.ts";
import { contentHash } from "../stamp/stamp.ts";
import { contentsOf, type Written, writeFiles } from "../write-files.ts";
import type { SharedOrder } from "./open-share.ts";

/** Writes files while others are printed. */
export interface Writer {
  /** Nothing more is written once a file could not be. */
  readonly add: (files: readonly OutputFile[]) => void;
  readonly end: () => WrittenEarly;
}

/** What was written before everything was printed. */
export interface WrittenEarly {
  /** Of all files that were to be there. */
  readonly paths: readonly string[];
  /** The texts that stood at these paths before. */
  readonly before: ReadonlyMap<string, string>;
  /** Of the generated ones of `paths`, by `contentHash`. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly written: Written;
}

/** So many that looking for their folders costs nothing beside them. */
const filesAtOnce = 150;

export function openWriter({ home, isDry }: SharedOrder): Writer {
  const paths: string[] = [];
  const before = new Map<string, string>();
  const hashes = new Map<string, string>();
  const states = new Map<string, WrittenState>();
  const listed = new Map<string, ReadonlySet<string>>();
  let waiting: OutputFile[] = [];
  let failed: string | undefined;

  function write(files: readonly OutputFile[]): void {
    if (failed !== undefined) return;
    for (const file of files) {
      const { path } = file;
      paths.push(path);
      if (file.kind === "generated") hashes.set(path, contentHash(contentsOf(file)));
      try {
        if (stands(path)) before.set(path, readFileSync(join(home, path), "utf8"));
      } catch (error) {
        if (isAbsent(error)) continue;
        failed = `'${path}' can't be read: ${reasonOf(error)}`;
        return;
      }
    }
    const stale = files.filter((file) => isStale(file, before.get(file.path)));
    const changed = isDry ? stale.filter(({ path }) => isCached(path)) : stale;
    if (changed.length > 0 && states.size === 0) failed = forgetSources(home);
    if (failed !== undefined) return;
    const written = writeFiles(home, changed);
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
    add(files) {
      waiting.push(...files);
      if (waiting.length < filesAtOnce) return;
      write(waiting);
      waiting = [];
    },
    end() {
      write(waiting);
      return { paths, before, hashes, written: { states, ...(failed === undefined ? {} : { failed }) } };
    },
  };
}

/**
 * Takes from the manifest which texts the files were made from, and keeps its list of files. The whole one is written at the end. Until then
 * files of this run stand beside files of the last one, and a run that is interrupted must not leave them as what belongs to any texts.
 * @returns why it could not
 */
function forgetSources(home: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(home, manifestPath), "utf8"));
    if (!isJsonObject(manifest) || !("sources" in manifest)) return undefined;
    const { sources: _, ...rest } = manifest;
    replaceFileSync(join(home, manifestPath), JSON.stringify(rest));
    return undefined;
  } catch (error) {
    // One that is damaged says nothing of any text.
    if (error instanceof SyntaxError || isAbsent(error)) return undefined;
    return `'${manifestPath}' can't be replaced: ${reasonOf(error)}`;
  }
}

/** Was the file written where nothing stood? */
export function createdBy({ before, written }: WrittenEarly): (file: OutputFile) => boolean {
  return ({ path }) => written.states.has(path) && !before.has(path);
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    if (isAbsent(error)) return new Set();
    throw error;
  }
}

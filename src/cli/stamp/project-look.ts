import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../../contract/generated-cache.ts";
import { errorCode, isAbsent } from "../../disk/disk-errors.ts";
import type { WrittenState } from "../../disk/replace-file.ts";
import { isSchemaText } from "../../shell/catalog/schema-texts.ts";

// Which files `generate` reads and writes, and what the system says of each, without reading any.

/**
 * What the system says of a file, in milliseconds and bytes. It changes whenever the contents do, except for two changes within
 * one tick of the file system's clock.
 */
export interface FileState {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly size: number;
  readonly ino: number;
}

export interface Look {
  /** Milliseconds since 1970, from before the first file was looked at. */
  readonly at: number;
  /** By path relative to the root, in the order of the system. */
  readonly files: ReadonlyMap<string, FileState>;
}

/**
 * @returns undefined where something else than folders and regular files is among them, because what a link leads to may change
 * without a trace, and where a folder can't be read
 */
export function lookAt(root: string, clock: () => number): Look | undefined {
  try {
    return lookAtFolders(root, clock());
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function lookAtFolders(root: string, at: number): Look | undefined {
  const files = new Map<string, FileState>();
  const waiting: string[] = Object.keys(counted);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const counts = counted[folder.split("/", folder.startsWith("src/") ? 2 : 1).join("/")];
    for (const entry of entriesOf(join(root, folder))) {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith(".") && path !== cacheFolder) continue;
      if (entry.isDirectory()) waiting.push(path);
      else if (!entry.isFile()) return undefined;
      else if (counts?.(path)) {
        const state = stateOf(`${root}/${path}`);
        if (state === undefined) return undefined;
        files.set(path, state);
      }
    }
  }
  return { at, files };
}

/** The folders that matter, and which of their files do. */
const counted: Readonly<Record<string, (path: string) => boolean>> = {
  schema: isSchemaText,
  generated: () => true,
  "src/handlers": (path) => path.endsWith(".ts"),
};

/** @returns undefined when there is no regular file at the path */
export function stateOf(path: string): FileState | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return undefined;
  const { mtimeMs, ctimeMs, size, ino } = found;
  return { mtimeMs, ctimeMs, size, ino };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

export function isSameState(a: FileState, b: FileState): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino;
}

/** Is it the file that we wrote? Renaming it changed nothing but the time of its last change. */
export function isOurs(written: WrittenState | undefined, now: FileState): boolean {
  return written?.mtimeMs === now.mtimeMs && written.size === now.size && written.ino === now.ino;
}

/**
 * Would a change after the look have left another state? Within one tick it would not: a tick is a few milliseconds, or up to two
 * seconds where the file system counts whole ones.
 */
export function isSettled({ ctimeMs, mtimeMs }: FileState, lookedAt: number): boolean {
  const tickMs = ctimeMs % 1_000 === 0 || mtimeMs % 1_000 === 0 ? 2_500 : 100;
  return ctimeMs < lookedAt - tickMs;
}

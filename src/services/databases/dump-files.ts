import { link, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, isAbsent, unlessAbsent } from "../../disk/disk-errors.ts";
import { temporaryPath } from "./temporary-files.ts";

export type Compression = "none" | "gzip" | "zstd";

const endings: Readonly<Record<Compression, string>> = { none: ".sql", gzip: ".sql.gz", zstd: ".sql.zst" };

export function compressionOf(path: string): Compression {
  if (path.endsWith(".gz")) return "gzip";
  return path.endsWith(".zst") ? "zstd" : "none";
}

export interface DumpFile {
  readonly name: string;
  readonly path: string;
  readonly database: string;
  /** The name that a snapshot was given; null: none. */
  readonly snapshot: string | null;
  readonly size: number;
  readonly modifiedAt: number;
}

/** `<database>_<time>.sql` or `<database>~<snapshot>.sql`, with the ending of a compression. Names of databases have no '~' and no '.'. */
const dumpName = /^([A-Za-z0-9_$-]+?)(?:_(\d{4}-\d\d-\d\dT\d\d-\d\d[0-9Z-]*)|~([A-Za-z0-9_-]+))\.sql(?:\.gz|\.zst)?$/;

/** Newest first. A folder that is not there holds nothing. */
export async function listDumps(folder: string): Promise<readonly DumpFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async (name): Promise<readonly DumpFile[]> => {
      const [, database, , snapshot = null] = dumpName.exec(name) ?? [];
      const path = join(folder, name);
      const state = database === undefined ? undefined : await stat(path).catch(unlessAbsent);
      if (database === undefined || state?.isFile() !== true) return [];
      return [{ name, path, database, snapshot, size: state.size, modifiedAt: state.mtimeMs }];
    }),
  );
  return found.flat().toSorted((a, b) => b.modifiedAt - a.modifiedAt || (a.name < b.name ? 1 : -1));
}

export interface NewDump {
  readonly folder: string;
  readonly database: string;
  readonly compression: Compression;
  readonly snapshot: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Has a dump written to a temporary name, and gives it its own when it is whole. A name that is taken gets a number; one of a
 * snapshot is not replaced.
 * @returns the path; undefined where a snapshot of this name is there
 */
export async function writeDump(dump: NewDump, write: (path: string) => Promise<void>): Promise<string | undefined> {
  const { folder, database, compression, snapshot, at } = dump;
  await mkdir(folder, { recursive: true });
  const beside = temporaryPath(folder, database, "tmp");
  const time = new Date(at).toISOString().replaceAll(":", "-").replace(".", "-");
  try {
    await write(beside);
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? "" : `-${number}`;
      const stem = snapshot === undefined ? `${database}_${time}${suffix}` : `${database}~${snapshot}`;
      const path = join(folder, `${stem}${endings[compression]}`);
      try {
        // Unlike a rename, a link never replaces what is there.
        await link(beside, path);
        return path;
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
        if (snapshot !== undefined) return undefined;
      }
    }
  } finally {
    await rm(beside, { force: true });
  }
}

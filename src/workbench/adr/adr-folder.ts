import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { failsWith } from "../../terminal/cli-error.ts";
import { textAt } from "../folder.ts";

/** A file of the folder that is called like one of a decision. */
export interface AdrFileOnDisk {
  readonly name: string;
  readonly number: number;
  /** Absent: it is a link, no file, too large or no text. */
  readonly text?: string;
  readonly problem?: string;
}

/** "0007-use-sqlite.md", "adr-7.md"; 0 is a template. */
const named = /^(?:adr[-_])?0*([1-9]\d{0,8})(?:[-_. ].*)?\.md$/i;

/** By name. @returns none where the folder is not there */
export async function readAdrFolder(folder: string): Promise<readonly AdrFileOnDisk[]> {
  const names = await readdir(folder)
    .catch(unlessAbsent)
    .catch(failsWith(`'${folder}' can't be read`));
  const found: AdrFileOnDisk[] = [];
  for (const name of (names ?? []).toSorted()) {
    const number = Number(named.exec(name)?.[1]);
    if (!Number.isNaN(number)) found.push({ name, number, ...(await textAt(join(folder, name))) });
  }
  return found;
}

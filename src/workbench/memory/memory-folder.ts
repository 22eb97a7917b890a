import { lstat, mkdir, readdir, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import type { FolderFile } from "../../services/memory-files/both-sides.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { textAt } from "../folder.ts";

/**
 * The Markdown files of a folder and of those below it, by name. Hidden folders (.git, .obsidian) are left out, and links to folders are
 * not followed.
 * @returns undefined where the folder is not there
 */
export async function readMemoryFolder(folder: string): Promise<readonly FolderFile[] | undefined> {
  const names = await namesBelow(folder, "")
    .catch(unlessAbsent)
    .catch(failsWith(`'${folder}' can't be read`));
  if (names === undefined) return undefined;
  const files: FolderFile[] = [];
  for (const name of names) files.push({ name, ...(await textAt(join(folder, name))) });
  return files;
}

async function namesBelow(folder: string, below: string): Promise<readonly string[]> {
  const names: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) names.push(...(await namesBelow(folder, `${name}/`)));
    else if (entry.name.toLowerCase().endsWith(".md")) names.push(name);
  }
  return names;
}

/**
 * Writes one file of the folder, beside its place and renamed there: a link at the place is replaced, not followed.
 * @param before what was read there; a file that has another text by now is not written
 */
export async function writeMemoryFileAt(folder: string, name: string, text: string, before: FolderFile | undefined) {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true }).catch(failsWith(`'${folder}' can't be made`));
  // A folder below may have become a link since it was read.
  const inside = relative(await realpath(folder), await realpath(dirname(path)));
  if (inside === ".." || inside.startsWith(`..${sep}`)) throw new CliError(`'${name}' leads out of the folder`);
  const isThere = (await lstat(path).catch(unlessAbsent)) !== undefined;
  const now = isThere ? await textAt(path) : undefined;
  const isSame = now === undefined ? before === undefined : "text" in now && now.text === before?.text;
  if (!isSame) throw new CliError(`'${name}' was changed meanwhile`, { hint: "run the command again" });
  await replaceFile(path, text).catch(failsWith(`'${name}' can't be written`));
}

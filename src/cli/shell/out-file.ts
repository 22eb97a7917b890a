import { constants, type Stats } from "node:fs";
import { access, lstat, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import { reasonOf } from "../project.ts";
import { replaceFile } from "../replace-file.ts";
import type { Terminal } from "../terminal.ts";

/** The file that `--out` names. */
export interface OutFile {
  /** A reader sees the old file or the new one, never half of it. @returns how many bytes that were */
  write(contents: string | Uint8Array): Promise<number>;
}

/**
 * Looks before the call if the file can be written: a result that has no place is lost.
 * @throws CliError for a folder, a link (what it leads to is not what was named), and what can't be written
 */
export async function openOutFile({ cwd }: Pick<Terminal, "cwd">, name: string): Promise<OutFile> {
  const path = resolve(cwd, name);
  const there = await lstat(path).catch(unlessAbsent);
  if (there?.isSymbolicLink() === true) {
    throw new CliError(`'${name}' is a link; --out writes through none`, { hint: "name the file that it leads to" });
  }
  if (there?.isDirectory() === true) throw new CliError(`'${name}' is a folder`);
  const isPlain = there === undefined || there.isFile();
  try {
    await access(isPlain ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    throw unwritable(name, error);
  }
  return {
    async write(contents) {
      try {
        if (isPlain) await replaceFile(path, contents, permissionsOf(there));
        else await writeInto(path, contents);
      } catch (error) {
        throw unwritable(name, error);
      }
      return Buffer.byteLength(contents);
    },
  };
}

/** A device or a pipe can't be replaced; it must not have become a link meanwhile. */
async function writeInto(path: string, contents: string | Uint8Array): Promise<void> {
  const file = await open(path, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await file.writeFile(contents);
  } finally {
    await file.close();
  }
}

/** A file that only its owner may read stays so. */
function permissionsOf(there: Stats | undefined): number | undefined {
  return there === undefined ? undefined : there.mode & 0o777;
}

function unwritable(name: string, error: unknown): CliError {
  return new CliError(`'${name}' can't be written: ${reasonOf(error)}`, { cause: error });
}

function unlessAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}

import { constants } from "node:fs";
import { access, lstat, open, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isatty } from "node:tty";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** The file that `--out` names. */
export interface OutFile {
  /** A reader sees the old file or the new one, never half of it. @returns how many bytes that were */
  write(contents: string | Uint8Array): Promise<number>;
  /** Contents are the only thing on stdout: no line of ours may be among them. */
  readonly isStdout?: true;
}

const stdoutNames: ReadonlySet<string> = new Set(["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** True for the names of stdout: what a terminal shows is made safe there as it is without a file. */
export function isStdoutName(name: string): boolean {
  return stdoutNames.has(name);
}

/**
 * Looks before the call if the file can be written: a result that has no place is lost.
 * @throws CliError for a folder, a link (what it leads to is not what was named), and what can't be written
 */
export async function openOutFile({ cwd, stdout }: Pick<Terminal, "cwd" | "stdout">, name: string): Promise<OutFile> {
  if (isStdoutName(name)) return { isStdout: true, write: (contents) => writeStream(stdout, contents) };
  const [, descriptor] = /^\/dev\/fd\/(\d{1,6})$/.exec(name) ?? [];
  if (descriptor !== undefined) return openDescriptor(name, Number(descriptor));
  const path = resolve(cwd, name);
  const there = await lstat(path).catch(unlessAbsent);
  if (there?.isSymbolicLink() === true) {
    throw new CliError(`'${name}' is a symbolic link; --out does not follow links`, {
      hint: "name the target of the link",
    });
  }
  if (there?.isDirectory() === true) throw new CliError(`'${name}' is a folder`);
  const isPlain = there === undefined || there.isFile();
  const fail = failsWith(`'${name}' can't be written`);
  await access(isPlain ? dirname(path) : path, constants.W_OK).catch(fail);
  // A file that only its owner may read stays so.
  const mode = there === undefined ? undefined : there.mode & 0o777;
  return {
    async write(contents) {
      await (isPlain ? replaceFile(path, contents, mode) : writeInto(path, contents)).catch(fail);
      return Buffer.byteLength(contents);
    },
  };
}

/** What a shell has opened for this command, such as `>(…)`. */
async function openDescriptor(name: string, descriptor: number): Promise<OutFile> {
  const fail = failsWith(`'${name}' can't be written`);
  // Nothing there makes a text safe for it.
  if (isatty(descriptor)) throw new CliError(`'${name}' is a terminal`, { hint: "leave --out out to show the result" });
  await access(name, constants.W_OK).catch(fail);
  return {
    async write(contents) {
      await writeFile(name, contents).catch(fail);
      return Buffer.byteLength(contents);
    },
  };
}

async function writeStream(stream: Terminal["stdout"], contents: string | Uint8Array): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    stream.write(contents, (error) => (error == null ? resolve() : reject(error)));
  });
  return Buffer.byteLength(contents);
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

import { lstat, readFile, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isAbsent, unlessAbsent } from "../disk/disk-errors.ts";
import { CliError, failsWith } from "../terminal/cli-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

const maxBytes = 1 << 20;

/**
 * The folder that the words name, absolute. A relative one has to lie in the current folder, also behind links: a repository that is not
 * trusted could have such a link.
 */
export async function folderNamed({ cwd }: Terminal, folder: string): Promise<string> {
  const path = resolve(cwd, folder);
  if (isAbsolute(folder)) return path;
  const inside = relative(await realpath(cwd), await realOf(path));
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    const hint = "name the folder by its absolute path if that is meant";
    throw new CliError(`'${folder}' leads out of the current folder`, { hint });
  }
  return path;
}

/** Where a path leads, as far as it is there. */
async function realOf(path: string): Promise<string> {
  return await realpath(path).catch(async (error: unknown) => {
    if (!isAbsent(error) || resolve(path, "..") === path) throw error;
    // A link to nothing would be followed when the folder is made.
    if ((await lstat(path).catch(unlessAbsent)) !== undefined) throw new CliError(`'${path}' is a link to nothing`);
    return join(await realOf(resolve(path, "..")), path.slice(resolve(path, "..").length));
  });
}

/** What a file of the folder holds, or why it is not read: it is a link, not a file, too large or not a text. */
export async function textAt(path: string): Promise<{ readonly text: string } | { readonly problem: string }> {
  const state = await lstat(path);
  if (!state.isFile()) return { problem: state.isSymbolicLink() ? "is a link" : "is not a file" };
  if (state.size > maxBytes) return { problem: `has more than ${maxBytes} bytes` };
  const bytes = await readFile(path).catch(failsWith(`'${path}' can't be read`));
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: "is not UTF-8" };
  }
}

import { lstat, mkdir, readFile, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { missingFolders, unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type JsoncNode, memberOf, nodeValue, parseJsonc } from "../servers/jsonc.ts";
import { knownAs, problemText } from "../servers/load-servers.ts";
import { type ClientName, clients, configPlace, type Scope } from "./clients.ts";
import type { EntryPlace } from "./edit-servers.ts";
import { readReceipt } from "./receipt.ts";

/** A client's configuration as it stands on disk. */
export interface ConfigFile {
  /** Where the client looks. */
  readonly path: string;
  /** Where the text is: links are followed, and stay links. */
  readonly real: string;
  readonly isLink: boolean;
  /** undefined: not there. */
  readonly text: string | undefined;
  /** Permissions of a file that is there. */
  readonly mode: number | undefined;
  /** undefined: empty, or not there. */
  readonly root: JsoncNode | undefined;
}

/** Some of these files hold a client's whole history. */
const maxBytes = 64 * 1024 * 1024;

/**
 * @param shown the path as messages show it
 * @throws CliError for what can't be read or must not be changed, with the place of what is wrong
 */
async function readConfigFile(path: string, shown: string, { container, name }: EntryPlace): Promise<ConfigFile> {
  const link = await lstat(path).catch(unlessAbsent);
  if (link === undefined) return { path, real: path, isLink: false, text: undefined, mode: undefined, root: undefined };
  const real = await realpath(path).catch((error: unknown) => {
    if (!link.isSymbolicLink()) return failsWith(`'${shown}' can't be read`)(error);
    throw new CliError(`'${shown}' is a link to something that does not exist`, { cause: error });
  });
  const { mode, size, uid, isPlain } = await stat(real).then((found) => ({ ...found, isPlain: found.isFile() }));
  if (!isPlain) throw new CliError(`'${shown}' is not a file`);
  if (size > maxBytes) throw new CliError(`'${shown}' is larger than 64 MiB`);
  if ((mode & 0o200) === 0) throw new CliError(`'${shown}' is read-only`, { hint: "make it writable and try again" });
  // Replaced, it would belong to us, and its owner could not read it any more.
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new CliError(`'${shown}' belongs to another user`, { hint: "run the command as that user" });
  }
  const bytes = await readFile(real).catch(failsWith(`'${shown}' can't be read`));
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes)) throw new CliError(`'${shown}' is not UTF-8`);
  const { root, problems } = parseJsonc({ path: shown, text });
  const [problem] = problems;
  if (problem !== undefined) {
    throw new CliError(problemText(problem), { hint: "fix it first; nothing was changed" });
  }
  refuseOddForm(root, shown, container, name);
  return { path, real, isLink: link.isSymbolicLink(), text, mode: mode & 0o777, root };
}

/** The file in which a client has an entry, the entry, and what we have noted of it. */
export async function openEntry(terminal: Terminal, client: ClientName, scope: Scope, name: string) {
  const place: EntryPlace = { container: clients[client].container, name };
  const path = configPlace(terminal, client, scope);
  const shownAs = (at: string) => knownAs(at, { cwd: terminal.cwd, home: userFolders(terminal.env).home });
  const shown = shownAs(path);
  const file = await readConfigFile(path, shown, place);
  const node = memberOf(memberOf(file.root, place.container), name);
  const found = node === undefined ? undefined : nodeValue(node);
  const receipt = await readReceipt(terminal, { file: file.real, name });
  const isOurs = receipt !== undefined && isDeepStrictEqual(found, receipt.entry);
  return { place, path, shown, shownAs, file, found, receipt, isOurs };
}

/** Where a name stands twice, clients disagree about which counts. */
function refuseOddForm(root: JsoncNode | undefined, shown: string, container: string, name: string): void {
  if (root === undefined) return;
  if (root.type !== "object")
    throw new CliError(`'${shown}' does not contain an object`, { hint: "nothing was changed" });
  const map = onlyMember(root, container, shown);
  if (map === undefined) return;
  if (map.type !== "object") throw new CliError(`'${container}' in '${shown}' is not an object`);
  onlyMember(map, name, shown);
}

function onlyMember(object: JsoncNode, name: string, shown: string): JsoncNode | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  if (found.length > 1)
    throw new CliError(`'${shown}' has '${name}' twice`, { hint: "remove one; nothing was changed" });
  return found[0]?.children?.[1];
}

/**
 * Puts the new text in place at once, if the file is still as it was read.
 * @param text undefined: the file goes
 * @param mode of a file that is new
 * @returns folders that were made for it, the outermost first
 * @throws CliError when it can't be written, or was changed meanwhile
 */
export async function writeConfigFile(
  file: ConfigFile,
  shown: string,
  text: string | undefined,
  mode: { readonly file: number; readonly folder: number },
): Promise<readonly string[]> {
  const now = await readFile(file.real, "utf8").catch(unlessAbsent);
  if (now !== file.text) {
    throw new CliError(`'${shown}' was changed meanwhile`, { hint: "nothing was written; run the command again" });
  }
  return putText(file, text, mode).catch(failsWith(`'${shown}' can't be written`));
}

async function putText(
  { real, mode: ownMode }: ConfigFile,
  text: string | undefined,
  mode: { readonly file: number; readonly folder: number },
): Promise<readonly string[]> {
  if (text === undefined) {
    await rm(real, { force: true });
    return [];
  }
  const made = await missingFolders(dirname(real));
  for (const folder of made) await mkdir(folder, { mode: mode.folder });
  await replaceFile(real, text, ownMode ?? mode.file);
  return made;
}

/** Takes folders away that were made for the file, unless something else lies in them by now. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    try {
      await rmdir(folder);
    } catch {
      // Not empty, or gone: then it is not ours.
      return;
    }
  }
}

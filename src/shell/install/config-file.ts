import { lstat, mkdir, readFile, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { missingFolders, unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type ConfigFormat, type EntryPlace, formatOf } from "../formats/config-format.ts";
import type { ClientName, Scope } from "../servers/client-names.ts";
import { type JsoncNode, memberOf, membersOf, nodeValue, textOf } from "../servers/jsonc.ts";
import { knownAs, problemText } from "../servers/load-servers.ts";
import { clients, configPlace, containerOf, isListIn } from "./clients.ts";
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
async function readConfigFile(path: string, shown: string, format: ConfigFormat): Promise<ConfigFile> {
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
  const { root, problems } = format.parse({ path: shown, text });
  const [problem] = problems;
  if (problem !== undefined) {
    throw new CliError(problemText(problem), { hint: "fix it first; nothing was changed" });
  }
  return { path, real, isLink: link.isSymbolicLink(), text, mode: mode & 0o777, root };
}

/** @throws CliError for a file that can't be read or must not be changed */
async function openFile(terminal: Pick<Terminal, "cwd" | "env">, path: string) {
  const format = await formatOf(path);
  const shownAs = (at: string) => knownAs(at, { cwd: terminal.cwd, home: userFolders(terminal.env).home });
  const shown = shownAs(path);
  return { path, shown, shownAs, format, file: await readConfigFile(path, shown, format) };
}

/**
 * An entry of any file.
 * @param placeOf where it stands, or would stand, in what the file holds
 * @throws CliError for a file that can't be used, or is not of the form that the place needs
 */
export async function openEntryAt(
  terminal: Pick<Terminal, "cwd" | "env">,
  path: string,
  placeOf: (root: JsoncNode | undefined) => EntryPlace,
) {
  const opened = await openFile(terminal, path);
  const { file, shown, format } = opened;
  const place = placeOf(file.root);
  refuseOddForm(file.root, shown, place, format);
  return { ...opened, place, found: entryIn(file.root, place) };
}

/** The file in which a client has its servers of a scope. */
export async function openConfig(terminal: Terminal, client: ClientName, scope: Scope) {
  const opened = await openFile(terminal, configPlace(terminal, client, scope));
  const { shown, format, file } = opened;
  /** @throws CliError for a file in which an entry of this name can't be changed */
  const placeOf = (name: string): EntryPlace => {
    const place = placeIn(file.root, { client, scope, cwd: resolve(terminal.cwd), name });
    refuseOddForm(file.root, shown, place, format);
    return place;
  };
  return { ...opened, placeOf };
}

/** An entry in a client's file, and what we have noted of it. */
export async function openEntry(terminal: Terminal, client: ClientName, scope: Scope, name: string) {
  const config = await openConfig(terminal, client, scope);
  const { file, placeOf } = config;
  const place = placeOf(name);
  const found = entryIn(file.root, place);
  const receipt = await readReceipt(terminal, { file: file.real, name, container: place.container });
  const isOurs = receipt !== undefined && isDeepStrictEqual(found, receipt.entry);
  return { ...config, place, found, receipt, isOurs };
}

interface EntryOwner {
  readonly client: ClientName;
  readonly scope: Scope;
  readonly cwd: string;
  readonly name: string;
}

function placeIn(root: JsoncNode | undefined, { client, scope, cwd, name }: EntryOwner): EntryPlace {
  const { newerMember, head } = clients[client];
  const container = containerOf(client, scope, cwd);
  const below = newerMember === undefined ? undefined : memberOf(nodeAt(root, container), newerMember);
  // A server may have the name of that member.
  const isServer = ["type", "command", "url"].some((member) => memberOf(below, member)?.type !== undefined);
  const isNewer = newerMember !== undefined && below?.type === "object" && !isServer;
  return {
    container: isNewer ? [...container, newerMember] : container,
    name,
    ...(isListIn(client, scope) ? { isList: true as const, ...(head === undefined ? {} : { head }) } : {}),
  };
}

export function nodeAt(root: JsoncNode | undefined, path: readonly string[]): JsoncNode | undefined {
  return path.reduce<JsoncNode | undefined>((node, member) => memberOf(node, member), root);
}

/** An entry's value; of an item of a list, without the name that it has there. */
export function entryIn(root: JsoncNode | undefined, { container, name, isList }: EntryPlace): Json | undefined {
  const holder = nodeAt(root, container);
  if (isList !== true) {
    const node = memberOf(holder, name);
    return node === undefined ? undefined : nodeValue(node);
  }
  const item = (holder?.children ?? []).find((each) => textOf(memberOf(each, "name")) === name);
  if (item === undefined) return undefined;
  const value = nodeValue(item);
  if (!isJsonObject(value)) return value;
  const { name: _, ...entry } = value;
  return entry;
}

/** Where a name stands twice, clients disagree about which counts. */
function refuseOddForm(
  root: JsoncNode | undefined,
  shown: string,
  { container, name, isList }: EntryPlace,
  { nullIsEmpty }: ConfigFormat,
): void {
  if (root === undefined) return;
  if (root.type !== "object")
    throw new CliError(`'${shown}' does not contain an object`, { hint: "nothing was changed" });
  let holder: JsoncNode | undefined = root;
  for (const [at, member] of container.entries()) {
    holder = onlyMember(holder, member, shown);
    if (holder === undefined || (nullIsEmpty && holder.type === "null")) return;
    const isWanted = isList === true && at === container.length - 1 ? "array" : "object";
    if (holder.type !== isWanted) {
      throw new CliError(`'${member}' in '${shown}' is not ${isWanted === "array" ? "a list" : "an object"}`);
    }
  }
  if (isList !== true) onlyMember(holder, name, shown);
  else {
    const named = (holder.children ?? []).filter((item) => textOf(memberOf(item, "name")) === name);
    if (named.length > 1) throw twice(shown, name);
  }
}

function onlyMember(object: JsoncNode, name: string, shown: string): JsoncNode | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  if (found.length > 1) throw twice(shown, name);
  return found[0]?.children?.[1];
}

function twice(shown: string, name: string): CliError {
  return new CliError(`'${shown}' has '${name}' twice`, { hint: "remove one; nothing was changed" });
}

/**
 * The text with an entry put in or taken out, once it is sure that nothing else in it means anything else by that.
 * @param entry undefined: it goes
 * @throws CliError for a text that is written in a way that can't be changed
 */
export function sureText(
  {
    format,
    file,
    place,
    shown,
  }: Pick<OpenedEntry, "format" | "place" | "shown"> & {
    readonly file: Pick<ConfigFile, "root">;
  },
  after: string,
  entry: JsonObject | undefined,
): string {
  const { root, problems } = format.parse({ path: shown, text: after });
  const isWhole = problems.length === 0 && isDeepStrictEqual(entryIn(root, place), entry);
  const isNew = file.root === undefined;
  if (isWhole && (isNew || isDeepStrictEqual(othersIn(root, place), othersIn(file.root, place)))) return after;
  throw new CliError(`'${place.name}' can't be changed in '${shown}' as it is written there`, {
    hint: `write '${place.container.join(".")}' over several lines, or change the entry by hand; nothing was written`,
  });
}

export type OpenedEntry = Awaited<ReturnType<typeof openEntry>>;
export type EntryAt = Awaited<ReturnType<typeof openEntryAt>>;

/** The names of all entries, in their order. */
export function namesIn(root: JsoncNode | undefined, { container, isList }: EntryPlace): readonly string[] {
  const holder = nodeAt(root, container);
  if (isList !== true) return membersOf(holder).map(({ name }) => name);
  return (holder?.children ?? []).flatMap((item) => textOf(memberOf(item, "name")) ?? []);
}

/** All that a file means but for the entry, and for what holds entries when there is none. */
function othersIn(root: JsoncNode | undefined, { container, name, isList }: EntryPlace): Json {
  const without = (node: JsoncNode | undefined, path: readonly string[]): Json => {
    const value: Json = node === undefined ? {} : nodeValue(node);
    const [member, ...below] = path;
    if (member === undefined) {
      if (Array.isArray(value)) return value.filter((item) => !(isJsonObject(item) && item.name === name));
      if (isList === true || !isJsonObject(value)) return isList === true ? [] : {};
      return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    }
    const object = isJsonObject(value) ? value : {};
    return { ...object, [member]: without(memberOf(node, member), below) };
  };
  return without(root, container);
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

import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isJsonObject, jsonIn } from "../../contract/json.ts";
import { errorCode, isAbsent, isThereSync } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { readPrivateFile } from "./private-file.ts";
import { keyBytes } from "./seal-bytes.ts";

// The key of an unlocked vault, for every process of the user: a file of mode 0600 with an end. It lies in the folder that the system
// keeps in memory for the user, where there is one, else beside the store. That folder is found by the user's number, not by
// XDG_RUNTIME_DIR: a client that starts a server often hands that variable not on, and `unlock` and server have to agree.

export interface UnlockedKey {
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
  /** Milliseconds since 1970. */
  readonly unlockedAt: number;
  readonly expiresAt: number;
}

export type KeyFile =
  | { readonly status: "unlocked"; readonly key: UnlockedKey; readonly mark: string; readonly path: string }
  | { readonly status: "unchanged" }
  | { readonly status: "locked" }
  | { readonly status: "refused"; readonly path: string; readonly problem: string };

/** A clock that was set back must not lengthen the time. */
const clockMarginMs = 60_000;

/**
 * The places of the key, the best first.
 * @param database path of the store
 * @param vault id
 */
export function keyPlaces(database: string, vault: string, runtime = runtimeFolder()): readonly string[] {
  const beside = `${database}.vault-key`;
  return runtime === undefined ? [beside] : [join(runtime, "pegboard", `vault-${vault}.key`), beside];
}

/** A folder in memory that belongs to the user alone, as systemd makes it. */
function runtimeFolder(): string | undefined {
  const user = process.getuid?.();
  if (user === undefined || process.platform !== "linux") return undefined;
  const folder = `/run/user/${user}`;
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const isOwn = found?.isDirectory() === true && found.uid === user && (found.mode & 0o077) === 0;
  return isOwn ? folder : undefined;
}

/** @returns where it lies */
export async function writeKeyFile(places: readonly string[], vault: string, key: UnlockedKey): Promise<string> {
  const [path] = places;
  if (path === undefined) throw new Error("invariant: a key has a place");
  const { dataKey, unlockedAt, expiresAt } = key;
  const text = JSON.stringify({ vault, key: Buffer.from(dataKey).toString("base64"), unlockedAt, expiresAt });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, `${text}\n`, 0o600);
  // An older one at another place would outlive it.
  removeKeyFiles(places.slice(1));
  return path;
}

/** @returns whether there was one */
export function removeKeyFiles(places: readonly string[]): boolean {
  const found = places.filter(isThereSync);
  // A command that was killed while it wrote the key has left it under a temporary name.
  for (const path of [...found, ...places.flatMap(temporaryKeys)]) rmSync(path, { force: true });
  return found.length > 0;
}

/** Files that `replaceFile` has begun for a path. */
function temporaryKeys(path: string): readonly string[] {
  const start = `.${basename(path)}.`;
  try {
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start) && name.endsWith(".tmp"));
    return names.map((name) => join(dirname(path), name));
  } catch (error) {
    // A folder that may not be listed: the key itself can still be removed.
    if (!isAbsent(error) && errorCode(error) !== "EACCES") throw error;
    return [];
  }
}

/**
 * The key that was unlocked. A file whose time is over is removed; one that others could read, or that is not a key of this vault, is not used.
 * @param known mark of the file that was read before
 */
export function readKeyFile(
  places: readonly string[],
  vault: string,
  { now, known }: { readonly now: number; readonly known?: string | undefined },
): KeyFile {
  let refused: KeyFile = { status: "locked" };
  for (const path of places) {
    const file = readPrivateFile(path, known);
    if (file.status === "unchanged") return file;
    if (file.status === "refused") refused = { ...file, path };
    if (file.status !== "read") continue;
    const key = keyIn(file.text, vault);
    if (key === undefined) refused = { status: "refused", path, problem: "is not a key of this vault" };
    else if (isOver(key, now)) removeOver(path);
    else return { status: "unlocked", key, mark: file.mark, path };
  }
  return refused;
}

/** A key whose time is over is not used, whether its file can be removed or not. */
function removeOver(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

export function isOver({ unlockedAt, expiresAt }: Omit<UnlockedKey, "dataKey">, now: number): boolean {
  return now >= expiresAt || now < unlockedAt - clockMarginMs;
}

function keyIn(text: string, vault: string): UnlockedKey | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value) || value.vault !== vault) return undefined;
  const { key, unlockedAt, expiresAt } = value;
  if (typeof key !== "string" || typeof unlockedAt !== "number" || typeof expiresAt !== "number") return undefined;
  const dataKey = new Uint8Array(Buffer.from(key, "base64"));
  return dataKey.length === keyBytes ? { dataKey, unlockedAt, expiresAt } : undefined;
}

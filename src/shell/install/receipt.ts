// What `install` has done, so that it can be undone: one receipt for each entry, with the file as it was before. Such files
// contain secrets, so only the user may read a receipt.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { isAbsent, reasonOf } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export interface Receipt {
  /** The file that was changed, links followed. */
  readonly file: string;
  readonly name: string;
  /** What was put in. */
  readonly entry: JsonObject;
  /** Of the whole file after it. */
  readonly digestAfter: string;
  /** The whole file before it; null where there was none. */
  readonly textBefore: string | null;
  /** The entry that stood there under this name, as it was written; null where there was none. */
  readonly rawBefore: string | null;
  /** How many of the members that hold the servers were made for it. */
  readonly madeLevels: number;
  /** The members that lead to the entry: in some files the same name stands in several places. */
  readonly container: readonly string[];
  /** Folders that were made for it, the outermost first. */
  readonly madeFolders: readonly string[];
}

/** What a receipt is found by. */
export type ReceiptPlace = Pick<Receipt, "file" | "name" | "container">;

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export async function writeReceipt({ env }: Pick<Terminal, "env">, receipt: Receipt): Promise<void> {
  const { folder, path } = placeOf(env, receipt);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(path, `${JSON.stringify(receipt, undefined, 2)}\n`, 0o600);
  } catch (error) {
    throw unusable("can't be written", folder, error);
  }
}

/** @returns undefined where there is none, or none that can be read */
export async function readReceipt({ env }: Pick<Terminal, "env">, of: ReceiptPlace): Promise<Receipt | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(placeOf(env, of).path, "utf8"));
    const receipt = withContainer(read, of);
    return isReceipt(receipt) && receipt.file === of.file && receipt.name === of.name ? receipt : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (isAbsent(error)) return undefined;
    throw unusable("can't be read", placeOf(env, of).folder, error);
  }
}

export async function removeReceipt({ env }: Pick<Terminal, "env">, of: ReceiptPlace): Promise<void> {
  await rm(placeOf(env, of).path, { force: true });
}

function unusable(problem: string, folder: string, cause: unknown): CliError {
  return new CliError(`the undo information ${problem}: ${reasonOf(cause)}`, { hint: `in ${folder}`, cause });
}

function placeOf(
  env: Terminal["env"],
  { file, name, container }: ReceiptPlace,
): { readonly folder: string; readonly path: string } {
  const folder = join(userFolders(env).state, "install");
  const [, ...below] = container;
  return { folder, path: join(folder, `${digestOf([file, name, ...below].join("\0")).slice(0, 32)}.json`) };
}

/** Receipts of version 0.2 know one container, and whether it was made. */
function withContainer(value: unknown, { container }: ReceiptPlace): unknown {
  if (!isJsonObject(value) || typeof value.madeContainer !== "boolean") return value;
  return { ...value, container, madeLevels: value.madeContainer ? 1 : 0 };
}

function isReceipt(value: unknown): value is Receipt {
  if (!isJsonObject(value)) return false;
  const isTextOrNull = (part: unknown) => part === null || typeof part === "string";
  return (
    typeof value.file === "string" &&
    typeof value.name === "string" &&
    Array.isArray(value.container) &&
    isJsonObject(value.entry) &&
    typeof value.digestAfter === "string" &&
    isTextOrNull(value.textBefore) &&
    isTextOrNull(value.rawBefore) &&
    typeof value.madeLevels === "number" &&
    Array.isArray(value.madeFolders) &&
    value.madeFolders.every((folder) => typeof folder === "string")
  );
}

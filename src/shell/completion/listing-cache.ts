// What servers listed when they were last asked. The TAB key starts no server, so this is all that it knows of them.
import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "../../contract/json.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type CompletableParam, type CompletableTool, completableTools } from "./completable.ts";

/** A file that is larger was not written here. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Keeps what completion needs of a server's list. A cache that can't be written is none: the listing that it comes from
 * goes on.
 * @returns whether it could be written
 */
export async function rememberTools(
  { env }: Pick<Terminal, "env">,
  server: string,
  tools: Parameters<typeof completableTools>[0],
): Promise<boolean> {
  const { folder, path } = placeOf(env, server);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(path, JSON.stringify({ server, tools: completableTools(tools) }), 0o600);
    return true;
  } catch {
    // A full or read-only disk: completion knows less, and that is all.
    return false;
  }
}

/** @returns nothing for a server that was never listed */
export async function recallTools({ env }: Pick<Terminal, "env">, server: string): Promise<readonly CompletableTool[]> {
  const { path } = placeOf(env, server);
  try {
    if ((await stat(path)).size > maxBytes) return [];
    const read: unknown = JSON.parse(await readFile(path, "utf8"));
    return isJsonObject(read) && read.server === server && Array.isArray(read.tools) ? read.tools.flatMap(toolIn) : [];
  } catch {
    // Not there, or damaged: to be thrown away at any time is what a cache is for.
    return [];
  }
}

/** A server's name is any text, not a file name. */
function placeOf(env: Terminal["env"], server: string): { readonly folder: string; readonly path: string } {
  const folder = join(userFolders(env).cache, "listings");
  return { folder, path: join(folder, `${createHash("sha256").update(server).digest("hex").slice(0, 32)}.json`) };
}

function toolIn(value: unknown): readonly CompletableTool[] {
  if (!isJsonObject(value) || typeof value.name !== "string") return [];
  const params = Array.isArray(value.params) ? value.params.flatMap(paramIn) : [];
  return [{ name: value.name, summary: String(value.summary ?? ""), params }];
}

function paramIn(value: unknown): readonly CompletableParam[] {
  if (!isJsonObject(value) || typeof value.name !== "string") return [];
  return [
    {
      name: value.name,
      summary: String(value.summary ?? ""),
      isRequired: value.isRequired === true,
      isBoolean: value.isBoolean === true,
      isObject: value.isObject === true,
      values: Array.isArray(value.values) ? value.values.map(String) : [],
    },
  ];
}

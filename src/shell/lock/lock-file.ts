import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { canonicalJson, canonicalJsonLine } from "../../contract/canonical-json.ts";
import { isJsonObject, type Json } from "../../contract/json.ts";
import { reasonOf } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { shellWord } from "../print/foreign-text.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import { findConfigFiles } from "../servers/find-config-files.ts";
import { knownAs } from "../servers/load-servers.ts";
import type { ShellTool } from "../sources/tool-source.ts";
import { type LockedStart, readLockedStart } from "./locked-start.ts";

/** A tool as its server listed it when a person accepted it. */
export interface LockedTool {
  /** SHA-256 of the entry, whatever the order of its keys. */
  readonly hash: string;
  readonly tool: ShellTool;
}

/** What was accepted of a server. */
export interface LockedServer {
  readonly tools: readonly LockedTool[];
  /** How it is started or reached. Absent in a file of format 1, until the server is locked again. */
  readonly start?: LockedStart;
  /** What it says to a model before any tool; empty: nothing. Absent where `start` is. */
  readonly instructions?: string;
}

/** What a lock file holds: the servers, by their names. */
export type LockedServers = ReadonlyMap<string, LockedServer>;

const format = 2;
/** The first one held tools only. */
const readFormats: readonly unknown[] = [1, format];

export function lockedTool(tool: ShellTool): LockedTool {
  return { hash: hashOf(tool), tool };
}

function hashOf(tool: unknown): string {
  return createHash("sha256").update(canonicalJsonLine(tool)).digest("hex");
}

/**
 * Where the tools of a server are locked: beside the file that the command line names (`.mcp.lock.json`, to be committed with
 * it), else beside the user's own file of servers, whichever client the server comes from.
 * @param configs the files that the command line names
 * @returns an absolute path
 */
export function lockPathOf(
  server: Pick<ConfiguredServer, "file">,
  { cwd, env }: Pick<Terminal, "cwd" | "env">,
  configs: readonly string[],
): string {
  const world = worldOf({ cwd, env });
  const given = namedConfig(server, { cwd, env }, configs);
  const named = given === undefined ? undefined : resolve(cwd, given);
  const own = findConfigFiles(world).find(({ client }) => client === "pegboard");
  if (own === undefined) throw new Error("invariant: the user's own file of servers has a place on every system");
  return (named ?? own.path).replace(/(?:\.jsonc?)?$/, ".lock.json");
}

/** The lock of servers that are in no file any more: beside the first that `--config` names, else the user's own. */
export function lockPathOfAbsent({ cwd, env }: Pick<Terminal, "cwd" | "env">, configs: readonly string[]): string {
  const [config] = configs;
  const file = config === undefined ? "" : knownAs(resolve(cwd, config), worldOf({ cwd, env }));
  return lockPathOf({ file }, { cwd, env }, configs);
}

/** What the command line names of the files that `--config` names: the one with the server. */
function namedConfig(
  { file }: Pick<ConfiguredServer, "file">,
  { cwd, env }: Pick<Terminal, "cwd" | "env">,
  configs: readonly string[],
): string | undefined {
  return configs.find((path) => knownAs(resolve(cwd, path), worldOf({ cwd, env })) === file);
}

/** The words behind `pegboard lock` that mean a server, in the file where it was found. */
export function lockWordsOf(
  server: Pick<ConfiguredServer, "file" | "name">,
  terminal: Pick<Terminal, "cwd" | "env">,
  configs: readonly string[],
): string {
  const config = namedConfig(server, terminal, configs);
  return `${shellWord(server.name)}${config === undefined ? "" : ` --config ${shellWord(config)}`}`;
}

function worldOf({ cwd, env }: Pick<Terminal, "cwd" | "env">) {
  return { cwd, env, home: userFolders(env).home, platform: process.platform };
}

/**
 * @param path absolute
 * @returns an empty map where the file does not exist
 * @throws CliError for a file that can't be used: going on without it would accept everything
 */
export function readLockFile(path: string, terminal: Pick<Terminal, "cwd" | "env">): LockedServers {
  if (!existsSync(path)) return new Map();
  const name = shownLock(path, terminal);
  const unusable = (why: string, cause?: unknown) =>
    new CliError(`the lock file '${name}' ${why}`, {
      hint: "restore it from version control, or remove it and run pegboard lock",
      ...(cause === undefined ? {} : { cause }),
    });
  let value: Json;
  try {
    // JSON.parse yields nothing but JSON.
    value = JSON.parse(readFileSync(path, "utf8")) as Json;
  } catch (error) {
    throw unusable(`can't be read: ${reasonOf(error)}`, error);
  }
  if (!isJsonObject(value) || !readFormats.includes(value.format) || !isJsonObject(value.servers)) {
    throw unusable(`is not a lock file of format ${format}`);
  }
  return new Map(
    Object.entries(value.servers).map(([server, entry]) => {
      if (!isJsonObject(entry) || !Array.isArray(entry.tools)) {
        throw unusable(`has no tools for the server '${server}'`);
      }
      const { tools, start: said, instructions } = entry;
      const start = readLockedStart(said);
      if (said !== undefined && start === undefined) {
        throw unusable(`has a command of '${server}' that does not match its hash`);
      }
      const read = tools.map((one: Json) => {
        const tool = isJsonObject(one) ? readLockedTool(one.tool, one.hash) : undefined;
        if (tool === undefined) throw unusable(`has a tool of '${server}' that does not match its hash`);
        return tool;
      });
      return [
        server,
        { tools: read, ...(start && { start }), ...(typeof instructions === "string" && { instructions }) },
      ];
    }),
  );
}

/** @returns undefined for what was changed by hand, or is not a tool */
function readLockedTool(tool: Json | undefined, hash: Json | undefined): LockedTool | undefined {
  if (!isJsonObject(tool) || typeof tool.name !== "string" || !isJsonObject(tool.inputSchema)) return undefined;
  if (typeof hash !== "string" || hash !== hashOf(tool)) return undefined;
  // Its other members are compared as they are, whatever they are.
  return { hash, tool: tool as unknown as ShellTool };
}

/** Equal content gives equal bytes: servers and tools stand in the order of their names. */
export async function writeLockFile(
  path: string,
  servers: LockedServers,
  terminal: Pick<Terminal, "cwd" | "env">,
): Promise<void> {
  const entries = [...servers].map(
    ([server, { tools, ...locked }]) => [server, { ...locked, tools: [...tools].sort(byName) }] as const,
  );
  const failed = failsWith(`the lock file '${shownLock(path, terminal)}' can't be written`);
  await mkdir(dirname(path), { recursive: true }).catch(failed);
  await replaceFile(path, canonicalJson({ format, servers: Object.fromEntries(entries) })).catch(failed);
}

function byName(one: LockedTool, other: LockedTool): number {
  const [a, b] = [`${one.tool.name}\n${one.hash}`, `${other.tool.name}\n${other.hash}`];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As people know the file. */
export function shownLock(path: string, { cwd, env }: Pick<Terminal, "cwd" | "env">): string {
  return knownAs(path, { cwd, home: userFolders(env).home });
}

// Which configuration file counts, and what it says. The current folder is never asked: a client may start us inside a
// repository that is not trusted.
import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { errorCode, isAbsent } from "../../disk/disk-errors.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError, errorText, failsWith } from "../../terminal/cli-error.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import type { ServeConfig } from "./config-grammar.ts";

export const configName = "pegboard.serve.json";

/** A larger file is not a configuration. */
const maxBytes = 256 * 1024;

export interface FoundConfig {
  readonly config: ServeConfig;
  /** Dotted key → `file:line:column`. */
  readonly places: ReadonlyMap<string, string>;
  /** The file, as it was named. */
  readonly path: string;
  /** Paths in it are relative to this folder. */
  readonly folder: string;
}

export interface ConfigSources {
  /** `--config` */
  readonly config?: string;
  /** `--catalog` */
  readonly catalog?: string;
}

/**
 * The file that `--config` names, else PEGBOARD_CONFIG; else the one beside the catalog that `--catalog` names, else the
 * user's own.
 * @returns undefined when there is none
 * @throws CliError when a named one is missing, or one can't be read or contains mistakes
 */
export async function findConfig(terminal: Terminal, sources: ConfigSources): Promise<FoundConfig | undefined> {
  const { PEGBOARD_CONFIG: variable = "" } = terminal.env;
  const named = sources.config ?? (variable === "" ? undefined : variable);
  if (named !== undefined) {
    const text = await readConfig(resolve(terminal.cwd, named), named);
    if (text === undefined) throw new CliError(`there is no configuration file '${named}'`);
    return understand(terminal, text, named, dirname(resolve(terminal.cwd, named)));
  }
  const own = userFolders(terminal.env).config;
  const candidates = [...(sources.catalog === undefined ? [] : [resolve(terminal.cwd, sources.catalog)]), own];
  for (const folder of candidates) {
    const path = join(folder, configName);
    const text = (await isOutOfReach(path)) ? undefined : await readConfig(path, path);
    if (text === undefined) continue;
    const found = await understand(terminal, text, path, folder);
    if (folder === own) refuseHttp(found);
    return found;
  }
  return undefined;
}

/**
 * The user's own file is for every server: each one that a client starts over stdio would listen at that address instead,
 * and not answer the client.
 */
function refuseHttp({ places }: FoundConfig): void {
  const place = places.get("http");
  if (place === undefined) return;
  throw new CliError(`${place}: 'http' can't be set for all servers at once: clients start theirs over stdio`, {
    hint: "set it for one server: in a file that --config names, or beside its catalog",
  });
}

/**
 * It lies in a folder that we may not enter, so it is another user's: HOME often names another user's folder where a service
 * changed its user. One that is there and can't be read may hold rules, and is never passed over.
 */
async function isOutOfReach(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return errorCode(error) === "EACCES";
  }
}

async function readConfig(path: string, shown: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    // A pipe or a device may never end.
    const facts = await stat(path);
    if (!facts.isFile()) throw new CliError(`'${shown}' is not a regular file`);
    if (facts.size > maxBytes) throw new CliError(`'${shown}' is too large to be a configuration`);
    bytes = await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    return failsWith(`'${shown}' can't be read`)(error);
  }
  if (bytes.length > maxBytes) throw new CliError(`'${shown}' is too large to be a configuration`);
  return bytes.toString("utf8").replace(/^\u{feff}/u, "");
}

async function understand(terminal: Terminal, text: string, shown: string, folder: string): Promise<FoundConfig> {
  // The parser is needed only by those who have such a file.
  const { parseConfig } = await import("./parse-config.ts");
  const { config, places, mistakes } = parseConfig({ path: shown, text });
  const errors = mistakes.map(({ place, message, hint }) => new CliError(`${place}: ${message}`, { hint }));
  const last = errors.pop();
  if (last === undefined) return { config, places, path: shown, folder };
  // All of them are printed; the last one ends the command.
  for (const error of errors) printError(terminal, errorText(error, terminal.errorColors.red));
  throw last;
}

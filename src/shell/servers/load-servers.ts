import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { errorCode } from "../../disk/disk-errors.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { formatOf, type ParseText } from "../formats/config-format.ts";
import type { ConfigProblem, ConfiguredServer, ConfigWorld, ReadConfig } from "./configured-server.ts";
import { type ConfigCandidate, findConfigFiles } from "./find-config-files.ts";
import { parseJsonc } from "./jsonc.ts";
import { readServerConfig } from "./read-server-config.ts";

/** Which servers there are, by the files that name them. */
export interface LoadedServers {
  /** One for each name: of the first file that names it and does not switch it off. In order of files, then as they stand. */
  readonly servers: readonly ConfiguredServer[];
  /** Those that another of the same name stands before, and those that are switched off. */
  readonly shadowed: readonly ShadowedServer[];
  /** Files of the current folder, as people know them: there, but not known to be trusted. */
  readonly notUsed: readonly string[];
  readonly problems: readonly ConfigProblem[];
  /** Patterns of the user's own file only: what another file allows, it allows itself. */
  readonly allow: readonly string[];
  /** Patterns of all files that were read; of the user's own file always. */
  readonly deny: readonly string[];
  /** Every name that a file gives a server, those too that are not used. */
  readonly named: readonly string[];
}

export interface ShadowedServer {
  readonly server: ConfiguredServer;
  /** What stands in front of it, in words for people; undefined: it is switched off. */
  readonly by: string | undefined;
}

/** Some of these files hold a client's whole history. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads the files that are named, or without any, those of the user's clients.
 * @throws CliError (usage) for a named file that can't be read or used, and for a broken file of our own: it holds rules
 */
export async function loadServers(
  { cwd, env }: Pick<Terminal, "cwd" | "env">,
  { configs = [], cleanEnv = false }: { readonly configs?: readonly string[]; readonly cleanEnv?: boolean } = {},
): Promise<LoadedServers> {
  const { home } = userFolders(env);
  const world = { env, home, cwd, platform: process.platform, readFile: readIfThere, cleanEnv };
  const known = (path: string) => knownAs(path, world);
  if (configs.length > 0) {
    // The user named them, in this folder: that is where their servers belong.
    const read = await Promise.all(
      configs.map((path) => readNamed(path, known(resolve(cwd, path)), { ...world, startIn: cwd })),
    );
    const combined = combine(read.map((config) => ({ ...config, allow: [] })));
    // What the user denies, is denied whatever file is named; what the user allows, was meant for other servers.
    const own = readOwn(world);
    if (own === undefined) return combined;
    return {
      ...combined,
      deny: [...combined.deny, ...own.deny],
      named: [...combined.named, ...own.servers.map(({ name }) => name)],
    };
  }
  const candidates = findConfigFiles(world).filter(({ path }) => existsSync(path));
  const own = candidates.filter(({ scope }) => scope === "user");
  const all = await Promise.all(own.map((file) => readFound(file, known(file.path), { ...world, startIn: home })));
  const read = all.flatMap(({ config, client }) => {
    const isOurs = client === "pegboard";
    const [problem] = config.problems;
    if (isOurs && problem !== undefined) throw new CliError(problemText(problem));
    return config.isAboutServers ? [isOurs ? config : { ...config, allow: [] }] : [];
  });
  const inFolder = candidates.filter(({ scope }) => scope === "folder");
  const isUsed = await Promise.all(
    inFolder.map(async (file) => {
      if (file.isSettings === undefined) return true;
      const { config } = await readFound(file, known(file.path), { ...world, startIn: cwd });
      return config.isAboutServers;
    }),
  );
  const notUsed = inFolder.filter((_, at) => isUsed[at]).map(({ path }) => known(path));
  return { ...combine(read), notUsed };
}

/**
 * The user's own file of servers and rules.
 * @throws CliError for a broken one: its rules would be missed
 */
export function readOwn(world: Omit<ConfigWorld, "startIn">): ReadConfig | undefined {
  const own = findConfigFiles(world).find(({ client }) => client === "pegboard");
  if (own === undefined || !existsSync(own.path)) return undefined;
  const text = readText(own.path);
  const name = knownAs(own.path, world);
  if (typeof text !== "string") throw new CliError(`'${name}' ${text.message}`);
  const config = readServerConfig({ path: name, text }, { ...world, startIn: world.home }, { client: "pegboard" });
  const [problem] = config.problems;
  if (problem !== undefined) throw new CliError(problemText(problem));
  return config;
}

/** The catalog in this process has its name: a server of a file that has the same can't be reached beside it. */
export function behindCatalog(loaded: LoadedServers, name: string): LoadedServers {
  const by = "the catalog in this process";
  const hidden = loaded.servers.filter((server) => server.name === name).map((server) => ({ server, by }));
  if (hidden.length === 0) return loaded;
  const servers = loaded.servers.filter((server) => server.name !== name);
  return { ...loaded, servers, shadowed: [...loaded.shadowed, ...hidden] };
}

/** What was found and is not spoken to, and why: one line for people. */
export function shadowedText({ server, by }: ShadowedServer): string {
  const why = by === undefined ? "switched off" : `the one of ${by} comes first`;
  return `not used: ${server.name} (${server.origin}): ${why}`;
}

function combine(configs: readonly ReadConfig[]): LoadedServers {
  const chosen = new Map<string, ConfiguredServer>();
  const shadowed: ShadowedServer[] = [];
  for (const server of configs.flatMap(({ servers }) => servers)) {
    const by = chosen.get(server.name);
    if (!server.isEnabled) shadowed.push({ server, by: undefined });
    else if (by !== undefined) shadowed.push({ server, by: by.origin });
    else chosen.set(server.name, server);
  }
  return {
    servers: [...chosen.values()],
    shadowed,
    notUsed: [],
    problems: configs.flatMap(({ problems }) => problems),
    allow: configs.flatMap(({ allow }) => allow),
    deny: configs.flatMap(({ deny }) => deny),
    named: configs.flatMap(({ servers }) => servers.map(({ name }) => name)),
  };
}

/** @throws CliError for whatever keeps it from being used */
async function readNamed(path: string, name: string, world: ConfigWorld): Promise<ReadConfig> {
  const text = readText(resolve(world.cwd, path));
  if (typeof text !== "string") {
    throw new CliError(`'${name}' ${text.message}`, { hint: "--config takes a file that names MCP servers" });
  }
  const whole = resolve(world.cwd, path);
  const client = findConfigFiles(world).find((candidate) => candidate.path === whole)?.client;
  const config = readServerConfig({ path: name, text }, world, { client, parse: await parserOf(whole) });
  const [problem] = config.problems;
  if (problem !== undefined) throw new CliError(problemText(problem));
  if (!config.isAboutServers) {
    throw new CliError(`'${name}' does not name any servers`, {
      hint: 'it should contain {"mcpServers": {NAME: {"command": …}}} or, as VS Code writes it, {"servers": …}',
    });
  }
  return config;
}

/** A file that was not named is not a reason to stop. */
async function readFound(
  { path, client }: Pick<ConfigCandidate, "path" | "client">,
  name: string,
  world: ConfigWorld,
): Promise<{ readonly client: ConfigCandidate["client"]; readonly config: ReadConfig }> {
  const text = readText(path);
  if (typeof text === "string") {
    return { client, config: readServerConfig({ path: name, text }, world, { client, parse: await parserOf(path) }) };
  }
  const problem = { file: name, line: 1, column: 1, message: text.message };
  return { client, config: { servers: [], problems: [problem], allow: [], deny: [], isAboutServers: true } };
}

/** Most files are JSON, whose parser is here anyhow. */
async function parserOf(path: string): Promise<ParseText> {
  return /\.(toml|ya?ml)$/i.test(path) ? (await formatOf(path)).parse : parseJsonc;
}

/** One line for people. */
export function problemText({ file, line, column, message }: ConfigProblem): string {
  return `${file}:${line}:${column}: the file ${message}`;
}

function readText(path: string): string | { readonly message: string } {
  try {
    if (statSync(path).size > maxBytes) return { message: `is larger than ${maxBytes / 1024 / 1024} MiB` };
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    return { message: code === "ENOENT" ? "does not exist" : `can't be read (${code})` };
  }
}

/** Only a plain file: others may never end. */
function readIfThere(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const text = readText(path);
  return typeof text === "string" ? text : undefined;
}

/** Short, and without the user's name: relative to the current folder where it lies in it, else to the home folder. */
export function knownAs(path: string, { cwd, home }: Pick<ConfigWorld, "cwd" | "home">): string {
  for (const [base, prefix] of [
    [cwd, ""],
    [home, `~${sep}`],
  ] as const) {
    const inside = relative(base, path);
    if (inside !== "" && !inside.startsWith("..") && !isAbsolute(inside)) return `${prefix}${inside}`;
  }
  return path;
}

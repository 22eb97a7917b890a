import { userFolders } from "../../disk/user-folders.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { clients, configPlace } from "../install/clients.ts";
import { thisProgram } from "../install/this-program.ts";
import { type ClientName, clientNames, type Scope } from "../servers/client-names.ts";
import type { ConfiguredServer } from "../servers/configured-server.ts";
import { knownAs, type LoadedServers, loadServers } from "../servers/load-servers.ts";
import { type Check, type Examined, problem, warning } from "./check.ts";

export interface ServerChoice {
  readonly scope: Scope;
  /** Clients, or with `config` servers. */
  readonly names: readonly string[];
  readonly servers: readonly string[] | undefined;
  readonly config: string | undefined;
  readonly cleanEnv: boolean;
}

export interface Chosen {
  /** To be started. */
  readonly candidates: readonly { readonly client: ClientName | undefined; readonly server: ConfiguredServer }[];
  /** What is wrong without starting anything. */
  readonly findings: readonly Examined[];
}

/**
 * Which servers are looked at. Files of the current folder are not trusted: what they name is started only when the user
 * says so, with `--scope project` or `--config`.
 */
export async function chooseServers(terminal: Terminal, choice: ServerChoice): Promise<Chosen> {
  const { config, names, cleanEnv } = choice;
  if (config !== undefined) {
    const loaded = await loadServers(terminal, { configs: [config], cleanEnv });
    const wanted = [...names, ...(choice.servers ?? [])];
    const odd = wanted.find((name) => !allIn(loaded).some((server) => server.name === name));
    if (odd !== undefined) throw new CliError(`'${config}' does not name a server '${odd}'`);
    const chosen = allIn(loaded).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    return split(undefined, chosen, loaded);
  }
  const odd = names.find((name) => !clientNames.some((client) => client === name));
  if (odd !== undefined) {
    throw new CliError(`'${odd}' is not a known client`, {
      hint: `known: ${clientNames.join(", ")}; to look at other servers: --config FILE, or --server NAME`,
    });
  }
  const named = clientNames.filter((client) => names.includes(client));
  const looked =
    names.length > 0 ? named : clientNames.filter((client) => clients[client].scopes.includes(choice.scope));
  const found = await Promise.all(looked.map((client) => ofClient(terminal, client, choice)));
  return {
    candidates: found.flatMap(({ candidates }) => candidates),
    findings: found.flatMap(({ findings }) => findings),
  };
}

/** True for an entry that starts this package, also one that `install` wrote for a clone that was moved or removed since. */
export function startsPegboard({ target, name }: ConfiguredServer): boolean {
  if (target === undefined) return name === "pegboard";
  if (target.kind !== "stdio") return false;
  const words = [target.command, ...target.args];
  const { main } = thisProgram();
  const isPackage = (word: string) =>
    word === main || /(^|[\\/])pegboard([\\/@]|$)/.test(word) || /[\\/]dist[\\/]cli[\\/]main\.js$/.test(word);
  return words.includes("serve") && words.some(isPackage);
}

async function ofClient(
  terminal: Terminal,
  client: ClientName,
  { scope, names, servers, cleanEnv }: ServerChoice,
): Promise<Chosen> {
  const path = configPlace(terminal, client, scope);
  const file = knownAs(path, { cwd: terminal.cwd, home: userFolders(terminal.env).home });
  const loaded =
    scope === "project" ? await loadProject(terminal, path, cleanEnv) : await loadServers(terminal, { cleanEnv });
  const own = loaded === undefined ? [] : allIn(loaded).filter((server) => server.file === file);
  const mistakes = (loaded?.problems ?? []).filter((mistake) => mistake.file === file);
  const chosen = own.filter((server) => servers?.includes(server.name) ?? startsPegboard(server));
  const broken = mistakes.map(({ line, column, message }) =>
    finding(client, "", `${file}:${line}:${column}`, problem("entry", `the file ${message}`, "fix it first")),
  );
  // Not every client has to be installed; a named one should have the server.
  const isMissed = chosen.length === 0 && broken.length === 0 && names.includes(client);
  const wanted = servers === undefined ? "pegboard" : `a server named ${servers.join(" or ")}`;
  const isInProject = isMissed && scope === "user" && (await startsInProject(terminal, client, cleanEnv));
  const missing = problem(
    "entry",
    `${clients[client].title} does not start ${wanted}${isInProject ? " outside this project" : ""}`,
    isInProject
      ? `pegboard doctor ${client} --scope project looks at what it starts here`
      : `pegboard install ${client}${scope === "user" ? "" : ` --scope ${scope}`} adds it`,
  );
  const { candidates, findings } = split(client, chosen, loaded);
  return { candidates, findings: [...broken, ...(isMissed ? [finding(client, "", file, missing)] : []), ...findings] };
}

/** Whether the client starts this package in the current project, as `init` writes it. */
async function startsInProject(terminal: Terminal, client: ClientName, cleanEnv: boolean): Promise<boolean> {
  if (!clients[client].scopes.includes("project")) return false;
  const loaded = await loadProject(terminal, configPlace(terminal, client, "project"), cleanEnv);
  return loaded !== undefined && allIn(loaded).some(startsPegboard);
}

async function loadProject(terminal: Terminal, path: string, cleanEnv: boolean): Promise<LoadedServers | undefined> {
  try {
    return await loadServers(terminal, { configs: [path], cleanEnv });
  } catch (error) {
    // A client without a file in the project is not one of its clients.
    if (error instanceof CliError && / does not exist$/.test(error.message)) return undefined;
    throw error;
  }
}

function allIn({ servers, shadowed }: LoadedServers): readonly ConfiguredServer[] {
  return [...servers, ...shadowed.map(({ server }) => server)];
}

function split(
  client: ClientName | undefined,
  servers: readonly ConfiguredServer[],
  loaded: LoadedServers | undefined,
): Chosen {
  const isOff = (server: ConfiguredServer) =>
    loaded?.shadowed.some((each) => each.server === server && each.by === undefined) ?? false;
  const off = warning("entry", "is switched off in the file", "switch it on in the client to use it");
  return {
    candidates: servers.filter((server) => !isOff(server)).map((server) => ({ client, server })),
    findings: servers.filter(isOff).map((server) => finding(client, server.name, placeOf(server), off)),
  };
}

export function placeOf({ file, line, column }: ConfiguredServer): string {
  return `${file}:${line}:${column}`;
}

function finding(client: ClientName | undefined, name: string, place: string, check: Check): Examined {
  return { client, name, place, checks: [check] };
}

// Where the servers are that a command line speaks of: in this process, in configuration files, behind a bridge.

import { existsSync } from "node:fs";
import type { CallPolicy } from "../../bridge/policy.ts";
import { givenMembers } from "../../contract/given-members.ts";
import { userFolders } from "../../disk/user-folders.ts";
import type { Policy } from "../../runtime/policy.ts";
import { CliError, warningText } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import { type Asking, type AskingOptions, openAsking } from "../asking/open-asking.ts";
import { readPolicy } from "../call/decide.ts";
import type { LocalCatalog } from "../catalog/bound-catalog.ts";
import { openLocalCatalog } from "../catalog/local-catalog.ts";
import type { ServerLogins } from "../logins/server-logins.ts";
import { type AdHocOptions, isAdHoc } from "../servers/ad-hoc-server.ts";
import { findConfigFiles } from "../servers/find-config-files.ts";
import type { LoadedServers } from "../servers/load-servers.ts";
import { readSettings } from "../settings/serve-settings.ts";
import { sessionHandle } from "../settings/session-handle.ts";
import { askOptions } from "./ask-options.ts";
import { combinedSource } from "./combined-source.ts";
import type { LocalSource } from "./local-source.ts";
import type { AskOptions, ToolSource } from "./tool-source.ts";

export interface SourceOptions extends AdHocOptions, AskingOptions {
  readonly server?: string;
  /** Folder of a project of the user's own. Default: the one around the current folder, else the workbench. */
  readonly catalog?: string;
  /** The workbench, also inside a project. */
  readonly workbench?: true;
  /** A file that names servers: only those, then. */
  readonly config?: string;
  /** Servers get few variables, whatever their client would hand on. */
  readonly cleanEnv?: true;
  /** PORT or HOST:PORT of a running bridge. */
  readonly bridge?: string;
  /** Seconds. */
  readonly timeout?: number;
  /** Print everything known, as JSON. */
  readonly json?: true;
  /** A file to which every exchange with a server is added. */
  readonly record?: string;
}

export interface OpenedSource {
  readonly source: ToolSource;
  /** Name of the local catalog, where it is one of the servers. */
  readonly local: string | undefined;
  /** What configuration files said; absent behind a bridge. */
  readonly loaded: LoadedServers | undefined;
  readonly isBridge: boolean;
}

/** Every server that there is to speak to. */
export async function openSource(terminal: Terminal, options: SourceOptions): Promise<OpenedSource> {
  refuseTwoPlaces(options);
  if (isAdHoc(options)) return openAdHoc(terminal, options);
  if (saysBridge(terminal, options)) return openBridge(terminal, options);
  const [{ behindCatalog, loadServers }, { lockedSource, openLocks }, { serverLogins }] = await Promise.all([
    import("../servers/load-servers.ts"),
    import("../lock/locked-source.ts"),
    import("../logins/server-logins.ts"),
  ]);
  const configs = options.config === undefined ? [] : [options.config];
  const all = await loadServers(terminal, { configs, cleanEnv: options.cleanEnv === true });
  const locks = openLocks(terminal, all.servers, configs);
  const logins = serverLogins(terminal, options);
  const recorded = await recording(terminal, options, all, logins);
  const asking = await openAsking(terminal, options);
  if (options.config !== undefined && options.catalog === undefined) {
    return {
      source: lockedSource(recorded(await kept(terminal, options, all, logins, asking)), locks),
      local: undefined,
      loaded: all,
      isBridge: false,
    };
  }
  const catalog = await openLocalCatalog(terminal, options.catalog);
  const local = await openLocal(terminal, catalog, options);
  const loaded = behindCatalog(all, local.name);
  const { tools, aliases } = catalog.registry;
  const source = combinedSource([
    { source: local, names: [local.name], tools: [...Object.keys(tools), ...Object.keys(aliases)] },
    {
      source: lockedSource(recorded(await kept(terminal, options, loaded, logins, asking)), locks),
      names: loaded.servers.map(({ name }) => name),
    },
  ]);
  return { source, local: local.name, loaded, isBridge: false };
}

/**
 * Servers of files; the one that the user named is asked by way of the warm process. Not where exchanges are recorded: the mask needs
 * every secret that was sent.
 */
async function kept(
  terminal: Terminal,
  { server, config, record }: SourceOptions,
  loaded: LoadedServers,
  logins: ServerLogins,
  asking: Asking,
): Promise<ToolSource> {
  const { serverSource } = await import("./config-source.ts");
  const source = serverSource(loaded, { env: terminal.env, logins, asking });
  const named = loaded.servers.find(({ name }) => name === server);
  if (named === undefined || record !== undefined) return source;
  const { warmIdleMs } = await import("../warm/warm-place.ts");
  if (warmIdleMs(terminal.env) === undefined) return source;
  const { warmSource } = await import("../warm/warm-source.ts");
  return warmSource(source, terminal, { server: named, config, asking });
}

/** The server that the command line itself brings. It has no lock: it has no name by which it would be known again. */
async function openAdHoc(terminal: Terminal, options: SourceOptions): Promise<OpenedSource> {
  const [{ adHocServers }, { serverSource }, { serverLogins }] = await Promise.all([
    import("../servers/ad-hoc-server.ts"),
    import("./config-source.ts"),
    import("../logins/server-logins.ts"),
  ]);
  const loaded = await adHocServers(terminal, options.server ?? "", options, await ownDenyRules(terminal));
  const logins = serverLogins(terminal, options);
  const recorded = await recording(terminal, options, loaded, logins);
  const asking = await openAsking(terminal, options);
  const source = recorded(serverSource(loaded, { env: terminal.env, logins, asking }));
  return { source, local: undefined, loaded, isBridge: false };
}

/** Opens what the command line names, asks, and closes it whatever happens. */
export async function withSource<Result>(
  terminal: Terminal,
  options: SourceOptions,
  ask: (opened: OpenedSource, asked: AskOptions) => Promise<Result>,
): Promise<Result> {
  const interrupted = terminal.catchInterrupts();
  const opened = await openSource(terminal, options);
  return ask(opened, askOptions(terminal, interrupted, options)).finally(() => opened.source.close());
}

export type Outcome<Answer> =
  | { readonly server: string; readonly ok: true; readonly answer: Answer }
  | { readonly server: string; readonly ok: false; readonly error: CliError };

/** Asks servers at the same time, and reports those that failed: one that is down hides none of the others. */
export async function askEach<Answer>(
  terminal: Terminal,
  servers: readonly string[],
  ask: (server: string) => Promise<Answer>,
): Promise<readonly Outcome<Answer>[]> {
  const outcomes = await Promise.all(
    servers.map(async (server): Promise<Outcome<Answer>> => {
      try {
        return { server, ok: true, answer: await ask(server) };
      } catch (error) {
        if (error instanceof CliError) return { server, ok: false, error };
        throw error;
      }
    }),
  );
  for (const outcome of outcomes) {
    if (outcome.ok) continue;
    const {
      message,
      exitCode,
      hint = exitCode === ExitCode.timedOut ? "--timeout 60 waits longer" : undefined,
    } = outcome.error;
    printError(terminal, warningText(new CliError(message, { exitCode, hint }), terminal.errorColors.yellow));
  }
  return outcomes;
}

/** How long many servers are waited for, where the user has not said it: those that answer should not wait for those that don't. */
const manyMs = 3_000;

/** The options with which many servers are asked at once. */
export function askManyOptions(
  asked: AskOptions,
  { env }: Pick<Terminal, "env">,
  { timeout }: SourceOptions,
): AskOptions {
  const isSaid = timeout !== undefined || (env.TOOL_CLI_TIMEOUT_MS ?? "") !== "";
  return isSaid ? asked : { ...asked, timeoutMs: Math.min(asked.timeoutMs, manyMs) };
}

/** How the command ends: where a server was named, as it failed; where all were asked, badly only if all failed. */
export function exitCodeOfAll(outcomes: readonly Outcome<unknown>[], { server }: SourceOptions): ExitCode {
  const [first] = outcomes;
  if (first === undefined || outcomes.some(({ ok }) => ok) || first.ok) return ExitCode.fine;
  return server === undefined ? ExitCode.unreachable : first.error.exitCode;
}

/**
 * The local catalog, where a command line means that and nothing else; reading what clients are configured with would be in
 * vain. undefined: it means a server elsewhere, or does not say which.
 */
export async function localOf(terminal: Terminal, options: SourceOptions): Promise<LocalCatalog | undefined> {
  refuseTwoPlaces(options);
  if (isAdHoc(options)) return undefined;
  const { server, record } = options;
  if (server === undefined) {
    const elsewhere = options.bridge !== undefined ? "--bridge" : options.config !== undefined ? "--config" : undefined;
    if (elsewhere !== undefined) throw new CliError(`${elsewhere} needs --server, the server to use`);
    if (record !== undefined) throw notRecorded();
    return openLocalCatalog(terminal, options.catalog);
  }
  if (saysBridge(terminal, options) || (options.config !== undefined && options.catalog === undefined))
    return undefined;
  const catalog = await openLocalCatalog(terminal, options.catalog);
  if (catalog.registry.server.name !== server) return undefined;
  if (record !== undefined) throw notRecorded();
  return catalog;
}

function notRecorded(): CliError {
  return new CliError("--record keeps exchanges with servers; the catalog is in this process", {
    hint: "--server names the server",
  });
}

/** The local catalog as a source, with the settings of `serve` and `call`. */
export async function openLocal(
  terminal: Terminal,
  catalog: LocalCatalog,
  options: Pick<SourceOptions, "catalog">,
): Promise<LocalSource> {
  const [{ localSource }, settings, deny] = await Promise.all([
    import("./local-source.ts"),
    readSettings(terminal, givenMembers({ catalog: options.catalog })),
    ownDenyRules(terminal),
  ]);
  const policy = withDenied(settings.policy, readPolicy({ deny }), catalog.registry.server.name);
  return localSource(terminal, catalog, { settings: { ...settings, policy }, session: sessionHandle(terminal) });
}

/** Behind a bridge are the bridge's servers: what stood beside it would be silently left out. */
function refuseTwoPlaces({
  bridge,
  config,
  catalog,
  workbench,
  url,
  stdioCommand,
  root,
  sampler,
}: SourceOptions): void {
  if (bridge !== undefined && (root !== undefined || sampler !== undefined)) {
    throw new CliError(`${root === undefined ? "--sampler" : "--root"} answers servers, not a bridge`);
  }
  const brought = url !== undefined ? "--url" : stdioCommand !== undefined ? "--stdio" : undefined;
  const places = { "--bridge": bridge, "--config": config, "--catalog": catalog, "--workbench": workbench };
  const place = Object.entries(places).find(([, value]) => value !== undefined)?.[0];
  if (brought !== undefined && place !== undefined) throw new CliError(`${brought} and ${place} can't be combined`);
  const beside = config !== undefined ? "--config" : catalog !== undefined ? "--catalog" : undefined;
  if (bridge === undefined || beside === undefined) return;
  throw new CliError(`--bridge and ${beside} can't be combined`, {
    hint: `leave one of them out; pegboard bridge ${beside} starts a bridge with it`,
  });
}

/** The variable is one for everything; who names a place on the command line means that. */
function saysBridge({ env }: Terminal, { bridge, config, catalog }: SourceOptions): boolean {
  if (bridge !== undefined) return true;
  return config === undefined && catalog === undefined && (env.TOOL_CLI_PORT ?? "") !== "";
}

/** What keeps the exchanges of a source, where the command line asks for it. */
export async function recording(
  terminal: Terminal,
  { record }: Pick<SourceOptions, "record">,
  { servers }: Pick<LoadedServers, "servers">,
  logins: Pick<ServerLogins, "secretsOf">,
): Promise<(source: ToolSource) => ToolSource> {
  if (record === undefined) return (source) => source;
  const [{ openRecorder }, { recordedSource }, { maskOf, secretMask }] = await Promise.all([
    import("../recording/recorder.ts"),
    import("../recording/recorded-source.ts"),
    import("../../client/mask-secrets.ts"),
  ]);
  const recorder = openRecorder(terminal, record);
  return (source) =>
    recordedSource(source, recorder, (name) => {
      const target = servers.find((server) => server.name === name)?.target;
      const kept = target === undefined ? (text: string) => text : secretMask(target);
      // Tokens come with the first request, and change.
      return (text) => kept(maskOf(logins.secretsOf(name))(text));
    });
}

async function openBridge(terminal: Terminal, { bridge, record }: SourceOptions): Promise<OpenedSource> {
  if (record !== undefined) {
    throw new CliError("--record keeps exchanges with servers, not with a bridge", {
      hint: "pegboard bridge --record keeps those of the bridge",
    });
  }
  const { bridgeSource } = await import("./bridge-source.ts");
  const source = bridgeSource(terminal.env, bridge === undefined ? {} : { address: bridge });
  return { source, local: undefined, loaded: undefined, isBridge: true };
}

/**
 * What the user's own file of servers denies. Other files are not read for it: some hold a client's whole history, and a call
 * in this process should not wait for that.
 * @throws CliError for a broken file: its rules would be missed
 */
export async function ownDenyRules({ cwd, env }: Pick<Terminal, "cwd" | "env">): Promise<readonly string[]> {
  const { home } = userFolders(env);
  const world = { env, home, cwd, platform: process.platform };
  const own = findConfigFiles(world).find(({ client }) => client === "pegboard");
  // The parser is needed only by those who have such a file.
  if (own === undefined || !existsSync(own.path)) return [];
  const { readOwn } = await import("../servers/load-servers.ts");
  return readOwn({ ...world, readFile: () => undefined })?.deny ?? [];
}

/** The catalog's policy with the shell's deny rules in it: they hold for old names and through proxy tools too. */
export function withDenied(policy: Policy, rules: CallPolicy, server: string): Policy {
  const isDenied = (tool: string) => rules.judge({ server, tool, annotations: {} }).decision === "refuse";
  return {
    permits: (tool, alias) =>
      policy.permits(tool, alias) && !isDenied(tool) && (alias === undefined || !isDenied(alias)),
  };
}

import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { CallPolicy } from "../../bridge/policy.ts";
import { BridgeServer, type StartResult } from "../../bridge/server/bridge-server.ts";
import type { OnError } from "../../bridge/server/exchange.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, isTerminal, printError, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { bridgeVariables, exportLines, runWith, unsetLines } from "../bridge/run-with.ts";
import { type SourceProvider, sourceProvider } from "../bridge/source-provider.ts";
import { openAudit } from "../call/audit-log.ts";
import { readPolicy, reportUnmetRules } from "../call/decide.ts";
import type { LocalCatalog } from "../catalog/bound-catalog.ts";
import { openLocalCatalog } from "../catalog/local-catalog.ts";
import { type Locks, lockedSource, openLocks, type Report } from "../lock/locked-source.ts";
import { serverLogins } from "../logins/server-logins.ts";
import { behindCatalog, type LoadedServers, loadServers, problemText, shadowedText } from "../servers/load-servers.ts";
import { readSettings } from "../settings/serve-settings.ts";
import { serverSource } from "../sources/config-source.ts";
import { localSource } from "../sources/local-source.ts";
import { recording, withDenied } from "../sources/open-source.ts";

export interface BridgeOptions {
  readonly catalog?: string;
  readonly config?: readonly string[];
  /** Only these. */
  readonly servers?: readonly string[];
  readonly port?: number;
  readonly tokenFile?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly yes?: true;
  /** Seconds. */
  readonly callTimeout?: number;
  /** A file to which every exchange with a server is added. */
  readonly record?: string;
  readonly json?: true;
  readonly cleanEnv?: true;
  /** It goes on when this command has ended. */
  readonly background?: true;
  /** Ends the one that goes on. */
  readonly stop?: true;
}

/** Milliseconds for a list or a resource, the start of a server included. */
const listMs = 30_000;
const defaultCallMs = 300_000;

/**
 * Serves the local catalog and the servers of configurations to other processes on this machine, until it is interrupted,
 * or for as long as the command runs that the words name.
 * @returns the command's own exit code, where there is one
 */
export async function bridge(terminal: Terminal, words: readonly string[], options: BridgeOptions): Promise<ExitCode> {
  if (options.stop || options.background) return inBackground(terminal, words, options);
  const catalog = await openLocalCatalog(terminal, options.catalog);
  const { name: local } = catalog.registry.server;
  const configs = options.config ?? [];
  const all = await loadServers(terminal, { configs, cleanEnv: options.cleanEnv === true });
  const locks = openLocks(terminal, all.servers, configs);
  const loaded = behindCatalog(all, local);
  const { allow = [], deny = [], yes } = options;
  const policy = readPolicy({
    allow: [...allow, ...loaded.allow],
    deny: [...deny, ...loaded.deny],
    ...(yes === undefined ? {} : { yes }),
  });
  reportProblems(terminal, loaded);
  reportUnmetRules(terminal, { given: { allow, deny }, found: loaded, names: [...loaded.named, local] });
  const interrupted = words.length === 0 ? terminal.catchInterrupts() : undefined;
  const callMs = options.callTimeout === undefined ? defaultCallMs : options.callTimeout * 1000;
  const audit = await openAudit(terminal);
  try {
    const provider = await openProvider(terminal, { loaded, locks, catalog, policy }, options, callMs);
    const server = new BridgeServer(provider, {
      policy,
      audit: audit.record,
      callMs,
      listMs,
      onError: reportErrors(terminal),
      ...(options.port === undefined ? {} : { port: options.port }),
    });
    try {
      const started = await startAt(server, options.port);
      return await beside(terminal, words, options, started, interrupted);
    } finally {
      await server.stop();
      await provider.close();
    }
  } finally {
    audit.close();
  }
}

/** In the manner of ssh-agent: what is printed is for `eval`. */
async function inBackground(terminal: Terminal, words: readonly string[], options: BridgeOptions): Promise<ExitCode> {
  if (words.length > 0)
    throw new CliError("a bridge in the background runs beside no command", { hint: "leave one out" });
  const { startInBackground, stopInBackground } = await import("../bridge/background.ts");
  if (options.stop) {
    const { pid, wasRunning, names } = await stopInBackground(terminal);
    if (!wasRunning) printError(terminal, `the bridge (process ${pid}) had ended before`);
    if (options.json) printJson(terminal, { stopped: wasRunning });
    else terminal.stdout.write(unsetLines(names));
    return ExitCode.fine;
  }
  const { pid, variables } = await startInBackground(terminal, flagsOf(options));
  if (options.json) printJson(terminal, { pid, env: variables });
  else
    terminal.stdout.write(
      `${exportLines(variables)}echo 'the bridge runs as process ${pid}; eval "$(pegboard bridge --stop)" ends it' >&2\n`,
    );
  return ExitCode.fine;
}

function flagsOf(options: BridgeOptions): readonly string[] {
  const { catalog, port, tokenFile, callTimeout, record, config = [], servers = [], allow = [], deny = [] } = options;
  const single = Object.entries({ catalog, port, "token-file": tokenFile, "call-timeout": callTimeout, record });
  const many = Object.entries({ config, allow, deny }).flatMap(([name, values]) =>
    values.map((value) => [name, value]),
  );
  return [
    ...[...single, ...many].flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(servers.length === 0 ? [] : ["--servers", ...servers]),
    ...(options.yes ? ["--yes"] : []),
    ...(options.cleanEnv ? ["--clean-env"] : []),
  ];
}

function reportProblems(terminal: Terminal, { problems, shadowed, notUsed }: LoadedServers): void {
  for (const problem of problems) printWarning(terminal, problemText(problem));
  for (const each of shadowed) if (each.by !== undefined) printError(terminal, visible(shadowedText(each)));
  // A repository that is not trusted may contain one: its servers are programs.
  for (const file of notUsed) printError(terminal, `not used: ${file}; --config ${file} uses it`);
}

async function openProvider(
  terminal: Terminal,
  {
    loaded,
    locks,
    catalog,
    policy,
  }: { loaded: LoadedServers; locks: Locks; catalog: LocalCatalog; policy: CallPolicy },
  { catalog: folder, servers: only, record }: BridgeOptions,
  callMs: number,
): Promise<SourceProvider> {
  // What the environment and the configuration file set for `call` holds here too: what is denied there is unknown.
  const settings = await readSettings(terminal, folder === undefined ? {} : { catalog: folder });
  // The bridge's own rules too: an old name or a proxy tool would lead past them.
  const permitted = withDenied(settings.policy, policy, catalog.registry.server.name);
  const local = localSource(terminal, catalog, { settings: { ...settings, policy: permitted } });
  const options = { listMs, callMs, selfChecking: new Set([local]), ...(only === undefined ? {} : { only }) };
  const logins = serverLogins(terminal);
  const recorded = await recording(terminal, record === undefined ? {} : { record }, loaded, logins);
  const servers = recorded(serverSource(loaded, { env: terminal.env, logins }));
  return sourceProvider([local, lockedSource(servers, locks, reportRefused(terminal))], options);
}

/** Clients of the bridge get a sentence: what a changed tool says of itself is for the person who started the bridge. */
function reportRefused(terminal: Terminal): Report {
  const reported = new Map<string, string>();
  return async (server, refused) => {
    const state = JSON.stringify(refused);
    if (reported.get(server) === state) return;
    reported.set(server, state);
    const { changesText } = await import("../lock/lock-report.ts");
    const today = new Date(terminal.clock()).toISOString().slice(0, 10);
    printWarning(
      terminal,
      `refused: ${counted(refused.length, "tool")} of '${server}'; pegboard lock shows the change`,
    );
    printError(terminal, `${changesText(refused, terminal.errorColors, today)}\n`);
  };
}

function reportErrors(terminal: Terminal): OnError {
  return ({ id, doing, error }) => {
    const reported = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printError(terminal, `${terminal.errorColors.red("error:")} ${doing} failed (id ${id}): ${reported}`);
  };
}

async function startAt(server: BridgeServer, port = 0): Promise<StartResult> {
  const failed = failsWith(`can't listen at 127.0.0.1:${port}`, { exitCode: ExitCode.unreachable });
  return server.start().catch(failed);
}

/** What goes on while the bridge runs: a command, or nothing until an interrupt. */
async function beside(
  terminal: Terminal,
  words: readonly string[],
  { tokenFile, json }: BridgeOptions,
  { port, token }: StartResult,
  interrupted: AbortSignal | undefined,
): Promise<ExitCode> {
  const path = tokenFile === undefined ? undefined : resolve(terminal.cwd, tokenFile);
  if (path !== undefined) await replaceFile(path, `${token}\n`, 0o600).catch(failsWith(`'${path}' can't be written`));
  const variables = bridgeVariables(port, path === undefined ? { token } : { tokenFile: path });
  try {
    const [command, ...given] = words;
    if (command !== undefined) return await runWith(terminal, command, given, variables);
    if (json === true)
      printJson(terminal, { port, ...(path === undefined ? { token } : { tokenFile: path }), env: variables });
    else terminal.stdout.write(exportLines(variables));
    printError(terminal, `the bridge listens at 127.0.0.1:${port}; Ctrl-C stops it`);
    terminal.releaseStdout?.();
    // What reads the variables is a shell, likely, and that waits for a process of its own until it ends.
    if (!isTerminal(terminal.stdout) && json !== true) printError(terminal, inTheBackground);
    if (interrupted !== undefined) await aborted(interrupted);
    return ExitCode.fine;
  } finally {
    if (path !== undefined) await removeToken(path, token);
  }
}

/** Another bridge may have put its own token there meanwhile. */
async function removeToken(path: string, token: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(unlessAbsent);
  if (text?.trim() === token) await rm(path, { force: true });
}

const inTheBackground = 'if the shell waits here, put the bridge into the background: eval "$(pegboard bridge &)"';

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener("abort", () => done(), { once: true }));
}

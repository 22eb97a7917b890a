import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { BrokenRule, type CallPolicy, createCallPolicy } from "../../bridge/policy.ts";
import { BridgeServer, type StartResult } from "../../bridge/server/bridge-server.ts";
import type { OnError } from "../../bridge/server/tell-failure.ts";
import { bridgeVariables, exportLines } from "../bridge-variables.ts";
import { ExitCode } from "../exit-code.ts";
import { openLocalCatalog } from "../local-catalog.ts";
import { reasonOf } from "../project.ts";
import { Refusal } from "../refusal.ts";
import { runWith } from "../run-with.ts";
import { type LoadedServers, loadServers } from "../servers/load-servers.ts";
import { readSettings } from "../settings/serve-settings.ts";
import { openAudit } from "../shell/audit-log.ts";
import { serverSource } from "../shell/config-source.ts";
import { localSource } from "../shell/local-source.ts";
import { type SourceProvider, sourceProvider } from "../shell/source-provider.ts";
import { printError, printJson, type Terminal } from "../terminal.ts";
import { writePrivate } from "../write-private.ts";

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
  readonly json?: true;
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
  const loaded = loadServers(terminal, options.config === undefined ? {} : { configs: options.config });
  const policy = readPolicy(loaded, options);
  tellProblems(terminal, loaded);
  const interrupted = words.length === 0 ? terminal.catchInterrupts() : undefined;
  const callMs = options.callTimeout === undefined ? defaultCallMs : options.callTimeout * 1000;
  const audit = await openAudit(terminal);
  try {
    const provider = await openProvider(terminal, loaded, options, callMs);
    const server = new BridgeServer(provider, {
      policy,
      audit: audit.record,
      callMs,
      listMs,
      onError: tellErrors(terminal),
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

function readPolicy(loaded: LoadedServers, { allow = [], deny = [], yes }: BridgeOptions): CallPolicy {
  try {
    return createCallPolicy({
      allow: [...allow, ...loaded.allow],
      deny: [...deny, ...loaded.deny],
      isApproved: yes === true,
    });
  } catch (error) {
    if (error instanceof BrokenRule) throw new Refusal(error.message, { cause: error });
    throw error;
  }
}

function tellProblems(terminal: Terminal, { problems, notUsed }: LoadedServers): void {
  const warning = terminal.errorColors.yellow("warning:");
  for (const { file, line, column, message } of problems) {
    printError(terminal, `${warning} ${file}:${line}:${column}: the file ${message}`);
  }
  // A repository that nobody trusts may bring one: its servers are programs.
  for (const file of notUsed) printError(terminal, `not used: ${file}; --config ${file} uses it`);
}

async function openProvider(
  terminal: Terminal,
  loaded: LoadedServers,
  { catalog, servers: only }: BridgeOptions,
  callMs: number,
): Promise<SourceProvider> {
  // What `call` is told by the environment and its configuration file holds here too: what is denied there is unknown.
  const settings = await readSettings(terminal, catalog === undefined ? {} : { catalog });
  const local = localSource(terminal, await openLocalCatalog(terminal, catalog), { settings });
  const options = { listMs, callMs, selfChecking: new Set([local]), ...(only === undefined ? {} : { only }) };
  return sourceProvider([local, serverSource(loaded)], options);
}

function tellErrors(terminal: Terminal): OnError {
  return ({ id, doing, error }) => {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printError(terminal, `${terminal.errorColors.red("error:")} ${doing} failed (id ${id}): ${told}`);
  };
}

async function startAt(server: BridgeServer, port = 0): Promise<StartResult> {
  try {
    return await server.start();
  } catch (error) {
    throw new Refusal(`can't listen at 127.0.0.1:${port}: ${reasonOf(error)}`, {
      exitCode: ExitCode.unreachable,
      cause: error,
    });
  }
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
  if (path !== undefined) await writePrivate(path, `${token}\n`);
  const variables = bridgeVariables(port, path === undefined ? { token } : { tokenFile: path });
  try {
    const [command, ...given] = words;
    if (command !== undefined) return await runWith(terminal, command, given, variables);
    if (json === true)
      printJson(terminal, { port, ...(path === undefined ? { token } : { tokenFile: path }), env: variables });
    else terminal.stdout.write(exportLines(variables));
    printError(terminal, `the bridge listens at 127.0.0.1:${port}; interrupt ends it`);
    terminal.releaseStdout?.();
    if (interrupted !== undefined) await aborted(interrupted);
    return ExitCode.fine;
  } finally {
    if (path !== undefined) await rm(path, { force: true });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener("abort", () => done(), { once: true }));
}

import { join, resolve } from "node:path";
import { missingText, missingVariables } from "../../contract/environment.ts";
import { givenMembers } from "../../contract/given-members.ts";
import { limits } from "../../contract/limits.ts";
import { errorCode } from "../../disk/disk-errors.ts";
import { asFileName, userFolders } from "../../disk/user-folders.ts";
import type { Dispatcher } from "../../runtime/dispatch.ts";
import { createMemoryResults } from "../../runtime/kept-results.ts";
import type { CallTracer } from "../../runtime/middleware/trace-calls.ts";
import type { Log } from "../../runtime/ports.ts";
import type { OutsideWorld } from "../../runtime/registry.ts";
import type { CallMetrics } from "../../server/http/call-metrics.ts";
import { nodeEntropy } from "../../server/node-entropy.ts";
import { serveStdio } from "../../server/stdio.ts";
import { isTraced } from "../../server/traces/is-traced.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import type { LocalCatalog } from "../catalog/bound-catalog.ts";
import type { FoundConfig } from "../settings/find-config.ts";
import { type HttpOptions, type Listening, readHttpOptions } from "../settings/http-options.ts";
import { chooseListing, type ListingFlags } from "../settings/listing-flags.ts";
import { readSettings, type SettingFlags, wordIn } from "../settings/serve-settings.ts";
import { sessionHandle } from "../settings/session-handle.ts";
import { stateKeyIn } from "../settings/state-key.ts";
import { unmetPatterns } from "../settings/unmet-patterns.ts";
import type { Watching } from "../settings/watch-options.ts";
import { createHostEnv, openUsage } from "../sources/local-dispatcher.ts";

export interface ServeOptions extends ListingFlags, HttpOptions, SettingFlags {}

export interface ServedCatalog {
  /** Loads the catalog; it may log. */
  readonly open: (log: Log) => Promise<LocalCatalog>;
  /** Called once the tools were listed or one is called: calls will follow. */
  readonly beforeCalls?: () => void;
}

/** Serves a catalog until the client goes or a signal comes: over stdio, where stdout is the protocol's alone, or over HTTP. */
export async function serveCatalog(
  terminal: Terminal,
  options: ServeOptions,
  { open, beforeCalls }: ServedCatalog,
): Promise<ExitCode> {
  const settings = await readSettings(terminal, options);
  const { found, policy, shutdownMs } = settings;
  const listening = await readHttpOptions(terminal, options, found);
  const hostEnv = createHostEnv(terminal, settings.logLevel);
  const catalog = await open(hostEnv.log);
  refuseMissingVariables(catalog, terminal);
  // As long as signals are not caught: they end the loading, too.
  if (listening !== undefined || catalog.registry.host === "eager") await catalog.loadHost();
  for (const unmet of unmetPatterns(catalog.registry, settings.patterns)) {
    hostEnv.log.warn("a pattern matches no tool", { ...unmet });
  }
  const listingOptions = await chooseListing(catalog.registry, options, terminal.env, (what) => wordIn(found, what));
  const watching = await openWatching(terminal, found, { log: hostEnv.log, isHttp: listening !== undefined });
  const usage = openUsage(catalog.registry.server.name, settings.usage, hostEnv);
  const trace = isTraced(terminal.env) ? await openTracer(terminal, options.catalog, hostEnv.log) : undefined;
  const dispatcher = catalog.openDispatcher({
    hostEnv,
    policy,
    listingOptions,
    maxResultBytes: limits.resultBytes,
    // Over HTTP the next request may come to another process.
    ...(listening === undefined && { results: createMemoryResults({ clock: hostEnv.clock, entropy: nodeEntropy }) }),
    ...settings.dispatcher,
    observers: watching.observers,
    trace,
    ...(usage === undefined ? {} : { usage }),
  });
  const { name, version } = catalog.registry.server;
  const shown = { ...listingOptions, ...settings.dispatcher, config: found?.path };
  hostEnv.log.debug?.("settings", { catalog: name, version, ...shown });
  const serving = {
    registry: catalog.registry,
    dispatch: dispatcher,
    close: () =>
      dispatcher.close().finally(() => {
        watching.close();
        return usage?.close();
      }),
    settled: () => dispatcher.settled(),
    sources: dispatcher.sources,
    log: hostEnv.log,
    stop: terminal.catchInterrupts(),
    listingOptions,
    policy,
    // For the tests, which hold both paths to the same bytes.
    fastPath: terminal.env.PEGBOARD_FAST_PATH === "off" ? ("off" as const) : ("on" as const),
    ...(shutdownMs === undefined ? {} : { shutdownMs }),
    stateKey: stateKeyIn(terminal),
  };
  const beforeServing = catalog.registry.host === "eager" ? () => openEagerHost(dispatcher) : undefined;
  const session = sessionHandle(terminal);
  if (listening === undefined) {
    const streams = terminal;
    const loadForCalls = async () => {
      beforeCalls?.();
      await Promise.all([dispatcher.loadStages(), catalog.loadHost()]).catch((error: unknown) => {
        // Calls that find too many open files say so, and the next ones may find fewer.
        if (errorCode(error) !== "EMFILE" && errorCode(error) !== "ENFILE") throw error;
      });
    };
    await serveStdio({ ...serving, streams, session, beforeServing, beforeCalls: loadForCalls });
    return ExitCode.fine;
  }
  // Clients over HTTP are not one and the same.
  if (session !== undefined) hostEnv.log.warn("PEGBOARD_SESSION is not used over HTTP");
  const { given, sessionEvents, ...listener } = listening;
  await dispatcher.loadStages();
  await beforeServing?.();
  const { serveHttp } = await import("../../server/http/serve-http.ts");
  const onListening = (url: string) => printError(terminal, `serving at ${url}`);
  const ready = () => dispatcher.ready();
  const { rate, observers } = watching;
  const metrics = watching.metrics && {
    ...watching.metrics,
    text: () => metricsText(watching.metrics?.figures, dispatcher, hostEnv.log),
  };
  const watched = givenMembers({ rate, observers, metrics });
  const onMetrics = (url: string) => printError(terminal, `metrics at ${url}`);
  const events = listener.sessions === "off" ? undefined : await openEvents(name, sessionEvents, hostEnv);
  await serveHttp({ ...serving, ...listener, ...watched, events, ready, onListening, onMetrics })
    .catch((error: unknown) => {
      if (!unfitAddress.some((one) => one === errorCode(error))) throw error;
      failsWith(`can't listen at ${given}`, { exitCode: ExitCode.unreachable })(error);
    })
    .finally(() => events?.close());
  return ExitCode.fine;
}

/** A file is opened with the first event that has to wait. */
async function openEvents(catalog: string, said: Listening["sessionEvents"], { env, clock, log }: OutsideWorld) {
  if (said === "memory") return undefined;
  const own = join(userFolders(env).state, "sessions", `${asFileName(catalog)}.db`);
  const { openSqliteEvents } = await import("../../events/sqlite-events.ts");
  return openSqliteEvents({ path: said?.file ?? own, clock, log });
}

async function openTracer({ cwd }: Terminal, catalog: string | undefined, log: Log): Promise<CallTracer | undefined> {
  const folder = catalog === undefined ? undefined : resolve(cwd, catalog);
  return (await import("../../server/traces/open-tracer.ts")).openTracer(folder, log);
}

/** Most servers are not watched, and load nothing for it. */
async function openWatching(
  terminal: Terminal,
  found: FoundConfig | undefined,
  facts: { readonly log: Log; readonly isHttp: boolean },
): Promise<Watching> {
  const { audit, http } = found?.config ?? {};
  if ([audit, http?.metrics, http?.rateLimit].every((one) => one === undefined)) return unwatched;
  return (await import("../settings/watch-options.ts")).openWatching(terminal, found, facts);
}

/** A host that can't say how it is does not hide the other figures. */
async function metricsText(figures: CallMetrics | undefined, dispatcher: Dispatcher, log: Log): Promise<string> {
  const host = await dispatcher.hostFigures().catch((error: unknown) => {
    log.error("the host has no figures", { error: String(error) });
    return [];
  });
  return figures?.text({ load: dispatcher.load(), host }) ?? "";
}

const unwatched: Watching = { observers: [], close: () => undefined };

/** @throws CliError, so that the operator reads what is missing, not the first caller */
function refuseMissingVariables({ registry }: LocalCatalog, { env }: Terminal): void {
  const missing = missingVariables(registry.environment ?? [], env);
  if (missing.length === 0) return;
  const hint = "set it in the environment of the server: the `env` of the client's configuration, or the shell";
  throw new CliError(missingText(missing), { hint });
}

async function openEagerHost(dispatcher: Dispatcher): Promise<void> {
  const exitCode = ExitCode.unreachable;
  await dispatcher.openHost().catch(failsWith("the host can't be opened", { exitCode }));
}

/** Listen errors that another address may solve; a host name may be unknown temporarily or for good. */
const unfitAddress = ["EADDRINUSE", "EACCES", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"] as const;

import type { Readable, Writable } from "node:stream";
import type { McpRequestContext, Server } from "@modelcontextprotocol/server";
import { limits } from "../contract/limits.ts";
import { clip } from "../contract/utf8.ts";
import type { Connection } from "../runtime/call-state.ts";
import { openClientLog } from "./client-log.ts";
import { createFastPath, type FastPath } from "./fast-path.ts";
import { type LineTransport, openLineTransport } from "./line-transport.ts";
import { notifyChanges } from "./notify-changes.ts";
import { createPlainAnswers } from "./plain-answers.ts";
import { newStateKey } from "./question-state.ts";
import { capabilitiesOf, serverInfoOf } from "./server-facts.ts";
import { type ServeOptions, showCatalog } from "./shown-catalog.ts";
import { closeHost, trackCalls } from "./shutdown.ts";
import { guardStdout } from "./stdout-guard.ts";
import { holdListen, openSubscriber } from "./subscriber.ts";
import { openTaskService } from "./tasks/open-task-service.ts";
import type { Deliver, Tasks } from "./tasks/tasks.ts";
import { within } from "./within.ts";

export interface ServeStdioOptions<Deps> extends ServeOptions<Deps> {
  readonly streams: { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };
  /** Aborted when the process should end (SIGTERM, SIGINT, SIGHUP). */
  readonly stop?: AbortSignal;
  /** Handle of the session that the connection begins with. */
  readonly session?: string | undefined;
  /** Default: 16 MiB. */
  readonly maxLineBytes?: number;
  /** Called before anything is read, when stdout is guarded; what it throws ends the serving. */
  readonly beforeServing?: (() => Promise<void>) | undefined;
  /**
   * Loads what calls need. Called in the turn after the first list was sent or the first call came; where neither happens, at the end,
   * when the client is gone. What it throws ends the serving, after the calls that run.
   */
  readonly beforeCalls?: () => Promise<void>;
}

/**
 * Serves one client over stdio until its input ends, its output has no reader any more, or `stop` is aborted; then lets running
 * calls finish for a limited time, which ends early when `stop` follows the end of the input: clients send SIGTERM two seconds
 * after they have closed it. Meanwhile stdout carries protocol lines only: all other writes go to stderr.
 * @returns the exit code, which is always 0
 * @throws when the server can't start: the profile is unknown, the SDK or the tool list can't be loaded
 */
export async function serveStdio<Deps>(options: ServeStdioOptions<Deps>): Promise<number> {
  const { registry, log, streams, stop, shutdownMs = 5_000, maxLineBytes = 16 * 1024 * 1024 } = options;
  const calls = trackCalls(options.dispatch, options.settled);
  const { dispatch, settled } = calls;
  const noReplies = new AbortController();
  const sink = guardStdout(streams.stdout, streams.stderr);
  let handle: { close(): Promise<void> } | undefined;
  let transport: LineTransport | undefined;
  let tasks: Tasks | undefined;
  let stopNotifying: (() => void) | undefined;
  let hasEnded = false;
  try {
    await options.beforeServing?.();
    const { supports, ...catalog } = await showCatalog(options);
    const offer = supports && { lists: true };
    let end: () => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    // The protocol instance may be replaced while the era is determined; the session belongs to the connection.
    const connection: Connection = { sessionHandle: options.session, transport: "stdio" };
    const clientLog = openClientLog(registry);
    const onError = (error: Error) => log.warn("protocol", { error: clip(error.message, limits.noticeLength) });
    let fast: FastPath | undefined;
    let failure: { readonly error: unknown } | undefined;
    let loaded: Promise<void> | undefined;
    const load = async () => {
      loaded ??= options.beforeCalls?.();
      await loaded?.catch((error: unknown) => {
        failure = { error };
        end();
      });
    };
    const onUsed = () => void setImmediate(load);
    const answers = createPlainAnswers({
      ...catalog,
      serverInfo: serverInfoOf(registry),
      capabilities: capabilitiesOf(registry, { isModern: false, tasks: offer }),
      modernCapabilities: capabilitiesOf(registry, { isModern: true, tasks: offer }),
    });
    const { subscriptions } = options.sources ?? {};
    const subscriber = subscriptions && openSubscriber(subscriptions);
    const opened = openLineTransport({
      input: streams.stdin,
      sink,
      maxLineBytes,
      onEnd: () => end(),
      onSdkNeeded: () => void openSdk().catch(fail),
      holdListen: subscriptions && ((params) => holdListen(subscriptions, params, onError)),
      ...(options.fastPath !== "off" && {
        fastPath: (wire) => {
          fast = createFastPath(wire, { answers, calls, supports, connection, clientLog, onError, onUsed });
          return fast;
        },
      }),
    });
    transport = opened;
    // The SDK takes long to import; only unusual requests need it.
    let latest: Server | undefined;
    const deliver: Deliver = (method, params) => opened.notify({ jsonrpc: "2.0", method, params });
    const openSdk = async () => {
      const [sdk, sdkStdio, { createMcpServer }, served, service] = await Promise.all([
        import("./sdk.ts"),
        import("./sdk-stdio.ts"),
        import("./mcp-server.ts"),
        catalog.served(),
        supports && openTaskService(),
      ]);
      if (hasEnded) return;
      tasks = service;
      // Made here: a start that needs no key need not load what makes it.
      const { stateKey = newStateKey() } = options;
      const server = ({ era }: McpRequestContext) => {
        latest = createMcpServer(sdk, era, {
          registry,
          dispatch,
          ...catalog,
          served,
          connection,
          clientLog,
          subscriber,
          tasks: service && supports ? { tasks: service, supports, owner: "", lists: true, deliver } : undefined,
          takeArguments: opened.takeArguments,
          stateKey,
          onError,
          noReplies: noReplies.signal,
        });
        return latest;
      };
      handle = sdkStdio.serveStdio(server, { transport: opened, onerror: onError });
      await opened.connectSdk(fast?.replay(crypto.randomUUID()));
      // Not before the SDK has what has come: what can't be loaded ends the server, once that is answered.
      onUsed();
    };
    const notifies = subscriptions && {
      transport: opened,
      // Of a probe and what follows it, the one that the client uses.
      server: () => latest,
      onError,
    };
    stopNotifying = notifies && subscriptions.listen(notifyChanges(subscriber, notifies));
    await opened.start();
    if (stop?.aborted === true) end();
    else stop?.addEventListener("abort", end, { once: true });
    await ended;
    stop?.removeEventListener("abort", end);
    opened.stopReading();
    noReplies.abort();
    // Their results can be read no more.
    tasks?.close();
    // Where the stop itself ended the serving, the calls have the whole time.
    const cutShort = stop?.aborted === true ? undefined : stop;
    const isIdle = await within(shutdownMs, Promise.all([opened.idle(), settled()]), cutShort);
    if (!isIdle) log.warn("calls were still running at the end and were aborted", { shutdownMs });
    // A start that is only tried out says what is missing, too.
    if (stop?.aborted !== true) await within(shutdownMs, load(), stop);
    if (failure !== undefined) throw failure.error;
    return 0;
  } finally {
    hasEnded = true;
    stopNotifying?.();
    // Aborts the calls that still run.
    await handle?.close();
    await transport?.close();
    try {
      await closeHost({ settled, close: options.close, shutdownMs, log });
    } finally {
      await within(shutdownMs, sink.release());
    }
  }
}

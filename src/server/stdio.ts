import type { Readable, Writable } from "node:stream";
import { listTools, type Showing } from "../runtime/listing.ts";
import { createPolicy, type Policy } from "../runtime/policy.ts";
import type { Log } from "../runtime/ports.ts";
import type { Registry } from "../runtime/registry.ts";
import type { Connection, Dispatch } from "../runtime/station.ts";
import { closeHost } from "./close-host.ts";
import { openLineTransport } from "./line-transport.ts";
import { createMcpServer } from "./mcp-server.ts";
import { guardStdout } from "./stdout-guard.ts";
import { trackCalls } from "./track-calls.ts";
import { within } from "./within.ts";

export interface ServeStdioOptions<Deps> {
  readonly registry: Registry<Deps>;
  readonly dispatch: Dispatch;
  /** Closes what the calls used; called once, after the last one. */
  readonly close: () => Promise<void>;
  readonly log: Log;
  readonly streams: { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };
  /** Aborted when the process should end (SIGTERM, SIGINT). */
  readonly stop?: AbortSignal;
  /** What tools/list shows. Default: the registry's default profile, as it says. */
  readonly showing?: Showing;
  /** The one that `dispatch` was made with. Default: everything may be called. */
  readonly policy?: Policy;
  /** How long running calls may go on after the end, in milliseconds. Default: 5,000. */
  readonly shutdownMs?: number;
  /** Default: 16 MiB. */
  readonly longestLineBytes?: number;
}

/**
 * Serves one client over stdio until its input ends, nobody reads the output any more, or `stop` is aborted; then lets
 * running calls finish for a bounded time. Meanwhile stdout carries protocol lines only: all other writes go to stderr.
 * @returns the exit code, which is 0 however the end came
 * @throws when serving can't begin: the profile is unknown, the SDK or the tool list can't be loaded
 */
export async function serveStdio<Deps>(options: ServeStdioOptions<Deps>): Promise<number> {
  const { registry, log, streams, stop, shutdownMs = 5_000, longestLineBytes = 16 * 1024 * 1024 } = options;
  const calls = trackCalls(options.dispatch);
  const sink = guardStdout(streams.stdout, streams.stderr);
  let handle: { close(): Promise<void> } | undefined;
  try {
    const showing = options.showing ?? { profile: registry.defaultProfile };
    const tools = await listTools(registry, showing, options.policy ?? createPolicy({}));
    // The SDK takes long to import; nothing but serving needs it.
    const [sdk, sdkStdio] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const transport = openLineTransport({ input: streams.stdin, sink, longestLineBytes, onEnd: () => end() });
    // The protocol's instance may be replaced while a client finds out the era; the session belongs to the connection.
    const connection: Connection = { sessionHandle: undefined };
    const onError = (error: Error) => log.warn("protocol", { error: error.message });
    const server = () =>
      createMcpServer(sdk, {
        registry,
        dispatch: calls.dispatch,
        tools,
        connection,
        takeArguments: transport.takeArguments,
        onError,
      });
    handle = sdkStdio.serveStdio(server, { transport, onerror: onError });
    if (stop?.aborted === true) end();
    else stop?.addEventListener("abort", end, { once: true });
    await ended;
    stop?.removeEventListener("abort", end);
    transport.stopReading();
    const isIdle = await within(shutdownMs, Promise.all([transport.idle(), calls.settled()]));
    if (!isIdle) log.warn("calls were still running at the end and were aborted", { shutdownMs });
    return 0;
  } finally {
    // Aborts what still runs.
    await handle?.close();
    try {
      await closeHost({ settled: calls.settled, close: options.close, shutdownMs, log });
    } finally {
      await within(shutdownMs, sink.release());
    }
  }
}

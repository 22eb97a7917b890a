import { Client, SdkHttpError } from "@modelcontextprotocol/client";
import packageJson from "../../package.json" with { type: "json" };
import { type Deadline, startDeadline, untilAborted } from "./deadline.ts";
import { formatError, isRefusal, isUnreachable } from "./format-error.ts";
import { eventStreamTransport, streamableTransport } from "./http-transport.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { secretMask } from "./mask-secrets.ts";
import { capabilitiesOf, type Offers } from "./offers.ts";
import { openConnection } from "./open-connection.ts";
import type { InProcessTarget, ResourceChange, ServerConnection, ServerTarget } from "./server-connection.ts";
import {
  isStdio,
  NotStarted,
  type StdioListeners,
  type StdioTransport,
  stdioTransport,
  type Transport,
} from "./stdio-transport.ts";

export interface ConnectOptions {
  /** Milliseconds until the server must have introduced itself, whatever revisions have to be tried. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Tells servers what they may ask for; then calls should have an `answer`. Default: nothing. */
  readonly offers?: Offers;
  /** Gets what a started server writes to stderr, as it comes; its end is kept for messages anyhow. */
  readonly onStderr?: (bytes: Buffer) => void;
  /** Gets what a started server writes to stdout that is not a message, line by line. */
  readonly onStray?: (line: string) => void;
  /** Gets what changes: the resources that are subscribed to, and the list of them. Default: nothing is listened to. */
  readonly onResourceChange?: (change: ResourceChange) => void;
  /** `handshake`: greets it at once, as clients of revisions before 2026-07-28 do. Default: any. */
  readonly era?: "any" | "handshake";
  /** A server over stdio whose process was started already, with the listeners above; it is closed as one that is started here. */
  readonly begun?: StdioTransport | undefined;
}

/**
 * Starts or reaches an MCP server of any revision: asked first for the newest, then greeted as of old. A server that ends at
 * the first request it does not know is started again; one that knows only the transport of 2024-11-05 is spoken to in it.
 *
 *     const connection = await connect({ kind: "stdio", command: "my-server", args: [], env: {}, cwd }, { timeoutMs: 30_000 });
 *     try {
 *       await connection.callTool("note_list", {});
 *     } finally {
 *       await connection.close();
 *     }
 *
 * @throws ConnectionLost, ConnectionRefused, RequestTimeout, InvalidAnswer, or the signal's reason; nothing is left running
 */
export async function connect(
  target: ServerTarget | InProcessTarget,
  options: ConnectOptions,
): Promise<ServerConnection> {
  const { timeoutMs, signal, offers = {}, onResourceChange } = options;
  const mask = secretMask(target);
  const deadline = startDeadline(timeoutMs, signal);
  try {
    let failure: Failure | undefined;
    for (const way of waysTo(target, options)) {
      if (failure !== undefined && !way.isWorthTrying(failure.error)) continue;
      const attempt = await attemptWith(way.transport(), way.mode, options, deadline);
      if ("client" in attempt) return openConnection({ ...attempt, target, mask, offers, onResourceChange });
      // Why the oldest transport did not work says nothing of a server that should know a newer one.
      if (failure === undefined || !way.isLastResort) failure = attempt;
      if (deadline.signal.aborted) break;
    }
    throw formatError(failure?.error, { deadline, signal, mask, ...failure?.scene });
  } finally {
    deadline.clear();
  }
}

interface Way {
  readonly transport: () => Transport;
  /** "auto" asks for the newest revision first and falls back to the handshake; "legacy" begins with the handshake. */
  readonly mode: "auto" | "legacy";
  /** After the ways before it have failed, the last one like this. */
  readonly isWorthTrying: (error: unknown) => boolean;
  readonly isLastResort: boolean;
}

function waysTo(target: ServerTarget | InProcessTarget, options: ConnectOptions): readonly Way[] {
  const ways = allWaysTo(target, options);
  return options.era === "handshake" ? ways.filter(({ mode }) => mode === "legacy") : ways;
}

function allWaysTo(
  target: ServerTarget | InProcessTarget,
  { begun, ...listeners }: StdioListeners & Pick<ConnectOptions, "begun">,
): readonly Way[] {
  const isWorthTrying = (error: unknown) => !(error instanceof NotStarted);
  const eitherMode = (transport: () => Transport): readonly Way[] =>
    (["auto", "legacy"] as const).map((mode) => ({ transport, mode, isWorthTrying, isLastResort: false }));
  if (target.kind === "in-process") return eitherMode(() => inProcessTransport(target));
  if (target.kind === "stdio") {
    let first = begun;
    const transport = () => {
      const begunOrNew = first ?? stdioTransport(target, listeners);
      first = undefined;
      return begunOrNew;
    };
    return eitherMode(transport);
  }
  const streamable = () => streamableTransport(target);
  return [
    { transport: streamable, mode: "auto", isWorthTrying: () => true, isLastResort: false },
    { transport: streamable, mode: "legacy", isWorthTrying: stumbledOverQuestion, isLastResort: false },
    { transport: () => eventStreamTransport(target), mode: "legacy", isWorthTrying: isUnknownHere, isLastResort: true },
  ];
}

/** Servers that fail at a request before the handshake; the SDK falls back by itself for those that merely refuse it. */
function stumbledOverQuestion(error: unknown): boolean {
  return !isUnknownHere(error) && !isUnreachable(error) && !isRefusal(error);
}

/** @see MCP 2025-11-25, Streamable HTTP, "Backwards Compatibility" */
function isUnknownHere(error: unknown): boolean {
  return SdkHttpError.isInstance(error) && [400, 404, 405].includes(error.status ?? 0);
}

interface Failure {
  readonly error: unknown;
  readonly scene: { readonly ending: string | undefined; readonly stderrTail: string } | undefined;
}

/** A server that is silent when it is asked for the newest revision gets its handshake before all the time is over. */
const maxProbeMs = 5000;

async function attemptWith(
  transport: Transport,
  mode: Way["mode"],
  { timeoutMs, offers = {} }: ConnectOptions,
  deadline: Deadline,
): Promise<{ readonly client: Client; readonly transport: Transport } | Failure> {
  const client = new Client(
    { name: "pegboard", version: packageJson.version },
    {
      capabilities: capabilitiesOf(offers),
      versionNegotiation: { mode, probe: { timeoutMs: Math.min(maxProbeMs, timeoutMs / 3) } },
    },
  );
  try {
    await untilAborted(client.connect(transport, { timeout: timeoutMs }), deadline.signal);
    return { client, transport };
  } catch (error) {
    const scene = isStdio(transport)
      ? {
          // Of one that was too slow it is known that it runs.
          ending: deadline.signal.aborted ? undefined : await transport.ending(),
          stderrTail: transport.stderrTail(),
        }
      : undefined;
    // Closing ends the child process, or the HTTP session; what goes wrong with that changes nothing.
    await Promise.allSettled([client.close(), transport.close()]);
    return { error, scene };
  }
}

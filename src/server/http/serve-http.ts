import {
  createServer,
  type IncomingMessage,
  type Server as NodeServer,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { Clock, Log } from "../../runtime/ports.ts";
import { closeHost } from "../shutdown.ts";
import { within } from "../within.ts";
import type { CallMetrics } from "./call-metrics.ts";
import type { TlsFiles } from "./certificate.ts";
import { type EndpointOptions, openEndpoint } from "./endpoint.ts";
import { mcpPath } from "./mcp-path.ts";
import type { createMetricsAnswers, MetricsOptions } from "./metrics-server.ts";
import { createProbes } from "./probes.ts";
import { readBody } from "./read-body.ts";
import { watchSilentConnections } from "./silent-connections.ts";

export { mcpPath } from "./mcp-path.ts";

export interface ServeHttpOptions<Deps>
  extends Omit<EndpointOptions<Deps>, "path" | "answerAnyone" | "answerChecked" | "refused"> {
  /** Aborted when the process should end. */
  readonly stop: AbortSignal;
  /** Address to listen on; port 0 is any free port. */
  readonly address: { readonly host: string; readonly port: number };
  /** Called once, when the server accepts requests. */
  readonly onListening?: (url: string) => void;
  /** Called once, when the figures can be read at an address of their own. */
  readonly onMetrics?: (url: string) => void;
  /** Rejects when a call could not be served now. Default: a server that listens is ready. */
  readonly ready?: () => Promise<void>;
  /** How long a request may take to arrive, headers and body, in milliseconds. Default: 30,000. */
  readonly arrivalMs?: number;
  /** Requests come over TLS. Default: they come as they are, from a proxy or from this machine. */
  readonly tls?: TlsFiles;
  /** Figures for the operator. Default: none are offered. */
  readonly metrics?: ServedMetrics;
}

export interface ServedMetrics extends MetricsOptions {
  readonly figures: Pick<CallMetrics, "refused">;
  /** All figures, as text. Never rejects. */
  readonly text: () => Promise<string>;
}

/**
 * Serves MCP over Streamable HTTP, in both eras, until `stop` is aborted; then accepts no more requests and lets running ones
 * finish for a limited time. Nothing but subscriptions and the sessions of older clients is kept between requests.
 * @returns the exit code
 * @throws when the server can't start: the address is in use, the profile is unknown
 */
export async function serveHttp<Deps>(options: ServeHttpOptions<Deps>): Promise<number> {
  const { log, stop, shutdownMs = 5_000, metrics } = options;
  const probe = createProbes({ ready: options.ready, stop, log });
  const answerMetrics = metrics === undefined ? undefined : await metricsAnswers(metrics);
  const endpoint = await openEndpoint({
    ...options,
    path: mcpPath,
    answerAnyone: (path, { method }, response) => (method === "GET" || method === "HEAD") && probe(path, response),
    // At an address of their own they are not here, too.
    ...(metrics?.address === undefined && answerMetrics !== undefined && { answerChecked: answerMetrics }),
    ...(metrics && { refused: metrics.figures.refused }),
  });
  const { settled } = endpoint;
  const arrivalMs = options.arrivalMs ?? 30_000;
  // How often Node looks for requests that take too long.
  const connectionsCheckingInterval = Math.min(1_000, Math.ceil(arrivalMs / 4));
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // After the stop the connection would otherwise stay open for some seconds.
    response.once("close", () => {
      if (stop.aborted) setImmediate(() => server.closeIdleConnections());
    });
    void endpoint.answer({ request, response, readBody: (maxBytes) => readBody(request, maxBytes) });
  };
  const server =
    options.tls === undefined
      ? createServer({ connectionsCheckingInterval }, answer)
      : await createTlsServer(
          options.tls,
          { connectionsCheckingInterval, log, clock: options.clock ?? Date.now },
          answer,
        );
  const endSilent = watchSilentConnections(server);
  let sweep: ReturnType<typeof setInterval> | undefined;
  server.requestTimeout = arrivalMs;
  server.headersTimeout = Math.min(server.requestTimeout, 10_000);
  server.keepAliveTimeout = idleConnectionMs;
  let closeMetrics: (() => void) | undefined;
  try {
    closeMetrics = await listenForMetrics(metrics, answerMetrics, options.onMetrics);
    const url = await listen(server, options.tls === undefined ? "http" : "https", options.address);
    options.onListening?.(url);
    await aborted(stop);
    endpoint.endStreams();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // Also those that were opened in the moment of the stop.
    sweep = setInterval(endSilent, 50).unref();
    const isIdle = await within(shutdownMs, Promise.all([closed, settled()]));
    if (!isIdle) {
      log.warn("requests were still running at the end and were aborted", { shutdownMs });
      await endpoint.close();
      // Clients of sessions were answered; what was written has to leave before its connection is closed.
      await within(flushMs, closed);
    }
    return 0;
  } finally {
    clearInterval(sweep);
    closeMetrics?.();
    await endpoint.close();
    server.closeAllConnections();
    await closeHost({ settled, close: options.close, shutdownMs, log });
  }
}

/**
 * Longer than most load balancers keep an idle connection (a minute), so that the balancer closes first: a server that closes
 * could lose a request that is already on its way.
 */
const idleConnectionMs = 65_000;

const flushMs = 200;

type MetricsAnswers = ReturnType<typeof createMetricsAnswers>;

async function metricsAnswers({ text, token }: ServedMetrics): Promise<MetricsAnswers> {
  return (await import("./metrics-server.ts")).createMetricsAnswers(text, token);
}

async function listenForMetrics(
  metrics: ServedMetrics | undefined,
  answer: MetricsAnswers | undefined,
  onListening: (url: string) => void = () => undefined,
): Promise<(() => void) | undefined> {
  if (metrics?.address === undefined || answer === undefined) return undefined;
  return (await import("./metrics-server.ts")).serveMetrics(metrics.address, answer, onListening);
}

interface TlsSettings {
  readonly connectionsCheckingInterval: number;
  readonly log: Log;
  readonly clock: Clock;
}

/** Most servers stand behind a proxy, and load nothing for it. */
async function createTlsServer(files: TlsFiles, settings: TlsSettings, answer: RequestListener): Promise<NodeServer> {
  const [{ createServer }, { followCertificate, readCertificate }] = await Promise.all([
    import("node:https"),
    import("./certificate.ts"),
  ]);
  const { connectionsCheckingInterval } = settings;
  const options = { ...(await readCertificate(files)), connectionsCheckingInterval, handshakeTimeout: 10_000 };
  const server = createServer(options, answer);
  followCertificate(server, files, settings);
  return server;
}

async function listen(
  server: NodeServer,
  scheme: "http" | "https",
  { host, port }: { host: string; port: number },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => resolve());
  });
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${actual}${mcpPath}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

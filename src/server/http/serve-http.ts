import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from "node:http";
import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import type { Rate } from "../../runtime/optional-middleware/buckets.ts";
import type { Clock } from "../../runtime/ports.ts";
import { decodeLine } from "../decode.ts";
import { type Admission, openAdmission } from "../identity/admit.ts";
import type { IdentityOptions } from "../identity/open-identity.ts";
import type { FirstRound } from "../plain-call.ts";
import type { ServeOptions } from "../shown-catalog.ts";
import { closeHost, trackCalls } from "../shutdown.ts";
import { within } from "../within.ts";
import {
  type AuthorizationOptions,
  createRequestAuthorizer,
  originCheck,
  type Rejection,
} from "./authorize-request.ts";
import type { CallMetrics } from "./call-metrics.ts";
import { answerPreflight, exposeTo, isPreflight } from "./cross-origin.ts";
import { keepArguments } from "./kept-arguments.ts";
import { mcpPath } from "./mcp-path.ts";
import type { createMetricsAnswers, MetricsOptions } from "./metrics-server.ts";
import { createProbes } from "./probes.ts";
import { readBody } from "./read-body.ts";
import { refuse, reject } from "./refuse.ts";
import { ambiguity, bodyIssue, headIssue } from "./request-rules.ts";
import { createServedViews, type ServedViews } from "./served-views.ts";
import { type Sending, throughSdk } from "./through-sdk.ts";

export { mcpPath } from "./mcp-path.ts";

export interface ServeHttpOptions<Deps> extends ServeOptions<Deps> {
  /** Aborted when the process should end. */
  readonly stop: AbortSignal;
  /** Address to listen on; port 0 is any free port. */
  readonly address: { readonly host: string; readonly port: number };
  readonly authorization: AuthorizationOptions;
  /** How requests prove who sends them. Absent: by the token of `authorization`, if it has one. */
  readonly identity?: IdentityOptions;
  /** Called once, when the server accepts requests. */
  readonly onListening?: (url: string) => void;
  /** Called once, when the figures can be read at an address of their own. */
  readonly onMetrics?: (url: string) => void;
  /** Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Rejects when a call could not be served now. Default: a server that listens is ready. */
  readonly ready?: () => Promise<void>;
  /** How long a request may take to arrive, headers and body, in milliseconds. Default: 30,000. */
  readonly arrivalMs?: number;
  /** How many requests each identity may send. Default: any number. */
  readonly rate?: Rate;
  /** Figures for the operator. Default: none are offered. */
  readonly metrics?: ServedMetrics;
  /** For the lifetimes of tokens. Default: that of the system. */
  readonly clock?: Clock;
}

export interface ServedMetrics extends MetricsOptions {
  readonly figures: CallMetrics;
}

/**
 * Serves MCP over Streamable HTTP, in both eras, until `stop` is aborted; then accepts no more requests and lets running ones
 * finish for a limited time. Nothing is kept between requests: any number of processes may serve one host.
 * @returns the exit code
 * @throws when the server can't start: the address is in use, the profile is unknown
 */
export async function serveHttp<Deps>(options: ServeHttpOptions<Deps>): Promise<number> {
  const { log, stop, shutdownMs = 5_000, maxBodyBytes = 4 * 1024 * 1024 } = options;
  const calls = trackCalls(options.dispatch, options.settled);
  const { settled } = calls;
  const onError = (error: Error) => log.warn("protocol", { error: clip(error.message, limits.noticeLength) });
  const { registry, policy, identity, rate, metrics, clock = Date.now } = options;
  const admission = await openAdmission({ registry, policy, identity, rate, mcpPath, clock, log });
  const views = createServedViews({ ...options, scopes: admission.scopes, calls, maxBodyBytes, onError });
  // What is wrong with the catalog ends the start, not the first request.
  await views.of(undefined);
  const failed = (response: ServerResponse, error: unknown) => {
    log.error("an exchange failed", { error: error instanceof Error ? error.message : String(error) });
    if (!response.headersSent) refuse(response, 500, { id: null, code: -32603, message: "Internal error" });
    else response.destroy();
  };
  const authorize = createRequestAuthorizer(options.authorization);
  const mayUse = originCheck(options.authorization);
  const probe = createProbes({ ready: options.ready, stop, log });
  const answerMetrics = metrics === undefined ? undefined : await metricsAnswers(metrics);
  const arrivalMs = options.arrivalMs ?? 30_000;
  // How often Node looks for requests that take too long.
  const connectionsCheckingInterval = Math.min(1_000, Math.ceil(arrivalMs / 4));
  const server = createServer({ connectionsCheckingInterval }, (request, response) => {
    // After the stop the connection would otherwise stay open for some seconds.
    response.once("close", () => {
      if (stop.aborted) setImmediate(() => server.closeIdleConnections());
    });
    const fail = (error: unknown) => failed(response, error);
    exchange({
      request,
      response,
      views,
      admission,
      // At an address of their own they are not here, too.
      answerMetrics: metrics?.address === undefined ? answerMetrics : undefined,
      turnAway: (rejection) => {
        metrics?.figures.refused(rejection.status);
        reject(response, rejection);
      },
      authorize,
      mayUse,
      probe,
      maxBodyBytes,
      fail,
    }).catch(fail);
  });
  server.requestTimeout = arrivalMs;
  server.headersTimeout = Math.min(server.requestTimeout, 10_000);
  server.keepAliveTimeout = idleConnectionMs;
  let closeMetrics: (() => void) | undefined;
  try {
    closeMetrics = await listenForMetrics(metrics, answerMetrics, options.onMetrics);
    const url = await listen(server, options.address);
    options.onListening?.(url);
    await aborted(stop);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const isIdle = await within(shutdownMs, Promise.all([closed, settled()]));
    if (!isIdle) log.warn("requests were still running at the end and were aborted", { shutdownMs });
    return 0;
  } finally {
    closeMetrics?.();
    await views.close();
    server.closeAllConnections();
    await closeHost({ settled, close: options.close, shutdownMs, log });
  }
}

/**
 * Longer than most load balancers keep an idle connection (a minute), so that the balancer closes first: a server that closes
 * could lose a request that is already on its way.
 */
const idleConnectionMs = 65_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly views: ServedViews;
  readonly admission: Admission;
  readonly answerMetrics: MetricsAnswers | undefined;
  readonly turnAway: (rejection: Rejection) => void;
  readonly authorize: ReturnType<typeof createRequestAuthorizer>;
  readonly mayUse: ReturnType<typeof originCheck>;
  readonly probe: ReturnType<typeof createProbes>;
  readonly maxBodyBytes: number;
  readonly fail: (error: unknown) => void;
}

async function exchange(options: Exchange): Promise<void> {
  const { request, response, views, admission, turnAway, mayUse, maxBodyBytes, fail } = options;
  const { url: target = "/", headers } = request;
  const unclear = ambiguity(target, headers.host, request.rawHeaders);
  if (unclear !== undefined) {
    refuse(response, unclear.status, { id: null, code: -32600, message: unclear.message }, { connection: "close" });
    return;
  }
  const pathname = pathOf(target);
  if ((request.method === "GET" || request.method === "HEAD") && options.probe(pathname, response)) return;
  if (headers.origin !== undefined && mayUse(headers.origin)) exposeTo(headers.origin, response);
  const asksFirst = isPreflight(request);
  const rejection = options.authorize(headers, asksFirst ? "without token" : undefined);
  if (rejection !== undefined) {
    turnAway(rejection);
    return;
  }
  if (asksFirst) {
    answerPreflight(headers, response);
    return;
  }
  if (options.answerMetrics?.(pathname, request, response) === true) return;
  if (admission.answerOpen(pathname, request, response)) return;
  const admitted = await admission.admit(headers.authorization, target);
  if ("rejection" in admitted) {
    turnAway(admitted.rejection);
    return;
  }
  const { identity } = admitted;
  if (pathname !== mcpPath) {
    refuse(response, 404, { id: null, code: -32600, message: `Not found: MCP is served at ${mcpPath}` });
    return;
  }
  const issue = headIssue(request.method, request.headers);
  if (issue !== undefined) {
    refuse(response, issue.status, { id: null, code: -32600, message: issue.message }, issue.headers);
    return;
  }
  const body = await readBody(request, maxBodyBytes);
  if (body.kind === "broken") {
    response.destroy();
    return;
  }
  if (body.kind === "too-large") {
    const message = `Request too large: a body may have at most ${maxBodyBytes} bytes`;
    refuse(response, 413, { id: null, code: -32600, message }, { connection: "close" });
    return;
  }
  const decoded = decodeLine(body.bytes);
  const refusal = bodyIssue(decoded, request.headers);
  const withheld = admission.refusalOf(decoded, identity);
  if (withheld !== undefined) {
    turnAway(withheld);
    return;
  }
  const view = await views.of(identity);
  const sending: Sending = { request, response, view, factsOf: views.factsOf, identity };
  if (decoded.kind === "message" && refusal === undefined) {
    const handOver = (first: FirstRound) => void throughSdk(sending, keepArguments(decoded), first).catch(fail);
    if (view.answerPlain({ message: decoded.message, headers: request.headers, response, identity, handOver })) return;
  }
  await throughSdk(sending, refusal === undefined ? keepArguments(decoded) : { refusal });
}

type MetricsAnswers = ReturnType<typeof createMetricsAnswers>;

async function metricsAnswers({ figures, token }: ServedMetrics): Promise<MetricsAnswers> {
  return (await import("./metrics-server.ts")).createMetricsAnswers(figures, token);
}

async function listenForMetrics(
  metrics: ServedMetrics | undefined,
  answer: MetricsAnswers | undefined,
  onListening: (url: string) => void = () => undefined,
): Promise<(() => void) | undefined> {
  if (metrics?.address === undefined || answer === undefined) return undefined;
  return (await import("./metrics-server.ts")).serveMetrics(metrics.address, answer, onListening);
}

/** "" for a target that is not a URL. */
function pathOf(target: string): string {
  if (target === mcpPath) return target;
  const base = "http://pegboard.invalid";
  return URL.canParse(target, base) ? new URL(target, base).pathname : "";
}

async function listen(server: NodeServer, { host, port }: { host: string; port: number }): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => resolve());
  });
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}${mcpPath}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

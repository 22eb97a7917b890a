import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { McpHttpHandler, McpRequestContext } from "@modelcontextprotocol/server";
import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import { decodeLine, type Refusal, type RequestId } from "../decode.ts";
import type { CallArguments } from "../pending-calls.ts";
import { createPlainAnswers } from "../plain-answers.ts";
import type { FirstRound } from "../plain-call.ts";
import { capabilitiesOf, serverInfoOf } from "../server-facts.ts";
import { type ServeOptions, showCatalog } from "../shown-catalog.ts";
import { closeHost, trackCalls } from "../shutdown.ts";
import { within } from "../within.ts";
import { eventText } from "./answer-stream.ts";
import { type AuthorizationOptions, createRequestAuthorizer, originCheck } from "./authorize-request.ts";
import { answerPreflight, exposeTo, isPreflight } from "./cross-origin.ts";
import { keepArguments } from "./kept-arguments.ts";
import { createPlainExchange, type PlainExchange } from "./plain-exchange.ts";
import { createProbes } from "./probes.ts";
import { readBody } from "./read-body.ts";
import { acceptsBoth, ambiguity, bodyIssue, bothTypes, headIssue, refusalOverHttp } from "./request-rules.ts";

export interface ServeHttpOptions<Deps> extends ServeOptions<Deps> {
  /** Aborted when the process should end. */
  readonly stop: AbortSignal;
  /** Address to listen on; port 0 is any free port. */
  readonly address: { readonly host: string; readonly port: number };
  readonly authorization: AuthorizationOptions;
  /** Called once, when the server accepts requests. */
  readonly onListening?: (url: string) => void;
  /** Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Rejects when a call could not be served now. Default: a server that listens is ready. */
  readonly ready?: () => Promise<void>;
  /** How long a request may take to arrive, headers and body, in milliseconds. Default: 30,000. */
  readonly arrivalMs?: number;
}

export const mcpPath = "/mcp";

/**
 * Serves MCP over Streamable HTTP, in both eras, until `stop` is aborted; then accepts no more requests and lets running ones
 * finish for a limited time. Nothing is kept between requests: any number of processes may serve one host.
 * @returns the exit code
 * @throws when the server can't start: the address is in use, the profile is unknown
 */
export async function serveHttp<Deps>(options: ServeHttpOptions<Deps>): Promise<number> {
  const { registry, log, stop, shutdownMs = 5_000, maxBodyBytes = 4 * 1024 * 1024 } = options;
  const calls = trackCalls(options.dispatch, options.settled);
  const { dispatch, settled } = calls;
  const catalog = await showCatalog(options);
  const onError = (error: Error) => log.warn("protocol", { error: clip(error.message, limits.noticeLength) });
  const argumentsOf = new WeakMap<Request, (id: RequestId) => CallArguments | undefined>();
  // The SDK takes long to import; only unusual requests need it.
  let opened: Promise<McpHttpHandler> | undefined;
  const openHandler = async () => {
    const [sdk, { createMcpServer }, served] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("../mcp-server.ts"),
      catalog.served(),
    ]);
    return sdk.createMcpHandler(
      ({ requestInfo }: McpRequestContext) =>
        createMcpServer(sdk, {
          registry,
          dispatch,
          ...catalog,
          served,
          // Each call carries its session handle; nothing is kept for the next one.
          connection: { sessionHandle: undefined, transport: "http" },
          takeArguments: (id) => (requestInfo === undefined ? undefined : argumentsOf.get(requestInfo)?.(id)),
          onError,
        }),
      { onerror: onError, maxRequestBodySize: maxBodyBytes },
    );
  };
  const handler = () => {
    opened ??= openHandler();
    return opened;
  };
  const answers = createPlainAnswers({
    ...catalog,
    serverInfo: serverInfoOf(registry),
    capabilities: capabilitiesOf(registry),
  });
  const answerPlain = options.fastPath === "off" ? () => false : createPlainExchange({ answers, calls, onError });
  const failed = (response: ServerResponse, error: unknown) => {
    log.error("an exchange failed", { error: error instanceof Error ? error.message : String(error) });
    if (!response.headersSent) refuse(response, 500, { id: null, code: -32603, message: "Internal error" });
    else response.destroy();
  };
  const authorize = createRequestAuthorizer(options.authorization);
  const mayUse = originCheck(options.authorization);
  const probe = createProbes({ ready: options.ready, stop, log });
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
      handler,
      answerPlain,
      authorize,
      mayUse,
      probe,
      argumentsOf,
      maxBodyBytes,
      fail,
    }).catch(fail);
  });
  server.requestTimeout = arrivalMs;
  server.headersTimeout = Math.min(server.requestTimeout, 10_000);
  server.keepAliveTimeout = idleConnectionMs;
  try {
    const url = await listen(server, options.address);
    options.onListening?.(url);
    await aborted(stop);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const isIdle = await within(shutdownMs, Promise.all([closed, settled()]));
    if (!isIdle) log.warn("requests were still running at the end and were aborted", { shutdownMs });
    return 0;
  } finally {
    await (await opened)?.close();
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
  readonly handler: () => Promise<McpHttpHandler>;
  /** Answers the message without the SDK; false: it is not plain. */
  readonly answerPlain: (exchange: PlainExchange) => boolean;
  readonly authorize: ReturnType<typeof createRequestAuthorizer>;
  readonly mayUse: ReturnType<typeof originCheck>;
  readonly probe: ReturnType<typeof createProbes>;
  readonly argumentsOf: WeakMap<Request, (id: RequestId) => CallArguments | undefined>;
  readonly maxBodyBytes: number;
  readonly fail: (error: unknown) => void;
}

async function exchange(options: Exchange): Promise<void> {
  const { request, response, answerPlain, authorize, mayUse, probe, maxBodyBytes, fail } = options;
  const { url: target = "/", headers } = request;
  const unclear = ambiguity(target, headers.host, request.rawHeaders);
  if (unclear !== undefined) {
    refuse(response, unclear.status, { id: null, code: -32600, message: unclear.message }, { connection: "close" });
    return;
  }
  const pathname = pathOf(target);
  if ((request.method === "GET" || request.method === "HEAD") && probe(pathname, response)) return;
  if (headers.origin !== undefined && mayUse(headers.origin)) exposeTo(headers.origin, response);
  const asksFirst = isPreflight(request);
  const rejection = authorize(headers, asksFirst ? "without token" : undefined);
  if (rejection !== undefined) {
    const { status, message, headers } = rejection;
    // The body of a rejected request is not read.
    refuse(response, status, { id: null, code: -32600, message }, { ...headers, connection: "close" });
    return;
  }
  if (asksFirst) {
    answerPreflight(headers, response);
    return;
  }
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
  if (decoded.kind === "message" && refusal === undefined) {
    const handOver = (first: FirstRound) => void throughSdk(options, keepArguments(decoded), first).catch(fail);
    if (answerPlain({ message: decoded.message, headers: request.headers, response, handOver })) return;
  }
  await throughSdk(options, refusal === undefined ? keepArguments(decoded) : { refusal });
}

/** @param first what was done of a call before */
async function throughSdk(
  { request, response, handler, argumentsOf }: Exchange,
  checked: ReturnType<typeof keepArguments>,
  first?: FirstRound,
): Promise<void> {
  if ("refusal" in checked) {
    refuse(response, 400, refusalOverHttp(checked.refusal, request.headers));
    return;
  }
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once("close", () => gone.abort());
  const webRequest = toWebRequest(request, gone.signal);
  const { body, takeArguments } = checked;
  argumentsOf.set(webRequest, (id) => {
    const taken = takeArguments(id);
    return taken === undefined || first === undefined ? taken : { ...taken, first };
  });
  const { fetch } = await handler();
  await send(await fetch(webRequest, { parsedBody: body }), response);
}

/** "" for a target that is not a URL. */
function pathOf(target: string): string {
  if (target === mcpPath) return target;
  const base = "http://pegboard.invalid";
  return URL.canParse(target, base) ? new URL(target, base).pathname : "";
}

/** The request as the SDK expects it, without its body. */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  // The SDK does not understand media ranges.
  if (acceptsBoth(request.headers.accept)) headers.set("accept", bothTypes);
  return new Request(`http://${request.headers.host ?? "localhost"}${mcpPath}`, {
    method: request.method ?? "GET",
    headers,
    signal,
  });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  if (response.headersSent) {
    await sendOn(answer, response);
    return;
  }
  // Node decides how long a connection is kept; the SDK would keep that of every stream.
  answer.headers.delete("connection");
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  try {
    // The streams of Node and of the web are one type with two declarations.
    await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response);
  } catch {
    // The client closed the connection early; its calls were aborted.
    response.destroy();
  }
}

/** Into a stream that has begun already. */
async function sendOn(answer: Response, response: ServerResponse): Promise<void> {
  const text = await answer.text();
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  response.end(isStream ? text : eventText(text));
}

function refuse(
  response: ServerResponse,
  status: number,
  { id, ...error }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify({ jsonrpc: "2.0", id, error }));
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

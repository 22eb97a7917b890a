import type { IncomingMessage, ServerResponse } from "node:http";
import { missingText, missingVariables } from "../contract/environment.ts";
import { givenMembers } from "../contract/given-members.ts";
import { limits } from "../contract/limits.ts";
import { createDispatcher } from "../runtime/dispatch.ts";
import { createPolicy } from "../runtime/policy.ts";
import type { Clock, Identity, Log } from "../runtime/ports.ts";
import type { AnyOpenHost, OutsideWorld, Registry } from "../runtime/registry.ts";
import { hostIssue, originIssue } from "../server/http/allowed-names.ts";
import { openEndpoint } from "../server/http/endpoint.ts";
import type { Exchange, HttpRequest } from "../server/http/exchange.ts";
import { mcpPath } from "../server/http/mcp-path.ts";
import { readBody } from "../server/http/read-body.ts";
import { tokenHint } from "../server/http/token-rules.ts";
import { nodeEntropy } from "../server/node-entropy.ts";
import { createOperatorLog } from "../server/operator-log.ts";
import { shortStateKey, stateKeyOf } from "../server/question-state.ts";
import { closeHost } from "../server/shutdown.ts";
import { isTraced } from "../server/traces/is-traced.ts";
import { within } from "../server/within.ts";
import { type Access, byApplication, refuseUnfitAccess } from "./refuse-access.ts";
import { readWebBody, requestOf } from "./web-request.ts";
import { WebResponse } from "./web-response.ts";

export interface HttpHandlerOptions<Deps> {
  /** From `generated/registry.ts`. */
  readonly registry: Registry<Deps>;
  /** From `src/host.ts`. */
  readonly openHost: AnyOpenHost<Deps>;
  readonly access: Access;
  /** Host names by which clients reach the application, without ports. Requests for others are refused. */
  readonly hosts: readonly string[];
  /** Origins whose pages may send requests, besides those on `hosts`. Default: none. */
  readonly origins?: readonly string[];
  /** Where MCP is. Default: `/mcp`. */
  readonly path?: string;
  /** What is listed. Default: the catalog's default profile. */
  readonly profile?: string;
  /** Only tools whose names match may be called; `*` is any text. Default: all. */
  readonly allow?: readonly string[];
  /** No tool that matches may be called or listed. Default: none. */
  readonly deny?: readonly string[];
  /** Default: the variables of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: Clock;
  /** Default: warnings and errors, a line of JSON each, on stderr. */
  readonly log?: Log;
  /** Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Whether clients of revisions before 2026-07-28 get sessions where they need one; requests of one must reach the same process. Default: "auto". */
  readonly sessions?: "auto" | "off";
  /** How long running calls may go on when it is closed, in milliseconds. Default: 5,000. */
  readonly shutdownMs?: number;
}

/** A catalog as a part of a web application. */
export interface HttpHandler {
  /** Answers a request of the web's `fetch`. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The same for somebody whom the application knows; a token of the request is not looked at. */
  readonly fetchAs: (identity: Identity, request: Request) => Promise<Response>;
  /**
   * Answers a request of node:http, Express or Connect.
   * @param next called for paths that are not of MCP; without it they are answered with 404
   */
  readonly node: (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;
  /** The same for somebody whom the application knows. */
  readonly nodeAs: (identity: Identity, request: IncomingMessage, response: ServerResponse) => void;
  /** Waits for running calls, aborts those that go on too long, and closes the host. Requests that come later are answered with 503. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a handler of requests that serves a catalog over Streamable HTTP, in both eras. It listens nowhere, and keeps nothing between
 * requests but subscriptions and the sessions of older clients.
 * @throws Error where a required variable or the profile is missing, another option is unfit, or an eager host can't be opened
 */
export async function openHttpHandler<Deps>(options: HttpHandlerOptions<Deps>): Promise<HttpHandler> {
  const { registry, openHost, env = process.env, clock = Date.now, hosts, origins = [], path = mcpPath } = options;
  const {
    log = createOperatorLog(process.stderr, clock, "warn"),
    access,
    allow,
    deny = [],
    shutdownMs = 5_000,
  } = options;
  refuseUnfit(registry, { env, path });
  refuseUnfitNames(hosts, origins);
  if (!["auto", "off", undefined].includes(options.sessions)) throw new Error(`'sessions' is "auto" or "off"`);
  await refuseUnfitAccess(access);
  const hostEnv: OutsideWorld = { env, clock, log };
  const policy = createPolicy({ deny, ...givenMembers({ allow }) });
  const listingOptions = { profile: options.profile ?? registry.defaultProfile };
  const trace = isTraced(env)
    ? await (await import("../server/traces/open-tracer.ts")).openTracer(undefined, log)
    : undefined;
  const dispatcher = createDispatcher({
    trace,
    registry,
    openHost,
    entropy: nodeEntropy,
    hostEnv,
    policy,
    listingOptions,
    maxResultBytes: limits.resultBytes,
  });
  const endpoint = await openEndpoint({
    registry,
    dispatch: dispatcher,
    close: () => dispatcher.close(),
    settled: () => dispatcher.settled(),
    sources: dispatcher.sources,
    log,
    listingOptions,
    policy,
    clock,
    path,
    authorization: { hosts, origins, ...(access !== byApplication && "token" in access && { token: access.token }) },
    ...(access !== byApplication && "identity" in access && { identity: access.identity }),
    ...givenMembers({ maxBodyBytes: options.maxBodyBytes, sessions: options.sessions }),
    stateKey: stateKeyOf(env.PEGBOARD_STATE_KEY),
  });
  if (registry.host === "eager") await dispatcher.openHost();
  let closing: Promise<void> | undefined;
  const open = new Set<Exchange["response"]>();

  function answer(exchange: Exchange): void {
    const { response } = exchange;
    open.add(response);
    response.once("close", () => open.delete(response));
    void endpoint.answer(exchange);
  }

  async function answerWeb(request: Request, identity: Identity | undefined): Promise<Response> {
    if (closing !== undefined) return new Response(null, { status: 503 });
    const response = new WebResponse();
    const giveUp = () => response.destroy();
    if (request.signal.aborted) giveUp();
    request.signal.addEventListener("abort", giveUp, { once: true });
    response.once("close", () => request.signal.removeEventListener("abort", giveUp));
    const answered = response.answered();
    answer({
      request: requestOf(request),
      response,
      readBody: (maxBytes) => readWebBody(request, maxBytes),
      identity,
    });
    return answered;
  }

  function answerNode(request: IncomingMessage, response: ServerResponse, identity: Identity | undefined): void {
    if (closing !== undefined) {
      response.writeHead(503).end();
      return;
    }
    answer({
      request: wholeTarget(request),
      response,
      readBody(maxBytes) {
        if (!request.readableDidRead) return readBody(request, maxBytes);
        throw new Error(
          "the body of the request was read before: mount the handler before express.json() and the like",
        );
      },
      identity,
    });
  }

  async function close(): Promise<void> {
    const { settled } = endpoint;
    endpoint.endStreams();
    await within(shutdownMs, settled());
    await endpoint.close();
    // The calls of those who still wait are aborted.
    for (const response of open) response.destroy();
    await closeHost({ settled, close: () => dispatcher.close(), shutdownMs, log });
  }

  return {
    fetch: (request) => answerWeb(request, undefined),
    fetchAs: (identity, request) => answerWeb(request, identity),
    node(request, response, next) {
      if (next !== undefined && !endpoint.isOwn(targetOf(request))) next();
      else answerNode(request, response, undefined);
    },
    nodeAs: (identity, request, response) => answerNode(request, response, identity),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

interface Chosen {
  readonly env: OutsideWorld["env"];
  readonly path: string;
}

function refuseUnfit<Deps>({ environment = [] }: Registry<Deps>, { env, path }: Chosen): void {
  const stateKey = env.PEGBOARD_STATE_KEY ?? "";
  if (stateKey !== "" && stateKeyOf(stateKey) === undefined) throw new Error(`${shortStateKey}; ${tokenHint}`);
  const missing = missingVariables(environment, env);
  if (missing.length > 0) throw new Error(missingText(missing));
  const isPath = path.startsWith("/") && URL.canParse(path, "http://localhost");
  if (!isPath || new URL(path, "http://localhost").pathname !== path) {
    throw new Error(`'path' is a path as it stands in a URL, such as ${mcpPath}, not '${path}'`);
  }
}

function refuseUnfitNames(hosts: readonly string[], origins: readonly string[]): void {
  if (!Array.isArray(hosts) || hosts.length === 0) throw new Error("'hosts' is a list of at least one host name");
  if (!Array.isArray(origins)) throw new Error("'origins' is a list");
  const issues = [
    ...hosts.map((host) => ({ option: "hosts", issue: hostIssue(host) })),
    ...origins.map((origin) => ({ option: "origins", issue: originIssue(origin) })),
  ];
  for (const { option, issue } of issues) {
    if (issue !== undefined) throw new Error(`'${option}' ${issue.message}; ${issue.hint}`);
  }
}

/** Express shortens the target by what it has matched. */
function targetOf(request: IncomingMessage): string {
  return "originalUrl" in request && typeof request.originalUrl === "string"
    ? request.originalUrl
    : (request.url ?? "/");
}

function wholeTarget(request: IncomingMessage): HttpRequest {
  const { method, headers, rawHeaders } = request;
  return { method, url: targetOf(request), headers, rawHeaders };
}

import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import type { EventStore } from "../../runtime/event-store.ts";
import type { CallObserver } from "../../runtime/middleware/observe.ts";
import type { Rate } from "../../runtime/optional-middleware/buckets.ts";
import { createPolicy } from "../../runtime/policy.ts";
import type { Clock } from "../../runtime/ports.ts";
import { neededOpener } from "../../runtime/session-opener.ts";
import { decodeLine, isRequest } from "../decode.ts";
import { type Admission, openAdmission } from "../identity/admit.ts";
import type { IdentityOptions } from "../identity/open-identity.ts";
import { createWithheldCalls } from "../identity/withheld-calls.ts";
import type { FirstRound } from "../plain-call.ts";
import { serverInfoOf } from "../server-facts.ts";
import type { ServeOptions } from "../shown-catalog.ts";
import { trackCalls } from "../shutdown.ts";
import type { AnswerStream } from "./answer-stream.ts";
import {
  type AuthorizationOptions,
  createRequestAuthorizer,
  originCheck,
  type Rejection,
} from "./authorize-request.ts";
import { answerPreflight, exposeTo, isPreflight } from "./cross-origin.ts";
import type { Exchange, HttpRequest, HttpResponse } from "./exchange.ts";
import { keepArguments } from "./kept-arguments.ts";
import { openListenStreams } from "./listen-streams.ts";
import { refuse, reject } from "./refuse.ts";
import { ambiguity, bodyIssue, headIssue } from "./request-rules.ts";
import { createServedViews } from "./served-views.ts";
import { openEvents } from "./sessions/open-events.ts";
import { openSessionRequests } from "./sessions/session-requests.ts";
import { type BegunCall, throughSession } from "./sessions/through-session.ts";
import { throughSdk } from "./through-sdk.ts";

export interface EndpointOptions<Deps> extends ServeOptions<Deps> {
  readonly authorization: AuthorizationOptions;
  /** How requests prove who sends them. Absent: by the token of `authorization`, if it has one. */
  readonly identity?: IdentityOptions;
  /** Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** How many requests each identity may send. Default: any number. */
  readonly rate?: Rate;
  /** For the lifetimes of tokens. Default: that of the system. */
  readonly clock?: Clock;
  /** Whether clients of revisions before 2026-07-28 get sessions where they need one. Default: "auto". */
  readonly sessions?: "auto" | "off";
  /** Where events wait for clients that lost their connection, unless the host has a place. Default: in memory. */
  readonly events?: EventStore | undefined;
  /** Where MCP is. */
  readonly path: string;
  /** Answers what any client may ask, before its token is looked at; false: it is for something else. */
  readonly answerAnyone?: (path: string, request: HttpRequest, response: HttpResponse) => boolean;
  /** The same, after host and origin were checked. */
  readonly answerChecked?: (path: string, request: HttpRequest, response: HttpResponse) => boolean;
  /** Those of the dispatcher, for the calls that it does not get. */
  readonly observers?: readonly CallObserver[];
  /** Called for each request that is turned away. */
  readonly refused?: (status: number) => void;
}

/** Answers requests; listening for them is done elsewhere. Nothing is kept between them but sessions of older clients, and who waits for changes. */
export interface Endpoint {
  /** Never rejects: what fails is logged, and answered. */
  readonly answer: (exchange: Exchange) => Promise<void>;
  /** Whether a path is one of its own: of MCP, or of what clients must find beside it. */
  readonly isOwn: (target: string) => boolean;
  /** Resolves when no call runs any more. */
  readonly settled: () => Promise<unknown>;
  /** Ends the streams of those who wait for changes, questions, and tasks; no others wait for anything but the answer to a call. */
  readonly endStreams: () => void;
  /** Ends what requests share. */
  readonly close: () => Promise<void>;
}

/** @throws when the catalog has no such profile, or its list can't be loaded */
export async function openEndpoint<Deps>(options: EndpointOptions<Deps>): Promise<Endpoint> {
  const { log, maxBodyBytes = 4 * 1024 * 1024, path, refused = () => undefined } = options;
  const { answerAnyone = () => false, answerChecked = () => false } = options;
  const calls = trackCalls(options.dispatch, options.settled);
  const onError = (error: Error) => log.warn("protocol", { error: clip(error.message, limits.noticeLength) });
  const { registry, policy = createPolicy({}), identity, rate, clock = Date.now, observers = [] } = options;
  const admission: Admission = await openAdmission({ registry, policy, identity, rate, mcpPath: path, clock, log });
  const observeWithheld = createWithheldCalls({ registry, policy, observers, clock });
  const views = createServedViews({ ...options, scopes: admission.scopes, calls, maxBodyBytes, onError });
  // What is wrong with the catalog ends the start, not the first request.
  await views.of(undefined);
  const { subscriptions } = options.sources ?? {};
  const events = openEvents({ ofHost: options.sources?.events, ofServer: options.events });
  const opener = neededOpener(registry, options.listingOptions?.profile ?? registry.defaultProfile);
  const opensSessions = opener !== undefined;
  const sessions =
    options.sessions === "off"
      ? undefined
      : openSessionRequests({ registry, opensSessions, subscriptions, events, onError });
  const listens = subscriptions && openListenStreams({ subscriptions, serverInfo: serverInfoOf(registry), onError });
  const authorize = createRequestAuthorizer(options.authorization);
  const mayUse = originCheck(options.authorization);

  function turnAway(response: HttpResponse, rejection: Rejection): void {
    refused(rejection.status);
    reject(response, rejection);
  }

  function failed(response: HttpResponse, error: unknown): void {
    log.error("an exchange failed", { error: error instanceof Error ? error.message : String(error) });
    if (!response.headersSent) refuse(response, 500, { id: null, code: -32603, message: "Internal error" });
    else response.destroy();
  }

  async function exchange({ request, response, readBody, identity: known }: Exchange): Promise<void> {
    const { url: target = "/", headers } = request;
    const unclear = ambiguity(target, headers.host, request.rawHeaders);
    if (unclear !== undefined) {
      refuse(response, unclear.status, { id: null, code: -32600, message: unclear.message }, { connection: "close" });
      return;
    }
    const pathname = pathOf(target, path);
    if (answerAnyone(pathname, request, response)) return;
    if (headers.origin !== undefined && mayUse(headers.origin)) exposeTo(headers.origin, response);
    const asksFirst = isPreflight(request);
    const rejection = authorize(headers, asksFirst || known !== undefined ? "without token" : undefined);
    if (rejection !== undefined) {
      turnAway(response, rejection);
      return;
    }
    if (asksFirst) {
      answerPreflight(headers, response, sessions === undefined ? "POST" : "GET, POST, DELETE");
      return;
    }
    if (answerChecked(pathname, request, response)) return;
    if (admission.answerOpen(pathname, request, response)) return;
    const admitted = await admission.admit(headers.authorization, target, known);
    if ("rejection" in admitted) {
      const { rejection, withheldFrom } = admitted;
      const isObserved = withheldFrom !== undefined && observers.length > 0;
      if (isObserved && pathname === path && headIssue(request.method, headers) === undefined) {
        const body = await readBody(maxBodyBytes);
        if (body.kind === "read") observeWithheld(decodeLine(body.bytes), withheldFrom);
      }
      turnAway(response, rejection);
      return;
    }
    const { identity } = admitted;
    if (pathname !== path) {
      refuse(response, 404, { id: null, code: -32600, message: `Not found: MCP is served at ${path}` });
      return;
    }
    if ((await sessions?.answer(request, response, identity)) === true) return;
    const issue = headIssue(request.method, request.headers);
    if (issue !== undefined) {
      refuse(response, issue.status, { id: null, code: -32600, message: issue.message }, issue.headers);
      return;
    }
    const body = await readBody(maxBodyBytes);
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
      observeWithheld(decoded, identity);
      turnAway(response, withheld);
      return;
    }
    const view = await views.of(identity);
    const sending = { request, response, view, factsOf: views.factsOf, identity, path };
    const message = decoded.kind === "message" && refusal === undefined ? decoded.message : undefined;
    const mismatch = message && view.paramHeaderIssue(message, headers);
    if (mismatch !== undefined) {
      refuse(response, 400, mismatch);
      return;
    }
    if (
      listens !== undefined &&
      message !== undefined &&
      isRequest(message) &&
      message.method === "subscriptions/listen"
    ) {
      await listens.listen(message, sending);
      return;
    }
    const named = refusal === undefined ? sessions?.sessionOf(message, headers, response, identity) : undefined;
    if (named === "answered") return;
    const { session, remembered } = named ?? {};
    /** What can't be answered at once, by the SDK. */
    const throughServer = (begun?: BegunCall) => {
      const checked = refusal === undefined ? keepArguments(decoded) : { refusal };
      return session === undefined || "refusal" in checked
        ? throughSdk({ ...sending, remembered }, checked, begun?.first)
        : throughSession({ session, remembered, request, response, view, identity }, checked, begun);
    };
    if (message !== undefined) {
      if (isRequest(message) && message.method === "initialize") {
        const id = sessions?.begin(message, identity);
        if (id !== undefined) response.setHeader("mcp-session-id", id);
      }
      const handOver = (first: FirstRound, stream: AnswerStream) =>
        void throughServer({ first, stream }).catch((error: unknown) => failed(response, error));
      if (view.answerPlain({ message, headers, response, identity, session, remembered, handOver })) return;
    }
    await throughServer();
  }

  return {
    answer: (each) => exchange(each).catch((error: unknown) => failed(each.response, error)),
    isOwn: (target) => {
      const pathname = pathOf(target, path);
      return pathname === path || admission.isOpen(pathname);
    },
    settled: calls.settled,
    endStreams() {
      listens?.close();
      sessions?.quieten();
      views.endTasks();
    },
    async close() {
      await sessions?.close();
      await views.close();
    },
  };
}

/** "" for a target that is not a URL. */
function pathOf(target: string, expected: string): string {
  if (target === expected) return target;
  const base = "http://pegboard.invalid";
  return URL.canParse(target, base) ? new URL(target, base).pathname : "";
}

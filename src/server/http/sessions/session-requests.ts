import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "../../../contract/json.ts";
import type { EventStore } from "../../../runtime/event-store.ts";
import type { Identity } from "../../../runtime/ports.ts";
import type { Registry } from "../../../runtime/registry.ts";
import type { Subscriptions } from "../../../runtime/subscriptions.ts";
import { openClientLog } from "../../client-log.ts";
import { isRequest, type Message, paramsOf, type RequestId } from "../../decode.ts";
import { envelopeOf } from "../../envelope.ts";
import type { HttpRequest, HttpResponse } from "../exchange.ts";
import { refuse } from "../refuse.ts";
import { acceptsEvents, isOlderHeader } from "../request-rules.ts";
import { placeOf, sendRest } from "./kept-stream.ts";
import { lostSession } from "./lost-session.ts";
import { openMemory, type Remembered } from "./memory.ts";
import type { Session } from "./session.ts";
import { canBeAsked, sessionClientOf } from "./session-client.ts";
import { openSessions } from "./sessions.ts";
import { noSession } from "./through-session.ts";

/** What sessions have to do with requests over HTTP. */
export interface SessionRequests {
  /** Answers a request that reads a stream of a session or ends it; false: it is neither. */
  answer(request: HttpRequest, response: HttpResponse, identity: Identity | undefined): Promise<boolean>;
  /** The id of a session for the answer to a handshake. undefined: its client needs none, and nothing is remembered for it. */
  begin(handshake: Message, identity: Identity | undefined): string | undefined;
  /** What a message names by its session. "answered": the message is for the session itself, or is refused because of it. */
  sessionOf(
    message: Message | undefined,
    headers: IncomingHttpHeaders,
    response: HttpResponse,
    identity: Identity | undefined,
  ): NamedSession | "answered";
  /** Nothing is sent any more but the answers to requests that run. */
  quieten(): void;
  close(): Promise<void>;
}

export interface NamedSession {
  /** undefined: the message is answered by itself. */
  readonly session: Session | undefined;
  readonly remembered: Remembered | undefined;
}

const none: NamedSession = { session: undefined, remembered: undefined };

export interface SessionRequestsOptions<Deps> {
  readonly registry: Registry<Deps>;
  /** Tools open sessions of the catalog, which a client's later calls belong to. */
  readonly opensSessions: boolean;
  readonly subscriptions: Subscriptions | undefined;
  readonly events: EventStore;
  readonly onError: (error: Error) => void;
}

export function openSessionRequests<Deps>(options: SessionRequestsOptions<Deps>): SessionRequests {
  const { registry, opensSessions, subscriptions, events, onError } = options;
  const memory = openMemory();
  const sessions = openSessions({ events, subscriptions, openClientLog: () => openClientLog(registry), onError });

  /** Reads on where a stream was left, also one whose process is gone. */
  async function resume(
    { headers }: HttpRequest,
    response: HttpResponse,
    session: Session | undefined,
    key: string,
  ): Promise<boolean> {
    const place = placeOf(String(headers["last-event-id"]));
    if (place === undefined) return false;
    if ((await session?.resume(response, place.stream, place.number)) === true) return true;
    const rest = await events.after({ ...place, session: key });
    // Here nothing follows any more. Of a process that is gone the client gets what there is, once.
    if (rest === undefined || !(rest.isComplete || (session === undefined && rest.events.length > 0))) return false;
    sendRest(response, place.stream, rest.events);
    return true;
  }

  return {
    async answer(request, response, identity) {
      const { method, headers } = request;
      if ((method !== "GET" && method !== "DELETE") || !isOlderHeader(headers)) return false;
      const id = headers["mcp-session-id"];
      const isRemembered = typeof id === "string" && memory.isOwn(id);
      if (isRemembered && method === "DELETE") {
        memory.forget(id, identity);
        response.writeHead(204).end();
        return true;
      }
      // Clients without a session look whether there is a stream, and go on without it.
      if (isRemembered || (id === undefined && subscriptions === undefined)) return false;
      if (method === "GET" && !acceptsEvents(headers.accept)) {
        return fail(response, 406, "Not acceptable: the client must accept text/event-stream");
      }
      if (typeof id !== "string") {
        return fail(response, 400, "Bad request: the Mcp-Session-Id of the handshake is missing");
      }
      const found = sessions.find(id, identity);
      const session = typeof found === "object" ? found : undefined;
      if (method === "GET" && headers["last-event-id"] !== undefined && found !== "over") {
        if (await resume(request, response, session, sessions.keyOf(id, identity))) return true;
        if (session !== undefined) {
          return fail(response, 400, "Bad request: the Last-Event-ID is not of this session, or too old");
        }
      }
      if (session === undefined) {
        // Of a session of before a restart something may be kept.
        if (method === "DELETE" && found === "unknown") await events.forget(sessions.keyOf(id, identity));
        return fail(response, 404, noSession);
      }
      if (method === "GET") return session.listen(response) || fail(response, 503, "Too many streams are open");
      sessions.finish(id);
      response.writeHead(204).end();
      return true;
    },
    begin(handshake, identity) {
      const client = sessionClientOf(paramsOf(handshake));
      if (subscriptions !== undefined || canBeAsked(client)) return sessions.open(identity, client)?.id;
      return opensSessions ? memory.newId() : undefined;
    },
    sessionOf(message, headers, response, identity) {
      const id = headers["mcp-session-id"];
      if (typeof id !== "string" || !isOlderHeader(headers)) return none;
      const meta = message && paramsOf(message)._meta;
      if (envelopeOf(isJsonObject(meta) ? meta : undefined) !== "none") return none;
      const remembered = memory.of(id, identity);
      if (memory.isOwn(id)) return { session: undefined, remembered };
      const session = sessions.find(id, identity);
      const isReply = message !== undefined && !("method" in message);
      const needsIt = isReply || (message !== undefined && "method" in message && subscribing.has(message.method));
      if (session !== "over" && message !== undefined && "method" in message && message.method === "initialize")
        return none;
      if (session === "over" || (session === "unknown" && needsIt)) {
        fail(response, 404, noSession, message !== undefined && isRequest(message) ? message.id : null);
        return "answered";
      }
      if (session === "unknown") return { session: lostSession(openClientLog(registry)), remembered };
      if (message === undefined || isRequest(message)) return { session, remembered };
      if ("method" in message) takeNotification(session, message);
      else session.reply(message);
      response.writeHead(202).end();
      return "answered";
    },
    quieten: sessions.quieten,
    close: sessions.close,
  };
}

/** Without a session their answer would be untrue: nothing would ever be sent. */
const subscribing: ReadonlySet<string> = new Set(["resources/subscribe", "resources/unsubscribe"]);

/** Of those that clients send, a server uses one. What is malformed in it is ignored. */
function takeNotification(session: Session, message: Message & { readonly method: string }): void {
  if (message.method !== "notifications/cancelled") return;
  const { requestId, reason } = paramsOf(message);
  if (typeof requestId !== "string" && typeof requestId !== "number") return;
  if (reason === undefined || typeof reason === "string") session.cancel(requestId, reason);
}

function fail(response: HttpResponse, status: number, message: string, id: RequestId | null = null): true {
  refuse(response, status, { id, code: -32600, message });
  return true;
}

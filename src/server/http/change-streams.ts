import type { Identity } from "../../runtime/ports.ts";
import type { Registry } from "../../runtime/registry.ts";
import type { Subscriptions } from "../../runtime/subscriptions.ts";
import { serverInfoOf } from "../server-facts.ts";
import { type ChangeSessions, openChangeSessions } from "./change-sessions.ts";
import type { HttpRequest, HttpResponse } from "./exchange.ts";
import { type ListenStreams, openListenStreams } from "./listen-streams.ts";
import { refuse } from "./refuse.ts";
import { acceptsEvents, isOlderHeader } from "./request-rules.ts";

/** What changes, on its way to clients over HTTP, in both eras. */
export interface ChangeStreams extends Pick<ListenStreams, "listen">, Pick<ChangeSessions, "open" | "find"> {
  /** Answers a request that reads the stream of a session or ends it; false: it is neither. */
  answer(request: HttpRequest, response: HttpResponse, identity: Identity | undefined): boolean;
  /** Is a request refused because of the session that it names? */
  isOver(method: string, id: string | string[] | undefined, identity: Identity | undefined): boolean;
  /** Ends all streams: they would go on for as long as their clients do. */
  close(): void;
}

export interface ChangeStreamOptions<Deps> {
  readonly registry: Registry<Deps>;
  readonly subscriptions: Subscriptions;
  readonly onError: (error: Error) => void;
}

export function openChangeStreams<Deps>(options: ChangeStreamOptions<Deps>): ChangeStreams {
  const { registry, subscriptions, onError } = options;
  const sessions = openChangeSessions(subscriptions, onError);
  const listens = openListenStreams({ subscriptions, serverInfo: serverInfoOf(registry), onError });
  return {
    open: sessions.open,
    find: sessions.find,
    isOver: (method, id, identity) =>
      sessions.isFinished(id) ||
      (id !== undefined && subscribing.has(method) && sessions.find(id, identity) === undefined),
    listen: listens.listen,
    answer({ method, headers }, response, identity) {
      if ((method !== "GET" && method !== "DELETE") || !isOlderHeader(headers)) return false;
      const fail = (status: number, message: string): true => {
        refuse(response, status, { id: null, code: -32600, message });
        return true;
      };
      const id = headers["mcp-session-id"];
      if (method === "GET" && !acceptsEvents(headers.accept)) {
        return fail(406, "Not acceptable: the client must accept text/event-stream");
      }
      if (id === undefined) return fail(400, "Bad request: the Mcp-Session-Id of the handshake is missing");
      const session = sessions.find(id, identity);
      if (session === undefined) return fail(404, noSession);
      if (method === "GET") return session.stream(response) || fail(503, "Too many streams are open");
      sessions.finish(session);
      response.writeHead(204).end();
      return true;
    },
    close() {
      listens.close();
      sessions.close();
    },
  };
}

/** Without a session their answer would be untrue: nothing would ever be sent. */
const subscribing: ReadonlySet<string> = new Set(["resources/subscribe", "resources/unsubscribe"]);

export const noSession = "Not found: the session is over; begin again with a handshake";

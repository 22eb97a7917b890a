import { randomUUID } from "node:crypto";
import type { Identity } from "../../runtime/ports.ts";
import type { Subscriptions } from "../../runtime/subscriptions.ts";
import { changeMessage } from "../change-message.ts";
import { ownerOf } from "../owner.ts";
import { createQueue } from "../queue.ts";
import { openSubscriber, type Subscriber } from "../subscriber.ts";
import { drained, eventText, keepAliveMs, streamHeaders } from "./answer-stream.ts";
import type { HttpResponse } from "./exchange.ts";

// Before 2026-07-28 a client subscribes with one request, and reads what changes from the stream of another (GET). What joins them is the
// session of its handshake. Nothing but subscriptions belongs to it: any process answers all other requests, whatever session they name.

export interface ChangeSessions {
  /** @returns the id of a session, for the answer to a handshake */
  open(identity: Identity | undefined): string;
  /** undefined: it is over, of another process, or of somebody else. */
  find(id: string | string[] | undefined, identity: Identity | undefined): ChangeSession | undefined;
  /** Ends the session of a client that wants no more of it. */
  finish(session: ChangeSession): void;
  /** Was it finished? Then every request that names it is refused. @see MCP 2025-11-25, transports, "Session Management" */
  isFinished(id: string | string[] | undefined): boolean;
  /** Ends all streams. */
  close(): void;
}

export interface ChangeSession {
  readonly id: string;
  readonly subscriber: Subscriber;
  /** Sends changes from now on; an earlier stream of the session ends. @returns false where there are too many streams */
  stream(response: HttpResponse): boolean;
  end(): void;
}

/** Sessions that are kept, and as many ids of finished ones; beyond, the oldest without a stream is forgotten. */
const maxSessions = 10_000;
const maxStreams = 1_024;
/** How long a session is kept without a stream. */
const idleMs = 5 * 60_000;

export function openChangeSessions(subscriptions: Subscriptions, onError: (error: Error) => void): ChangeSessions {
  const sessions = new Map<string, KeptSession>();
  const finished = new Set<string>();
  let streams = 0;

  function keep(id: string, owner: string): KeptSession {
    const subscriber = openSubscriber(subscriptions);
    let current: HttpResponse | undefined;
    let idle = setTimeout(end, idleMs).unref();

    function end(): void {
      clearTimeout(idle);
      sessions.delete(id);
      subscriber.close();
      current?.end();
    }

    function stream(response: HttpResponse): boolean {
      if (streams >= maxStreams && current === undefined) return false;
      const before = current;
      current = response;
      before?.end();
      clearTimeout(idle);
      streams++;
      response.writeHead(200, streamHeaders);
      response.flushHeaders();
      const push = createQueue<string | undefined>(async (changed) => {
        // It may have ended its subscription while this waited.
        if (response.writableEnded || !subscriber.wants(changed)) return;
        if (!response.write(eventText(JSON.stringify(changeMessage(changed))))) await drained(response);
      }, onError);
      const stop = subscriptions.listen((changed) => {
        if (subscriber.wants(changed)) push(changed);
      });
      const comments = setInterval(() => response.write(": keepalive\n\n"), keepAliveMs).unref();
      response.once("close", () => {
        stop();
        clearInterval(comments);
        streams--;
        if (current !== response) return;
        current = undefined;
        if (sessions.has(id)) idle = setTimeout(end, idleMs).unref();
      });
      return true;
    }

    return { id, owner, subscriber, stream, end, hasStream: () => current !== undefined };
  }

  return {
    open(identity) {
      if (sessions.size >= maxSessions) [...sessions.values()].find((one) => !one.hasStream())?.end();
      const id = randomUUID();
      sessions.set(id, keep(id, ownerOf(identity)));
      return id;
    },
    find(id, identity) {
      const session = typeof id === "string" ? sessions.get(id) : undefined;
      return session?.owner === ownerOf(identity) ? session : undefined;
    },
    finish({ id, end }) {
      end();
      finished.add(id);
      const [oldest] = finished;
      if (finished.size > maxSessions && oldest !== undefined) finished.delete(oldest);
    },
    isFinished: (id) => typeof id === "string" && finished.has(id),
    close() {
      for (const session of [...sessions.values()]) session.end();
    },
  };
}

interface KeptSession extends ChangeSession {
  /** Others may not use it. @see MCP 2025-11-25, Security Best Practices, "Session Hijacking" */
  readonly owner: string;
  readonly hasStream: () => boolean;
}

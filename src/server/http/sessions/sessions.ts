import type { EventStore } from "../../../runtime/event-store.ts";
import type { Identity } from "../../../runtime/ports.ts";
import type { Subscriptions } from "../../../runtime/subscriptions.ts";
import type { ClientLog } from "../../client-log.ts";
import { nodeEntropy } from "../../node-entropy.ts";
import { ownerOf } from "../../owner.ts";
import { randomId } from "../../random-id.ts";
import { within } from "../../within.ts";
import { openSession, type Session } from "./session.ts";
import type { SessionClient } from "./session-client.ts";

/** The sessions of a process. Each belongs to the identity of its handshake. @see MCP 2025-11-25, Security Best Practices, "Session Hijacking" */
export interface Sessions {
  /** undefined: every session is in use, and there are too many. */
  open(identity: Identity | undefined, client: SessionClient): Session | undefined;
  /** "over": it has ended, or belongs to somebody else. "unknown": it may be of another process. */
  find(id: string, identity: Identity | undefined): Session | "over" | "unknown";
  /** What stands for a session in the store of events, whether it is known or not. */
  keyOf(id: string, identity: Identity | undefined): string;
  /** Ends it and removes its events; requests that name it are refused from now on. */
  finish(id: string): void;
  /** Nothing is sent any more but the answers to requests that run. */
  quieten(): void;
  /** Ends all: requests that still run are answered with an error. Their events stay where they are kept: clients may read on from the next process. */
  close(): Promise<void>;
}

export interface SessionsOptions {
  readonly events: EventStore;
  readonly subscriptions: Subscriptions | undefined;
  readonly openClientLog: () => ClientLog | undefined;
  /** Sessions that are kept, and as many ids of those that have ended. Default: 10,000. */
  readonly maxSessions?: number;
  readonly onError: (error: Error) => void;
}

/** How long a session is kept while its client is not connected. */
export const idleMs = 30 * 60_000;

export function openSessions(options: SessionsOptions): Sessions {
  const { events, subscriptions, openClientLog, maxSessions = 10_000, onError } = options;
  // Those that were used longest ago come first.
  const sessions = new Map<string, Held>();
  const finished = new Set<string>();
  const owned = new Map<string, number>();
  const counts = { kept: 0, listening: 0 };

  function finish(id: string): void {
    const held = sessions.get(id);
    if (held === undefined) return;
    clearTimeout(held.idle);
    sessions.delete(id);
    const left = (owned.get(held.owner) ?? 1) - 1;
    if (left === 0) owned.delete(held.owner);
    else owned.set(held.owner, left);
    void held.session.end().catch(onError);
    void events.forget(held.key).catch(onError);
    finished.add(id);
    const [oldest] = finished;
    if (finished.size > maxSessions && oldest !== undefined) finished.delete(oldest);
  }

  /** Who has most loses first: a flood of sessions ends those of its sender. */
  function makeRoom(): boolean {
    if (sessions.size < maxSessions) return true;
    let most = "";
    for (const [owner, count] of owned) if (count > (owned.get(most) ?? 0)) most = owner;
    const unread = [...sessions].filter(([, { session }]) => !session.isRead());
    const [id] = unread.find(([, { owner }]) => owner === most) ?? unread[0] ?? [];
    if (id === undefined) return false;
    finish(id);
    return true;
  }

  const keyOf = (id: string, identity: Identity | undefined) =>
    nodeEntropy.hash(JSON.stringify([id, ownerOf(identity)]));

  return {
    open(identity, client) {
      if (!makeRoom()) return undefined;
      const id = randomId(24);
      const owner = ownerOf(identity);
      const idle = setTimeout(() => {
        if (session.isRead()) idle.refresh();
        else finish(id);
      }, idleMs).unref();
      const key = keyOf(id, identity);
      const session = openSession({
        id,
        key,
        client,
        events,
        subscriptions,
        clientLog: openClientLog(),
        newStreamId: () => randomId(16),
        counts,
        onRead: () => idle.refresh(),
        onError,
      });
      sessions.set(id, { session, key, owner, idle });
      owned.set(owner, (owned.get(owner) ?? 0) + 1);
      return session;
    },
    find(id, identity) {
      const held = sessions.get(id);
      if (held === undefined) return finished.has(id) ? "over" : "unknown";
      if (held.owner !== ownerOf(identity)) return "over";
      held.idle.refresh();
      sessions.delete(id);
      sessions.set(id, held);
      return held.session;
    },
    keyOf,
    finish,
    quieten() {
      for (const { session } of sessions.values()) session.quieten();
    },
    async close() {
      const all = [...sessions.values()];
      sessions.clear();
      owned.clear();
      for (const { idle } of all) clearTimeout(idle);
      await within(endMs, Promise.all(all.map(({ session }) => session.end(stopping).catch(onError))));
    },
  };
}

const stopping = "The server has stopped; the call was still running and was aborted";
/** A client that does not read is not waited for. */
const endMs = 1_000;

interface Held {
  readonly session: Session;
  /** Of its events. */
  readonly key: string;
  readonly owner: string;
  readonly idle: NodeJS.Timeout;
}

import { setTimeout } from "node:timers/promises";
import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import type { JsonObject } from "../contract/json.ts";
import { type Deadline, untilAborted } from "./deadline.ts";
import type { ResourceChange } from "./server-connection.ts";

/** Changes of a server's resources, in either era. */
export interface WatchedResources {
  /** @returns false where the server does not notify of this one */
  subscribe(uri: string, deadline: Deadline): Promise<boolean>;
  unsubscribe(uri: string, deadline: Deadline): Promise<void>;
  /** Nothing is listened to again. */
  close(): void;
}

export interface WatchOptions {
  readonly isModern: boolean;
  readonly request: (method: string, params: JsonObject, deadline: Deadline) => Promise<unknown>;
  readonly onChange: (change: ResourceChange) => void;
  /** The server notifies of other lists. */
  readonly listChanges: boolean;
}

export function watchResources(client: Client, options: WatchOptions): WatchedResources {
  const { isModern, request, onChange } = options;
  client.setNotificationHandler("notifications/resources/updated", ({ params: { uri } }) =>
    onChange({ kind: "updated", uri }),
  );
  client.setNotificationHandler("notifications/resources/list_changed", () => onChange({ kind: "list" }));
  if (isModern) return listenToStreams(client, options);
  return {
    async subscribe(uri, deadline) {
      await request("resources/subscribe", { uri }, deadline);
      return true;
    },
    unsubscribe: async (uri, deadline) => void (await request("resources/unsubscribe", { uri }, deadline)),
    close: () => undefined,
  };
}

/** Before a stream that broke off is asked for again, in milliseconds; doubled with each failure. */
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Since 2026-07-28 each stream names what it is for. */
function listenToStreams(client: Client, { onChange, listChanges }: WatchOptions): WatchedResources {
  const closing = new AbortController();
  const open = new Map<string, AbortController>();

  /** Listens until it is aborted: again when the stream breaks off, and then anything may have changed. */
  async function keepListening(filter: Filter, stop: AbortSignal, first: McpSubscription | undefined): Promise<void> {
    const end = AbortSignal.any([closing.signal, stop]);
    let subscription = first;
    for (let pauseMs = firstPauseMs; !end.aborted; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
      if (subscription !== undefined) {
        await Promise.race([subscription.closed, aborted(end)]);
        if (end.aborted) await subscription.close();
        pauseMs = firstPauseMs;
      }
      if (end.aborted) return;
      await setTimeout(pauseMs, undefined, { ref: false });
      // Why the server can't be asked is said to those who call it.
      subscription = await client.listen(filter, { signal: closing.signal }).catch(() => undefined);
      if (subscription === undefined) continue;
      if (filter.resourceSubscriptions === undefined) onChange({ kind: "list" });
      else for (const uri of filter.resourceSubscriptions) onChange({ kind: "updated", uri });
    }
  }

  if (listChanges) {
    const filter = { resourcesListChanged: true };
    void client
      .listen(filter, { signal: closing.signal })
      .catch(() => undefined)
      .then((first) => keepListening(filter, closing.signal, first));
  }
  return {
    async subscribe(uri, { signal }) {
      if (open.has(uri)) return true;
      const filter = { resourceSubscriptions: [uri] };
      const stop = new AbortController();
      const listening = client.listen(filter, { signal: closing.signal });
      const subscription = await untilAborted(listening, signal).catch((error: unknown) => {
        // It may still come.
        listening.then(
          (late) => late.close(),
          () => undefined,
        );
        throw error;
      });
      if (subscription.honoredFilter.resourceSubscriptions?.includes(uri) !== true) {
        await subscription.close();
        return false;
      }
      open.set(uri, stop);
      void keepListening(filter, stop.signal, subscription);
      return true;
    },
    async unsubscribe(uri) {
      open.get(uri)?.abort();
      open.delete(uri);
    },
    close: () => closing.abort(),
  };
}

interface Filter {
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: string[];
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

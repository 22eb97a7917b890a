import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { Changed, Subscriptions } from "../runtime/subscriptions.ts";

/** What the client of a connection has subscribed to, by `resources/subscribe` of the revisions before 2026-07-28. */
export interface Subscriber {
  /** Lists that change concern every client. */
  wants(changed: Changed): boolean;
  /** @throws what the host throws */
  subscribe(uri: string): Promise<"subscribed" | "unknown" | "full">;
  unsubscribe(uri: string): void;
  close(): void;
}

/** Resources that one client may subscribe to. */
export const maxSubscribed = 1_000;

export function openSubscriber(subscriptions: Subscriptions): Subscriber {
  const held = new Map<string, { readonly end: () => void }>();
  let isClosed = false;
  return {
    wants: (changed) => changed === undefined || held.has(changed),
    async subscribe(uri) {
      if (held.has(uri)) return "subscribed";
      if (held.size >= maxSubscribed) return "full";
      // What changes while the host is asked is of interest already.
      const entry = { end: () => void held.delete(uri) };
      held.set(uri, entry);
      let end: (() => void) | undefined;
      try {
        end = await subscriptions.hold(uri);
      } finally {
        if (end === undefined && held.get(uri) === entry) held.delete(uri);
      }
      if (end === undefined) return "unknown";
      // The client has left meanwhile.
      if (isClosed || held.get(uri) !== entry) end();
      else held.set(uri, { end });
      return "subscribed";
    },
    unsubscribe(uri) {
      const entry = held.get(uri);
      held.delete(uri);
      entry?.end();
    },
    close() {
      isClosed = true;
      for (const { end } of held.values()) end();
      held.clear();
    },
  };
}

/** A `subscriptions/listen`, whose resources are being watched. */
export interface HeldListen {
  /** As they came, but for resources that don't exist or can't be watched: the server's answer names those that are left. */
  readonly params: JsonObject;
  readonly release: () => void;
}

/** @see MCP 2026-07-28, basic/utilities/subscriptions */
export async function holdListen(
  subscriptions: Subscriptions,
  params: JsonObject,
  onError: (error: Error) => void,
): Promise<HeldListen> {
  const { notifications } = params;
  const uris = isJsonObject(notifications) ? notifications.resourceSubscriptions : undefined;
  // What is malformed is refused by the SDK.
  if (!isJsonObject(notifications) || !Array.isArray(uris) || !uris.every((uri) => typeof uri === "string")) {
    return { params, release: () => undefined };
  }
  const wanted = [...new Set(uris)].slice(0, maxSubscribed);
  const ends = await Promise.all(
    wanted.map((uri) =>
      subscriptions.hold(uri).catch((error: unknown) => {
        onError(error instanceof Error ? error : new Error(String(error)));
        return undefined;
      }),
    ),
  );
  const watched = wanted.filter((_, at) => ends[at] !== undefined);
  return {
    params: { ...params, notifications: { ...notifications, resourceSubscriptions: watched } },
    release: () => {
      for (const end of ends) end?.();
    },
  };
}

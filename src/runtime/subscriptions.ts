// What clients want to know of resources, and what a host reports of them. A host is asked to watch a resource while at least one client
// has subscribed to it.
import type { ResourceProvider } from "./resource-provider.ts";

/** How a host and its handlers report changes. Does nothing where catalog.yaml does not offer it to clients. */
export interface ResourceChanges {
  /** For `server: {subscriptions: true}`: clients that subscribed to exactly this URI are notified. */
  readonly resourceUpdated: (uri: string) => void;
  /** For `server: {list_changes: true}`: clients are notified that the host lists other resources or templates than before. */
  readonly resourceListChanged: () => void;
}

/** A URI; undefined: the list of resources. */
export type Changed = string | undefined;

/** Of one dispatcher. */
export interface Subscriptions {
  /** @returns ends it */
  listen(listener: (changed: Changed) => void): () => void;
  /**
   * A client subscribes.
   * @returns ends it; undefined: there is no such resource
   * @throws what the host throws
   */
  hold(uri: string): Promise<(() => void) | undefined>;
}

export interface SubscriptionOptions {
  /** Clients may subscribe to resources. */
  readonly subscriptions?: true;
  /** Clients are notified of other lists. */
  readonly listChanges?: true;
  readonly provider: () => Promise<Pick<ResourceProvider, "subscribe" | "unsubscribe"> | undefined>;
  /** What goes wrong when the last client has left. */
  readonly onError: (error: unknown) => void;
}

export function openSubscriptions(options: SubscriptionOptions): Subscriptions & { readonly changes: ResourceChanges } {
  const { provider, onError } = options;
  const listeners = new Set<(changed: Changed) => void>();
  const held = new Map<string, Held>();
  /** The host's answer to the last thing that it was asked of a URI: one thing is asked after the other. */
  const asked = new Map<string, Promise<unknown>>();

  function publish(changed: Changed): void {
    for (const listener of listeners) listener(changed);
  }

  function ask<Answer>(uri: string, question: () => Promise<Answer>): Promise<Answer> {
    const before = asked.get(uri) ?? Promise.resolve();
    const answer = before.then(question, question);
    asked.set(uri, answer);
    const forget = () => {
      if (asked.get(uri) === answer) asked.delete(uri);
    };
    answer.then(forget, forget);
    return answer;
  }

  function release(uri: string, entry: Held): void {
    entry.clients--;
    if (entry.clients > 0 || held.get(uri) !== entry) return;
    held.delete(uri);
    ask(uri, async () => (await provider())?.unsubscribe?.(uri)).catch(onError);
  }

  return {
    changes: {
      resourceUpdated: (uri) => {
        if (options.subscriptions === true) publish(uri);
      },
      resourceListChanged: () => {
        if (options.listChanges === true) publish(undefined);
      },
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async hold(uri) {
      const entry = held.get(uri) ?? {
        clients: 0,
        isWatched: ask(uri, async () => (await (await provider())?.subscribe?.(uri)) ?? true),
      };
      held.set(uri, entry);
      entry.clients++;
      let isHeld = true;
      const end = () => {
        if (isHeld) release(uri, entry);
        isHeld = false;
      };
      let isWatched = false;
      try {
        isWatched = await entry.isWatched;
      } finally {
        // Nothing is being watched, so nothing has to be ended.
        if (!isWatched && held.get(uri) === entry) held.delete(uri);
      }
      return isWatched ? end : undefined;
    },
  };
}

interface Held {
  clients: number;
  readonly isWatched: Promise<boolean>;
}

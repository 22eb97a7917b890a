import { createMemoryEvents, type EventStore } from "../../../runtime/event-store.ts";

/** Where events wait: the host's store, else that of the server, else memory. Which one is settled with the first event. */
export interface EventSources {
  /** Opens the host when it is called. */
  readonly ofHost?: (() => Promise<EventStore | undefined>) | undefined;
  readonly ofServer?: EventStore | undefined;
}

/** A host that can't be opened now has no store. */
export function openEvents({
  ofHost = async () => undefined,
  ofServer = createMemoryEvents(),
}: EventSources): EventStore {
  const chosen = () =>
    ofHost().then(
      (store) => store ?? ofServer,
      () => ofServer,
    );
  return {
    append: async (event) => (await chosen()).append(event),
    after: async (place) => (await chosen()).after(place),
    forget: async (session) => (await chosen()).forget(session),
  };
}

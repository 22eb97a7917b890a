import { createMemoryEvents, type EventStore } from "../../../runtime/event-store.ts";

/**
 * The host's store of events; where it has none, or can't be opened now, one in memory.
 * @param provided opens the host when it is called
 */
export function openEvents(provided: () => Promise<EventStore | undefined> = async () => undefined): EventStore {
  const memory = createMemoryEvents();
  const chosen = () =>
    provided().then(
      (store) => store ?? memory,
      () => memory,
    );
  return {
    append: async (event) => (await chosen()).append(event),
    after: async (place) => (await chosen()).after(place),
    forget: async (session) => (await chosen()).forget(session),
  };
}

import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { SessionStore } from "../../src/runtime/ports.ts";
import type { Memories, StoreRequest } from "../../src/services/memories/memories.ts";
import { storedMemories } from "../../src/services/memories/stored-memories.ts";
import { storedSessions } from "../../src/services/sessions/sessions.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { temporaryFolder } from "../store/temporary-folder.ts";
import { type StoppedClock, stoppedClock } from "./clock.ts";

export interface Workbench {
  readonly store: Store;
  readonly memories: Memories;
  readonly sessions: SessionStore;
  readonly clock: StoppedClock;
}

/** The services on a real database in a folder that goes when the test has finished. */
export async function workbench(): Promise<Workbench> {
  const store = await openStore(join(await temporaryFolder(), "workbench.db"));
  onTestFinished(() => store.close());
  const clock = stoppedClock();
  return { store, clock, memories: storedMemories({ store, clock }), sessions: storedSessions({ store, clock }) };
}

/** A request with nothing special about it. */
export function storeRequest(over: Partial<StoreRequest> & { readonly content: string }): StoreRequest {
  return {
    namespace: "global",
    tier: "mid",
    kind: "observation",
    scope: "private",
    source: "nhi",
    priority: 5,
    confidence: 1,
    tags: [],
    metadata: {},
    force: false,
    writer: { sessionId: "s", agent: "tester" },
    leftOut: new Set(),
    ...over,
  };
}

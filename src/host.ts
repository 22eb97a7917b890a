import { resolve } from "node:path";
import envPaths from "env-paths";
import type { Deps } from "./handlers/deps.ts";
import type { Host, HostDoor, OpenHost } from "./runtime/registry.ts";
import { storedMemories } from "./services/memories/memories.ts";
import { storedSessions } from "./services/sessions/sessions.ts";
import { lazyStore } from "./store/lazy-store.ts";
import { openStore } from "./store/open-store.ts";

/** Composes the workbench. The store is opened by the first call that needs it; opening the host touches no disk. */
export const openHost: OpenHost<Deps> = ({ env, clock }: HostDoor): Host<Deps> => {
  const store = lazyStore(() => openStore(databasePath(env)));
  const sessions = storedSessions({ store, clock });
  const memories = storedMemories({ store, clock });
  return { deps: { memories, sessions, now: clock }, sessions, close: () => store.close() };
};

/** Where PEGBOARD_DB says, else in the user's data folder. */
export function databasePath(env: HostDoor["env"]): string {
  const given = env.PEGBOARD_DB;
  if (given !== undefined && given !== "") return resolve(given);
  return resolve(envPaths("pegboard", { suffix: "" }).data, "workbench.db");
}

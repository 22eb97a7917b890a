import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { userFolders } from "./disk/user-folders.ts";
import type { Deps } from "./handlers/deps.ts";
import { HostUnavailable } from "./runtime/errors.ts";
import type { Host, HostEnv, OpenHost } from "./runtime/registry.ts";
import { storedActivity } from "./services/activity/activity.ts";
import { activityLifetime, activityPruning } from "./services/activity/prune-activity.ts";
import { storedPacks } from "./services/context/packs.ts";
import { storedDecisions } from "./services/decisions/decisions.ts";
import { storedMemories } from "./services/memories/stored-memories.ts";
import { storedPlans } from "./services/plans/plans.ts";
import { storedProjects } from "./services/projects/projects.ts";
import { storedSessions } from "./services/sessions/sessions.ts";
import { storedTasks } from "./services/tasks/tasks.ts";
import { lazyStore } from "./store/lazy-store.ts";
import { openStore } from "./store/open-store.ts";
import { storeSeenBy } from "./store/seen-by.ts";

/** Composes the workbench. The store is opened by the first call that needs it, so opening the host does not touch the disk. */
export const openHost: OpenHost<Deps> = ({ env, clock, log }: HostEnv): Host<Deps> => {
  const store = lazyStore((closing) => openStore(databasePath(env), { closing }));
  const pruning = activityPruning({ store, clock }, log, activityLifetime(env.PEGBOARD_ACTIVITY_DAYS));
  const sessions = storedSessions({ store, clock, onOpened: () => pruning.start() });
  const deps: Deps = {
    memories: (agent) => storedMemories({ store: storeSeenBy(store, agent), clock }),
    projects: storedProjects({ store, clock }),
    tasks: storedTasks({ store, clock }),
    packs: storedPacks({ store, clock }),
    decisions: storedDecisions({ store, clock }),
    plans: storedPlans({ store, clock }),
    activity: storedActivity({ store }),
    sessions,
    now: clock,
  };
  const close = async () => {
    await pruning.close();
    await store.close();
  };
  return { deps, sessions, close };
};

/**
 * The file that PEGBOARD_DB names, else one in the user's data folder. A leading `~/` is the home folder, because no shell expands it
 * in the configuration of a client.
 * @throws HostUnavailable for `:memory:`, which is a database that ends with the process
 */
export function databasePath(env: HostEnv["env"]): string {
  const given = env.PEGBOARD_DB;
  if (given === ":memory:") {
    const sentence = "PEGBOARD_DB is ':memory:', which would end with the process; set it to a file";
    throw new HostUnavailable(sentence, "never");
  }
  if (given?.startsWith("~/") === true) return join(homedir(), given.slice(2));
  if (given !== undefined && given !== "") return resolve(given);
  return join(userFolders(env).data, "workbench.db");
}

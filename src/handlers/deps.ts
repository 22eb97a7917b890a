import type { Clock, Contract, Handler, Session } from "pegboard/runtime";
import type { Activity } from "../services/activity/activity.ts";
import type { Packs } from "../services/context/packs.ts";
import type { Decisions } from "../services/decisions/decisions.ts";
import type { Evolution } from "../services/evolution/evolution.ts";
import type { Graph } from "../services/graph/graph.ts";
import type { Memories } from "../services/memories/stored-memories.ts";
import type { MemoryFiles } from "../services/memory-files/memory-files.ts";
import type { Organizations } from "../services/organizations/organizations.ts";
import type { Plans } from "../services/plans/plans.ts";
import type { ProjectPlaces } from "../services/project-places/project-places.ts";
import type { Projects } from "../services/projects/projects.ts";
import type { WorkbenchSessions } from "../services/sessions/sessions.ts";
import type { Tasks } from "../services/tasks/tasks.ts";
import type { Upkeep } from "../services/upkeep/upkeep.ts";
import type { Workspaces } from "../services/workspaces/workspaces.ts";
import type { Writer } from "../store/activity-rows.ts";

/** What the workbench's handlers get; src/host.ts makes it. */
export interface Deps {
  /** Memories as an agent sees them: private ones of others are not there. undefined: the caller has no session. */
  readonly memories: (agent: string | undefined) => Memories;
  /** Memories that an agent sees, as files that people edit; loaded when it is needed. */
  readonly memoryFiles: (agent: string | undefined) => Promise<MemoryFiles>;
  /** Links between the memories that an agent sees. */
  readonly graph: (agent: string | undefined) => Graph;
  /** Finds memories that belong together, as far as an agent sees them. */
  readonly evolution: (agent: string | undefined) => Evolution;
  /** Keeps the memories that an agent sees in order. */
  readonly upkeep: (agent: string | undefined) => Upkeep;
  readonly workspaces: (agent: string | undefined) => Workspaces;
  /** How to work with what a profile lists, in Markdown, made of the catalog's guidance. */
  readonly guide: (profile: string) => Promise<string>;
  readonly projects: Projects;
  /** Those of an organisation, by its id, whatever is in view. */
  readonly projectsOf: (organization: string) => Projects;
  readonly tasks: Tasks;
  readonly packs: Packs;
  readonly decisions: Decisions;
  readonly plans: Plans;
  readonly activity: Activity;
  readonly organizations: Organizations;
  readonly sessions: WorkbenchSessions;
  /** Databases and worktrees of a folder of code; loaded with the first call that needs them. */
  readonly places: () => Promise<ProjectPlaces>;
  readonly now: Clock;
}

export type ToolHandler<C extends Contract> = Handler<C, Deps>;

/** The session on whose behalf a handler writes. */
export function writerOf({ id: session, agent }: Session): Writer {
  return { session, agent };
}

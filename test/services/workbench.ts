import { onTestFinished } from "vitest";
import { type Packs, storedPacks } from "../../src/services/context/packs.ts";
import { type Decisions, storedDecisions } from "../../src/services/decisions/decisions.ts";
import type { StoreRequest } from "../../src/services/memories/memories.ts";
import { type Memories, storedMemories } from "../../src/services/memories/stored-memories.ts";
import { type Plans, storedPlans } from "../../src/services/plans/plans.ts";
import type { Project } from "../../src/services/projects/project.ts";
import { type Projects, storedProjects } from "../../src/services/projects/projects.ts";
import { storedSessions, type WorkbenchSessions } from "../../src/services/sessions/sessions.ts";
import type { CreateTask } from "../../src/services/tasks/create-task.ts";
import type { Task } from "../../src/services/tasks/task.ts";
import { storedTasks, type Tasks } from "../../src/services/tasks/tasks.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { emptyDatabase } from "../store/empty-database.ts";
import { type StoppedClock, stoppedClock } from "./clock.ts";

export interface Workbench {
  readonly store: Store;
  readonly memories: Memories;
  readonly projects: Projects;
  readonly tasks: Tasks;
  readonly packs: Packs;
  readonly decisions: Decisions;
  readonly plans: Plans;
  readonly sessions: WorkbenchSessions;
  readonly clock: StoppedClock;
}

/** The services on a real database in a folder that goes when the test has finished. */
export async function workbench(): Promise<Workbench> {
  const store = await openStore(await emptyDatabase());
  onTestFinished(() => store.close());
  const clock = stoppedClock();
  return servicesOn(store, clock);
}

export function servicesOn(store: Store, clock: StoppedClock): Workbench {
  const options = { store, clock };
  return {
    ...options,
    memories: storedMemories(options),
    projects: storedProjects(options),
    tasks: storedTasks(options),
    packs: storedPacks(options),
    decisions: storedDecisions(options),
    plans: storedPlans(options),
    sessions: storedSessions(options),
  };
}

export const writer = { session: "s", agent: "tester" };

/** A project that was not there before. */
export async function newProject({ projects }: Workbench, name: string): Promise<Project> {
  const created = await projects.create({ name, description: "", force: true, writer });
  if (created.status !== "created") throw new Error(`expected a new project, got ${created.status}`);
  return created.project;
}

/** A task with nothing special about it. */
export async function newTask(
  { tasks }: Workbench,
  over: Partial<CreateTask> & ({ readonly projectId: string } | { readonly parentId: string }),
): Promise<Task> {
  const facts = { title: "A task", description: "", priority: "medium", tags: [], writer } as const;
  const created = await tasks.create({ ...facts, ...over });
  if (created.status !== "created") throw new Error(`expected a new task, got ${created.status}`);
  return created.task;
}

/** What was logged, oldest first, without opened sessions. */
export async function logged({ store }: Workbench): Promise<readonly string[]> {
  const lines = await store.read(({ activity }) => activity.latest(1000));
  return lines
    .map((line) => line.event)
    .filter((event) => event !== "session_opened")
    .reverse();
}

/** A request with nothing special about it. */
export function storeRequest(over: Partial<StoreRequest> & { readonly content: string }): StoreRequest {
  return {
    namespace: "global",
    tier: "mid",
    kind: "observation",
    scope: "collective",
    source: "nhi",
    priority: 5,
    confidence: 1,
    tags: [],
    metadata: {},
    force: false,
    writer: { session: "s", agent: "tester" },
    leftOut: new Set(),
    ...over,
  };
}

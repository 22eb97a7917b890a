import { randomUUID } from "node:crypto";
import type { ReadableRows } from "../../store/store.ts";
import { idPrefix, maxIdsShown, withId } from "../names/id-prefix.ts";
import type { ServiceOptions } from "../service-options.ts";
import { listTasks } from "./list-tasks.ts";
import { manageTask } from "./manage-task.ts";
import { taskOf } from "./task-of.ts";
import type { TaskLookup, Tasks } from "./tasks.ts";

export function storedTasks({ store, clock }: ServiceOptions): Tasks {
  return {
    find: (task, agent) => store.read((rows) => findTask(rows, task, agent)),
    byIds: (ids, agent) =>
      store.read(async ({ tasks }) => {
        const active = await activeOf(tasks, agent);
        return (await tasks.byIds(ids)).map((row) => taskOf(row, active));
      }),
    list: (request) => listTasks(store, request),
    create: ({ projectId, title, description, priority, tags, writer }) =>
      store.write(async ({ tasks, activity }) => {
        const id = randomUUID();
        const now = clock();
        const { agent, sessionId: session } = writer;
        const facts = { projectId, title, description, priority, tags: [...new Set(tags)] };
        await tasks.insert({ ...facts, id, createdBy: agent, session, createdAt: now });
        await activity.append({ at: now, event: "task_created", subject: id, agent, session });
        const [created] = await tasks.byIds([id]);
        if (created === undefined) throw new Error(`invariant: task ${id} was written a moment ago`);
        return taskOf(created, undefined);
      }),
    manage: (request) => store.write((rows) => manageTask(rows, request, clock())),
    history: (taskId, limit) =>
      store.read(async ({ activity }) => {
        const lines = await activity.ofSubject(taskId, limit);
        return lines.map(({ event, agent, at }) => ({ event, agent, at }));
      }),
    workOf: (agent, limit) =>
      store.read(async ({ tasks }) => {
        const active = await tasks.activeOf(agent);
        const [own] = active === undefined ? [] : await tasks.byIds([active]);
        // One more, because the agent's own task is among them.
        const inProgress = await tasks.inProgress(limit + 1);
        const others = inProgress.filter(({ id }) => id !== active).slice(0, limit);
        return {
          active: own === undefined ? undefined : taskOf(own, active),
          inProgress: others.map((row) => taskOf(row, active)),
        };
      }),
  };
}

async function findTask({ tasks }: ReadableRows, text: string, agent: string | undefined): Promise<TaskLookup> {
  const active = await activeOf(tasks, agent);
  const [exact] = await tasks.byIds([text.toLowerCase()]);
  if (exact !== undefined) return { status: "found", task: taskOf(exact, active) };
  const prefix = idPrefix(text);
  const [first, ...others] = prefix === undefined ? [] : await tasks.byIdPrefix(prefix, maxIdsShown);
  if (first === undefined) return { status: "not_found" };
  if (others.length === 0) return { status: "found", task: taskOf(first, active) };
  return { status: "ambiguous", candidates: [first, ...others].map(({ title, id }) => withId(title, id)) };
}

async function activeOf(tasks: ReadableRows["tasks"], agent: string | undefined): Promise<string | undefined> {
  return agent === undefined ? undefined : await tasks.activeOf(agent);
}

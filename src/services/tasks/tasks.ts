import { randomUUID } from "node:crypto";
import type { Writer } from "../../store/activity-rows.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { NoteKind } from "../../store/task-rows.ts";
import { erase } from "../erase.ts";
import type { Lookup } from "../names/look-up.ts";
import type { ServiceOptions } from "../service-options.ts";
import { type CreateTask, createTask } from "./create-task.ts";
import { type ChangeDependency, changeDependency, dependenciesOf } from "./dependencies.ts";
import { findTask } from "./find-task.ts";
import { type ImportTasks, importTasks } from "./import/import-tasks.ts";
import { type ListTasks, listTasks } from "./list-tasks.ts";
import { type ManageTask, manageTask } from "./manage-task.ts";
import { type MoveTask, moveTask } from "./move-task.ts";
import { type AddNote, addNote } from "./notes.ts";
import { type PlaceTask, placeTask, subtasksOf } from "./subtasks.ts";
import { type Task, taskOf } from "./task.ts";

export type Tasks = ReturnType<typeof storedTasks>;

/** Tasks and their progress. */
export function storedTasks({ store, clock }: ServiceOptions) {
  return {
    /** By id, by the first four characters of it or more, or by its title. @param agent whose active task is marked */
    find: (text: string, agent: string | undefined): Promise<Lookup<Task>> =>
      store.read(async ({ tasks }) => findTask(tasks, text, await activeOf(tasks, agent))),
    /** In the order of the ids; unknown ids are left out. */
    byIds: (ids: readonly string[], agent: string | undefined): Promise<readonly Task[]> =>
      store.read(async ({ tasks }) => {
        const active = await activeOf(tasks, agent);
        return (await tasks.byIds(ids)).map((row) => taskOf(row, active));
      }),
    list: (request: ListTasks) => listTasks(store, clock, request),
    create: (request: CreateTask) =>
      store.write((rows) => createTask(rows, request, { id: randomUUID(), at: clock() })),
    /** Takes over the tasks of another program's file, each once. */
    import: (request: ImportTasks) => importTasks(store, request, clock()),
    /** Makes it a part of another task, or a task of its own, or puts it elsewhere among the subtasks. */
    place: (request: PlaceTask) => store.write((rows) => placeTask(rows, request, clock())),
    subtasks: (taskId: string, agent: string | undefined) => store.read((rows) => subtasksOf(rows, taskId, agent)),
    /** Ids of the tasks that it is a part of, the nearest first. */
    above: (taskId: string) => store.read(({ tasks }) => tasks.above(taskId)),
    /** One action on a task: in one transaction with its line of the activity log. */
    manage: (request: ManageTask) => store.write((rows) => manageTask(rows, request, clock())),
    /** Agents that work on it, the first that started it first. */
    workers: (taskId: string) => store.read(({ tasks }) => tasks.workersOn(taskId)),
    move: (request: MoveTask) => store.write((rows) => moveTask(rows, request, clock())),
    addNote: (request: AddNote) => store.write((rows) => addNote(rows, request, { id: randomUUID(), at: clock() })),
    /** Newest first. */
    notes: (taskId: string, kind: NoteKind, limit: number) =>
      store.read(({ tasks }) => tasks.notesOf(taskId, kind, limit)),
    changeDependency: (request: ChangeDependency) => store.write((rows) => changeDependency(rows, request, clock())),
    /** @returns undefined: the task is not there */
    dependencies: (taskId: string, agent: string | undefined) =>
      store.read((rows) => dependenciesOf(rows, taskId, agent)),
    /** Deletes a task with what is below it, from the files too. Memories that were stored while it was worked on stay. @returns undefined: it is not there */
    remove: (taskId: string, writer: Writer) =>
      erase(store, async ({ tasks, activity }) => {
        if ((await tasks.byIds([taskId])).length === 0) return undefined;
        const parts = await tasks.below(taskId);
        await tasks.remove(taskId);
        const at = clock();
        for (const subject of [...parts, taskId]) {
          await activity.append({ ...writer, at, event: "task_deleted", subject });
        }
        return { parts: parts.length };
      }),
    /** What happened to a task, newest first. */
    history: (taskId: string, limit: number) =>
      store.read(async ({ activity }) => {
        const lines = await activity.ofSubject(taskId, limit);
        return lines.map(({ event, agent, at }) => ({ event, agent, at }));
      }),
    /** The active task of the agent, and up to `limit` others in progress, last touched first. */
    workOf: (agent: string, limit: number) =>
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
    /** Tasks that are assigned to this agent and not begun, in the order of what to do next. */
    assignedTo: (agent: string, limit: number) =>
      store.read(async ({ tasks }) => {
        const rows = await tasks.nextUp({ assignee: agent, status: "todo", limit });
        return rows.map((row) => taskOf(row, undefined));
      }),
  };
}

async function activeOf(tasks: ReadableRows["tasks"], agent: string | undefined): Promise<string | undefined> {
  return agent === undefined ? undefined : await tasks.activeOf(agent);
}

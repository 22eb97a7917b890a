import { randomUUID } from "node:crypto";
import type { Writer } from "../../../store/activity-rows.ts";
import type { Store, WritableRows } from "../../../store/store.ts";
import { writeOrTry } from "../../write-or-try.ts";
import { createTask } from "../create-task.ts";
import { changeDependency } from "../dependencies.ts";
import { manageTask } from "../manage-task.ts";
import type { ImportedTask, TaskSource, Unreadable } from "./imported-task.ts";
import { type ImportForm, readTasks } from "./read-tasks.ts";

/** They are written in one transaction, for which others wait. */
const maxTasks = 5_000;

export interface ImportTasks {
  /** What the file holds. */
  readonly text: string;
  /** undefined: the text shows it. */
  readonly form?: ImportForm | undefined;
  readonly projectId: string;
  readonly writer: Writer;
  /** Does everything and takes it back, so that what it says is what would happen. */
  readonly dryRun: boolean;
}

export interface TasksImported {
  /** In the order of the file. */
  readonly created: readonly ImportedTask[];
  /** Number of the tasks that an earlier import took over: they stay as they are now, also where they were deleted. */
  readonly known: number;
  readonly dependencies: number;
  /** What could not be kept, in words. */
  readonly problems: readonly string[];
}

/** All of it in one transaction. Each task of a source is taken over once in a project, however often the file is read. */
export async function importTasks(
  store: Store,
  { text, form, ...request }: ImportTasks,
  now: number,
): Promise<TasksImported | Unreadable> {
  const read = readTasks(text, form);
  if ("problem" in read) return read;
  if (read.tasks.length > maxTasks) return { problem: `it has more than ${maxTasks} tasks` };
  return await writeOrTry(store, request.dryRun, (rows) => write(rows, { ...request, ...read }, now));
}

async function write(
  rows: WritableRows,
  request: Omit<ImportTasks, "text"> & TaskSource,
  at: number,
): Promise<TasksImported> {
  const { projectId, source, writer, tasks } = request;
  const problems: string[] = [];
  const ids = new Map(
    (await rows.tasks.importedFrom(projectId, source)).map(({ key, taskId }): [string, string] => [key, taskId]),
  );
  const created: ImportedTask[] = [];
  for (const task of tasks) {
    if (ids.has(task.key)) continue;
    const id = randomUUID();
    const parentId = task.parent === null ? undefined : ids.get(task.parent);
    const { title, description, priority, tags, due, assignee } = task;
    const facts = { title, description, priority, tags, due, assignee, writer };
    const made = { id, at };
    const part = parentId === undefined ? undefined : await createTask(rows, { ...facts, parentId }, made);
    if (part !== undefined && part.status !== "created") {
      problems.push(`'${title}' is a task of its own: what it was a part of takes no more subtasks`);
    }
    if (part?.status !== "created") {
      const whole = await createTask(rows, { ...facts, projectId }, made);
      if (whole.status !== "created")
        throw new Error(`invariant: the project of the import is there (${whole.status})`);
    }
    await rows.tasks.noteImport({ projectId, source, key: task.key, taskId: id });
    ids.set(task.key, id);
    created.push(task);
  }
  const dependencies = await addDependencies(rows, created, { ids, writer, at, problems });
  // The parts first: a task that is completed completes what is below it.
  for (const { key, status } of created.toReversed()) {
    const taskId = ids.get(key);
    if (status === "todo" || taskId === undefined) continue;
    await manageTask(rows, { action: "update", taskId, change: { status }, writer }, at);
  }
  return { created, known: tasks.length - created.length, dependencies, problems };
}

async function addDependencies(
  rows: WritableRows,
  created: readonly ImportedTask[],
  {
    ids,
    writer,
    at,
    problems,
  }: {
    readonly ids: ReadonlyMap<string, string>;
    readonly writer: Writer;
    readonly at: number;
    readonly problems: string[];
  },
): Promise<number> {
  let added = 0;
  for (const { key, title, needs } of created) {
    for (const needed of needs) {
      const [taskId, needsId] = [ids.get(key), ids.get(needed)];
      const changed =
        taskId === undefined || needsId === undefined
          ? undefined
          : await changeDependency(rows, { action: "add", taskId, needsId, writer }, at);
      if (changed?.status === "done") added += Number(changed.isChanged);
      else if (changed?.status === "cycle")
        problems.push(`'${title}' does not wait for ${needed}: that would be a circle`);
      else problems.push(`'${title}' does not wait for ${needed}, which is not there`);
    }
  }
  return added;
}

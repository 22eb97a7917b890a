import type { Writer } from "../../store/activity-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import type { NewTask, TaskStatus } from "../../store/task-rows.ts";
import { manageTask } from "./manage-task.ts";
import { arrangePart } from "./subtasks.ts";
import { type PutAway, putAwayOf, type Task, taskOf } from "./task.ts";

export type CreateTask = NewFacts & (Pick<NewTask, "projectId"> | PartOf);

/** The task that it is a part of, and its place among the subtasks: 1 is the first; otherwise it is the last. */
interface PartOf {
  readonly parentId: string;
  readonly position?: number | undefined;
}

interface NewFacts extends Pick<NewTask, "title" | "description" | "priority" | "tags"> {
  /** todo unless given. */
  readonly status?: TaskStatus | undefined;
  readonly due?: string | null | undefined;
  readonly assignee?: string | null | undefined;
  /** Otherwise it is where its project is set so, or what it is a part of is encrypted. */
  readonly encrypted?: boolean | undefined;
  readonly writer: Writer;
}

/** Anything but `created`: nothing was written. */
export type CreatedTask =
  | { readonly status: "created"; readonly task: Task }
  | { readonly status: "project_not_found" | "parent_not_found" }
  | { readonly status: "project_archived" }
  /** The task that it would be a part of is archived, or its project is, or it is completed. */
  | { readonly status: "refused"; readonly refusal: PutAway | "completed"; readonly parent: Task };

export async function createTask(
  rows: WritableRows,
  request: CreateTask,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<CreatedTask> {
  const { projects, tasks, activity } = rows;
  const {
    title,
    description,
    priority,
    tags,
    due = null,
    assignee = null,
    status,
    encrypted = false,
    writer,
  } = request;
  const isPart = "parentId" in request;
  const [parent] = isPart ? await tasks.byIds([request.parentId]) : [];
  if (isPart && parent === undefined) return { status: "parent_not_found" };
  if (parent !== undefined) {
    const refusal = putAwayOf(parent) ?? (parent.status === "completed" ? parent.status : undefined);
    if (refusal !== undefined) return { status: "refused", refusal, parent: taskOf(parent, undefined) };
  }
  const projectId = isPart ? parent?.projectId : request.projectId;
  const project = projectId === undefined ? undefined : await projects.byId(projectId);
  if (project === undefined) return { status: "project_not_found" };
  if (project.archivedAt !== null) return { status: "project_archived" };
  const origin = { projectId: project.id, parentId: parent?.id ?? null };
  const { agent: createdBy, session } = writer;
  await tasks.insert({
    ...{ title, description, priority, due, assignee, tags: [...new Set(tags)] },
    ...{ ...origin, id, createdBy, session, createdAt: at, encrypted },
  });
  await activity.append({ ...writer, at, event: "task_created", subject: id });
  if (isPart && request.position !== undefined) await arrangePart(rows, id, request.parentId, request.position);
  if (status !== undefined) await manageTask(rows, { action: "update", taskId: id, change: { status }, writer }, at);
  const [created] = await tasks.byIds([id]);
  if (created === undefined) throw new Error(`invariant: task ${id} was written a moment ago`);
  return { status: "created", task: taskOf(created, undefined) };
}

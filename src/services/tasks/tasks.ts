import type { TaskPriority, TaskStatus } from "../../store/task-rows.ts";
import type { BadCursor, Page, PageRequest } from "../paging/page.ts";
import type { Writer } from "../writer.ts";

// Tasks and their progress. Times are milliseconds since 1970.

export type { TaskPriority, TaskStatus };

export interface Tasks {
  /** By id, or by the first four characters of it or more. @param agent whose active task is marked */
  find(task: string, agent: string | undefined): Promise<TaskLookup>;
  /** In the order of the ids; unknown ids are left out. */
  byIds(ids: readonly string[], agent: string | undefined): Promise<readonly Task[]>;
  /**
   * Newest first; with `next` most important and then oldest first. Every filter acts before the limit.
   * @param request `status` of a `next` list is todo unless given
   */
  list(request: ListTasks): Promise<Page<Task> | BadCursor>;
  create(request: CreateTask): Promise<Task>;
  /** Starts, stops, completes, or reports progress: in one transaction with its line of the activity log. */
  manage(request: ManageTask): Promise<ManagedTask>;
  /** Newest first. */
  history(taskId: string, limit: number): Promise<readonly TaskEvent[]>;
  /** The active task of the agent, and up to `limit` others in progress, last touched first. */
  workOf(
    agent: string,
    limit: number,
  ): Promise<{ readonly active: Task | undefined; readonly inProgress: readonly Task[] }>;
}

export type TaskLookup =
  | { readonly status: "found"; readonly task: Task }
  | { readonly status: "not_found" }
  /** "title (id)" of each, at most five. */
  | { readonly status: "ambiguous"; readonly candidates: readonly string[] };

export interface Task {
  readonly id: string;
  readonly projectId: string;
  /** Name of the project. */
  readonly project: string;
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  /** Percent. */
  readonly progress: number;
  readonly tags: readonly string[];
  /** The active task of the calling agent. */
  readonly active: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
}

export interface ListTasks extends PageRequest {
  readonly projectId?: string;
  readonly status?: TaskStatus;
  readonly priority?: TaskPriority;
  /** Text in title or description, whatever the letter case. */
  readonly query?: string;
  readonly next: boolean;
  readonly agent: string | undefined;
}

export interface CreateTask {
  readonly projectId: string;
  readonly title: string;
  readonly description: string;
  readonly priority: TaskPriority;
  readonly tags: readonly string[];
  readonly writer: Writer;
}

export type ManageTask = { readonly taskId: string; readonly writer: Writer } & (
  | { readonly action: "start" | "stop" | "complete" }
  | { readonly action: "progress"; readonly progress: number }
);

/** `completed`: the action needs a task that is not completed (start and progress); nothing changed. */
export type ManagedTask =
  | { readonly status: "done" | "completed"; readonly task: Task }
  | { readonly status: "not_found" };

export interface TaskEvent {
  readonly event: string;
  readonly agent: string;
  readonly at: number;
}

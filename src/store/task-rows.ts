import type { Writer } from "./activity-rows.ts";

export type TaskStatus = "todo" | "in_progress" | "completed";
export type TaskPriority = "high" | "medium" | "low";

/** A task as it is stored. Times are milliseconds since 1970. */
export interface NewTask {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
  readonly description: string;
  readonly priority: TaskPriority;
  readonly tags: readonly string[];
  readonly createdBy: string;
  /** Id of the session that made it. */
  readonly session: string;
  readonly createdAt: number;
}

/** What its author sets and may change. */
export type TaskFacts = Pick<NewTask, "title" | "description" | "priority" | "tags">;

export interface TaskState {
  readonly status: TaskStatus;
  /** Percent, as it was last reported: completing does not change it, so that a reopened task goes on from there. */
  readonly progress: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
  /** null: not archived. */
  readonly archivedAt: number | null;
}

export interface TaskRow extends NewTask, TaskState {
  /** Grows with every task: the order of creation. */
  readonly row: number;
  /** Name of its project. */
  readonly project: string;
  readonly projectArchived: boolean;
  /** It waits for a task that is neither completed nor archived. */
  readonly blocked: boolean;
}

export interface TaskNote {
  readonly id: string;
  readonly taskId: string;
  readonly content: string;
  readonly createdBy: string;
  readonly createdAt: number;
}

export interface NewTaskNote extends TaskNote {
  /** Id of the session. */
  readonly session: string;
}

/** The task waits until the other one is completed. */
export interface NewDependency {
  readonly taskId: string;
  readonly needsId: string;
  readonly createdBy: string;
  /** Id of the session. */
  readonly session: string;
  readonly createdAt: number;
}

/** Tasks, and which of them each agent works on. A task begins as todo with 0 percent. */
export interface TaskRows {
  /** In the order of the ids; unknown ids are left out. */
  byIds(ids: readonly string[]): Promise<readonly TaskRow[]>;
  /** Those whose id begins so, by id. */
  byIdPrefix(prefix: string, limit: number): Promise<readonly TaskRow[]>;
  /** Newest first. */
  list(
    list: TaskFilter & { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly TaskRow[]>;
  /** Those that wait for no other one; most important first, then oldest first. */
  nextUp(
    list: TaskFilter & {
      readonly status: TaskStatus;
      readonly after?: TaskPosition | undefined;
      readonly limit: number;
    },
  ): Promise<readonly TaskRow[]>;
  /** Id of the task that the agent works on. */
  activeOf(agent: string): Promise<string | undefined>;
  /** Those in progress that are listed, last touched first. */
  inProgress(limit: number): Promise<readonly TaskRow[]>;
  insert(task: NewTask): Promise<void>;
  update(id: string, state: TaskState): Promise<void>;
  edit(id: string, facts: TaskFacts): Promise<void>;
  move(id: string, projectId: string, at: number): Promise<void>;
  addNote(note: NewTaskNote): Promise<void>;
  /** Newest first. */
  notesOf(taskId: string, limit: number): Promise<readonly TaskNote[]>;
  /** Ids of the tasks that it waits for, oldest first; completed ones too. */
  needsOf(taskId: string): Promise<readonly string[]>;
  /** Ids of the tasks that wait for it, oldest first. */
  neededBy(taskId: string): Promise<readonly string[]>;
  /** Of the tasks that `from` waits for one that is `to`, or waits for it itself or through others; undefined: there is none. */
  linkToward(from: string, to: string): Promise<string | undefined>;
  /** It must not be there, and must not close a cycle (`linkToward`). */
  addDependency(dependency: NewDependency): Promise<void>;
  removeDependency(taskId: string, needsId: string): Promise<void>;
  /** Removes it, out of every pack and index. Memories that were stored while it was worked on stay. */
  remove(id: string): Promise<void>;
  /** Makes it the one that the agent works on, in place of any other. */
  activate(id: string, by: Writer & { readonly at: number }): Promise<void>;
  /** The agent works on nothing. */
  deactivate(agent: string): Promise<void>;
  /** No agent works on it. */
  release(id: string): Promise<void>;
}

/**
 * Every part that is present must hold. Listed are tasks that are not archived and whose project is not, but a project that is named
 * is looked into all the same.
 */
export interface TaskFilter {
  readonly projectId?: string | undefined;
  readonly status?: TaskStatus | undefined;
  readonly priority?: TaskPriority | undefined;
  /** Letter case is ignored. */
  readonly tag?: string | undefined;
  /** Text in title, description or a tag, as `name-key.ts` compares texts. */
  readonly query?: string | undefined;
  /** Only tasks that are archived themselves, in any project. */
  readonly archived?: boolean | undefined;
}

/** Place of a task in the order of `nextUp`: it only changes with the priority. */
export interface TaskPosition {
  readonly priority: TaskPriority;
  readonly row: number;
}

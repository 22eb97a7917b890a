import type { Writer } from "./activity-rows.ts";
import type { NotSearched } from "./vault.ts";

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
  /** A day such as 2026-12-31. */
  readonly due: string | null;
  /** Agent or person. */
  readonly assignee: string | null;
  /** The task that it is a part of: it becomes the last of its subtasks. null: none. */
  readonly parentId: string | null;
  readonly createdBy: string;
  /** Id of the session that made it. */
  readonly session: string;
  readonly createdAt: number;
  /**
   * Its title, description and notes are sealed with the key of the vault. Absent: only where its project is set so, or the task that
   * it is a part of is encrypted. What is encrypted stays so.
   */
  readonly encrypted?: boolean;
}

/** What its author sets and may change. */
export type TaskFacts = Pick<NewTask, "title" | "description" | "priority" | "tags" | "due" | "assignee" | "encrypted">;

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
  readonly encrypted: boolean;
  /** Its texts could not be opened: `title` and `description` say why in their place. */
  readonly locked: boolean;
  /** Grows with every task: the order of creation. */
  readonly row: number;
  /** Name of its project. */
  readonly project: string;
  readonly projectArchived: boolean;
  /** It is neither completed nor archived, and it, or a task that it is a part of, waits for one that is neither. */
  readonly blocked: boolean;
  /** Its direct subtasks that are not archived. */
  readonly parts: number;
  readonly partsCompleted: number;
  /** Mean progress of the subtasks at the ends of its tree that are not archived, in whole percent; null: it has none. */
  readonly partsProgress: number | null;
}

/** A comment is said to others, a note is for the one that does the work. */
export type NoteKind = "note" | "comment";

export interface TaskNote {
  readonly id: string;
  readonly taskId: string;
  readonly kind: NoteKind;
  /** Who says it, where it is not the agent that writes it down. */
  readonly author: string | null;
  readonly content: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly encrypted: boolean;
  /** It could not be opened: `content` says why in its place. */
  readonly locked: boolean;
}

/** It is encrypted where its task is, or its project is set so. */
export interface NewTaskNote extends Omit<TaskNote, "encrypted" | "locked"> {
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

/**
 * A task ends after it begins and after its subtasks end. It begins after what it waits for has ended, and after the task that it is a
 * part of has begun.
 */
export interface TaskStage {
  readonly taskId: string;
  readonly stage: "begin" | "end";
}

/** What waits for a task, and what it no longer waits for. */
export interface TaskEdges {
  readonly id: string;
  /** Number of the tasks it waited for that are completed. */
  readonly needsCompleted: number;
  /** Number of the tasks that wait for it and are neither completed nor archived. */
  readonly openNeededBy: number;
}

/** An agent that works on a task, in the session that started it. */
export interface TaskWorker {
  readonly agent: string;
  readonly session: string;
  readonly since: number;
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
  /** Encrypted ones that a list with a query can't look into. */
  notSearched(filter: TaskFilter): Promise<NotSearched>;
  /** Those that are not blocked and have no open subtasks; most important first, then first due, then oldest first. */
  nextUp(
    list: TaskFilter & {
      readonly status: TaskStatus;
      readonly after?: TaskPosition | undefined;
      readonly limit: number;
    },
  ): Promise<readonly TaskRow[]>;
  /** Id of the task that the agent works on. */
  activeOf(agent: string): Promise<string | undefined>;
  /** Agents whose active task it is, the one that started it first first. */
  workersOn(id: string): Promise<readonly TaskWorker[]>;
  /** Those in progress that are listed, last touched first. */
  inProgress(limit: number): Promise<readonly TaskRow[]>;
  insert(task: NewTask): Promise<void>;
  update(id: string, state: TaskState): Promise<void>;
  edit(id: string, facts: TaskFacts): Promise<void>;
  move(id: string, projectId: string, at: number): Promise<void>;
  addNote(note: NewTaskNote): Promise<void>;
  /** Newest first. */
  notesOf(taskId: string, kind: NoteKind, limit: number): Promise<readonly TaskNote[]>;
  /** Ids of all tasks below it, each before its own subtasks, subtasks in their order; archived ones too. */
  below(id: string): Promise<readonly string[]>;
  /** Ids of the tasks that it is a part of, the nearest first. */
  above(id: string): Promise<readonly string[]>;
  /** Ids of its direct subtasks in their order; archived ones too. */
  partsOf(id: string): Promise<readonly string[]>;
  /** Makes it a part of another task (null: of none) that is not below it; it has no place among the others yet. */
  setParent(id: string, parentId: string | null): Promise<void>;
  /** Puts direct subtasks of one task, all of them, in this order. */
  arrange(ids: readonly string[]): Promise<void>;
  /** In any order; unknown ids are left out. */
  edgesOf(ids: readonly string[]): Promise<readonly TaskEdges[]>;
  /** Ids of the tasks that it waits for, oldest first; completed ones too. */
  needsOf(taskId: string): Promise<readonly string[]>;
  /** Ids of the tasks that wait for it, oldest first. */
  neededBy(taskId: string): Promise<readonly string[]>;
  /** Whether the one stage comes after the other, or is it. */
  comesAfter(stage: TaskStage, earlier: TaskStage): Promise<boolean>;
  /** The stages that must be reached right before this one, in a fixed order. */
  stagesBefore(stage: TaskStage): Promise<readonly TaskStage[]>;
  /** It must not be there, and must not close a cycle (`comesAfter`). */
  addDependency(dependency: NewDependency): Promise<void>;
  removeDependency(taskId: string, needsId: string): Promise<void>;
  /** The tasks of a source that were taken over into a project, by their keys there; some may be deleted since. */
  importedFrom(
    projectId: string,
    source: string,
  ): Promise<readonly { readonly key: string; readonly taskId: string }[]>;
  noteImport(entry: {
    readonly projectId: string;
    readonly source: string;
    readonly key: string;
    readonly taskId: string;
  }): Promise<void>;
  /** Removes it and what is below it, out of every pack and index. Memories that were stored while it was worked on stay. */
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
  /** Letter case is ignored. */
  readonly assignee?: string | undefined;
  /** Due on this day or before it, such as 2026-12-31. */
  readonly dueUntil?: string | undefined;
  /** Without tasks that are parts of others. */
  readonly isWhole?: boolean | undefined;
  /** Only tasks that are archived themselves, in any project. */
  readonly archived?: boolean | undefined;
}

/** Place of a task in the order of `nextUp`: it only changes with the priority and the day. */
export interface TaskPosition {
  readonly priority: TaskPriority;
  readonly due: string | null;
  readonly row: number;
}

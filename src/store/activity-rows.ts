import type { Viewer } from "./memory-rows.ts";

/** One line of the activity log, written in the same transaction as the change. */
export interface ActivityRow {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: ActivityEvent;
  /** Id of the session, project, task, memory or pack that it happened to. */
  readonly subject: string;
  readonly agent: string;
  /** Id of the session in which it happened; null when it happened outside one. */
  readonly session: string | null;
}

/** On whose behalf something is written: every row names it. */
export interface Writer {
  readonly agent: string;
  /** Id of the session. */
  readonly session: string;
}

/** The first word of an event is the kind of its subject, but for dependencies, whose subject is the task, and focus, whose subject is the pack. */
export const activityEvents = [
  "session_opened",
  "session_closed",
  "project_created",
  "project_updated",
  "project_archived",
  "project_restored",
  "project_deleted",
  "task_created",
  "task_started",
  "task_stopped",
  "task_completed",
  "task_progress_updated",
  "task_updated",
  "task_reopened",
  "task_archived",
  "task_restored",
  "task_deleted",
  "task_moved",
  "task_placed",
  "task_note_added",
  "task_comment_added",
  "dependency_added",
  "dependency_removed",
  "pack_created",
  "pack_updated",
  "pack_memory_added",
  "pack_task_added",
  "pack_memory_removed",
  "pack_task_removed",
  "pack_context_added",
  "pack_context_removed",
  "pack_emptied",
  "pack_deleted",
  "focus_changed",
  "focus_cleared",
  "organization_created",
  "organization_switched",
  "organization_member_added",
  "organization_member_removed",
  "plan_created",
  "plan_started",
  "plan_reported",
  "plan_phase_completed",
  "plan_failed",
  "plan_cancelled",
  "plan_resumed",
  "plan_applied",
  "decision_created",
  "decision_updated",
  "decision_proposed",
  "decision_accepted",
  "decision_rejected",
  "decision_superseded",
  "decision_deprecated",
  "decision_imported",
  "memory_created",
  "memory_merged",
  "memory_versioned",
  "memory_archived",
  "memory_updated",
  "memory_promoted",
  "memory_restored",
  "memory_removed",
  "memory_linked",
  "memory_unlinked",
  "memory_attached",
  "memory_detached",
  "workspace_created",
  "memory_named",
  "memory_read",
  "text_offloaded",
] as const;

export type ActivityEvent = (typeof activityEvents)[number];

/** A line with what it is about, as far as that is still there. */
export interface ActivityLine extends ActivityRow {
  /** Grows with every line. */
  readonly number: number;
  /** Title or name of the subject. */
  readonly title: string | null;
  /** Name of the project, of a project or a task. */
  readonly project: string | null;
}

/** Every part that is present must hold. */
export interface ActivityFilter {
  readonly agent?: string | undefined;
  readonly event?: string | undefined;
  /** First word of the events. */
  readonly kind?: string | undefined;
  /** The project itself, its tasks, and memories in its namespace. */
  readonly project?: { readonly id: string; readonly slug: string } | undefined;
  /** Only lines before the one of this number. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly viewer: Viewer;
}

export interface ActivityRows {
  append(row: ActivityRow): Promise<void>;
  /** Of the oldest lines, at most so many, removes those from before a time. @returns how many */
  prune(before: number, limit: number): Promise<number>;
  /** When the last line before a time was written. */
  lastBefore(time: number): Promise<number | undefined>;
  /** Newest first. */
  latest(limit: number): Promise<readonly ActivityRow[]>;
  /** Newest first, without lines about private memories that the viewer does not see. */
  page(filter: ActivityFilter): Promise<readonly ActivityLine[]>;
  /** Where the log ends now; 0 when it is empty. */
  mark(): Promise<number>;
  /** The subjects of the lines after a mark, each once, in order. */
  subjectsSince(mark: number): Promise<readonly string[]>;
  /** The lines of one subject, newest first. */
  ofSubject(subject: string, limit: number): Promise<readonly ActivityRow[]>;
  /** When the agent last opened a session before that time. */
  lastOpening(agent: string, before: number): Promise<number | undefined>;
  /** The number of different subjects with one of these events in the session. */
  countSubjects(session: string, events: readonly ActivityEvent[]): Promise<number>;
}

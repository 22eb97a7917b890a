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

export type ActivityEvent =
  | "session_opened"
  | "session_closed"
  | "project_created"
  | "task_created"
  | "task_started"
  | "task_stopped"
  | "task_completed"
  | "task_progress_updated"
  | "pack_created"
  | "pack_updated"
  | "pack_memory_added"
  | "pack_task_added"
  | "focus_changed"
  | "focus_cleared"
  | "memory_created"
  | "memory_merged"
  | "memory_versioned"
  | "memory_archived"
  | "memory_updated"
  | "memory_promoted"
  | "memory_restored"
  | "memory_removed";

export interface ActivityRows {
  append(row: ActivityRow): Promise<void>;
  /** Newest first. */
  latest(limit: number): Promise<readonly ActivityRow[]>;
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

import type { Viewer } from "./memory-rows.ts";

/** A project as it is stored. Times are milliseconds since 1970. */
export interface NewProject {
  readonly id: string;
  readonly name: string;
  /** Unique; its namespace is named after it, so it never changes. */
  readonly slug: string;
  readonly description: string;
  readonly createdBy: string;
  /** Id of the session that made it. */
  readonly session: string;
  readonly createdAt: number;
  /** New memories, tasks and notes of it are encrypted. Absent: no. */
  readonly encrypted?: boolean;
}

export interface ProjectRow extends NewProject {
  readonly encrypted: boolean;
  /** Grows with every project: the order of creation. */
  readonly row: number;
  /** Number of its tasks that are neither completed nor archived. */
  readonly openTasks: number;
  /** null: not archived. */
  readonly archivedAt: number | null;
}

/** What may change in a project. */
export interface ProjectFacts {
  readonly name: string;
  /** Slug of the name; unique. */
  readonly nameSlug: string;
  readonly description: string;
  readonly encrypted: boolean;
}

/** Ids of what belongs to a project: its tasks, and the memories in its namespace that a viewer sees, archived ones too. */
export interface ProjectContents {
  readonly taskIds: readonly string[];
  readonly memoryIds: readonly string[];
}

export interface ProjectStatistics {
  /** Not archived; `blocked` ones are among the others. */
  readonly tasks: Readonly<Record<"todo" | "inProgress" | "completed" | "blocked", number>>;
  readonly archivedTasks: number;
  readonly memories: number;
  /** Milliseconds since 1970, of the last line of the activity log about it or its tasks; null: there is none. */
  readonly lastActivityAt: number | null;
}

/** How many things belong to a project. */
export interface ContentCounts {
  readonly tasks: number;
  readonly memories: number;
  readonly decisions: number;
  readonly plans: number;
}

export interface ProjectRows {
  byId(id: string): Promise<ProjectRow | undefined>;
  /** Those whose id begins so, by id. */
  byIdPrefix(prefix: string, limit: number): Promise<readonly ProjectRow[]>;
  /** The project with this slug, or whose name has it. */
  bySlug(slug: string): Promise<ProjectRow | undefined>;
  /** Those whose names share most with the name (see `name-key.ts`), the likeliest first. */
  near(nameKey: string, limit: number): Promise<readonly ProjectRow[]>;
  /** Newest first. */
  list(list: ProjectList): Promise<readonly ProjectRow[]>;
  /** Without archived ones. */
  count(): Promise<number>;
  /** How much belongs to it, as the viewer sees it. */
  countContents(id: string, viewer: Viewer): Promise<ContentCounts>;
  /** Numbers of its tasks, and of the live memories in its namespace that the viewer sees. */
  statistics(id: string, viewer: Viewer, now: number): Promise<ProjectStatistics>;
  insert(project: NewProject): Promise<void>;
  update(id: string, facts: ProjectFacts): Promise<void>;
  /** Archives it and takes its tasks out of the hands of all agents; null restores it. */
  setArchived(id: string, archivedAt: number | null): Promise<void>;
  /**
   * Removes it with what belongs to it, out of every pack and index. Memories that the viewer does not see stay in its namespace.
   * @returns what was removed with it
   */
  remove(id: string, viewer: Viewer): Promise<ProjectContents>;
}

export interface ProjectList {
  /** Text in name or description, as `name-key.ts` compares texts. */
  readonly query?: string | undefined;
  /** Only archived ones, otherwise only the others. */
  readonly archived?: boolean | undefined;
  /** Only what was made before the project of this row. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A project as it is stored. Times are milliseconds since 1970. */
export interface NewProject {
  readonly id: string;
  readonly name: string;
  /** Unique. */
  readonly slug: string;
  readonly description: string;
  readonly createdBy: string;
  /** Id of the session that made it. */
  readonly session: string;
  readonly createdAt: number;
}

export interface ProjectRow extends NewProject {
  /** Grows with every project: the order of creation. */
  readonly row: number;
  /** Number of its tasks that are not completed. */
  readonly openTasks: number;
}

export interface ProjectRows {
  byId(id: string): Promise<ProjectRow | undefined>;
  /** Those whose id begins so, by id. */
  byIdPrefix(prefix: string, limit: number): Promise<readonly ProjectRow[]>;
  bySlug(slug: string): Promise<ProjectRow | undefined>;
  /** Those whose names share most with the name (see `name-key.ts`), the likeliest first. */
  near(nameKey: string, limit: number): Promise<readonly ProjectRow[]>;
  /** Newest first. */
  list(list: ProjectList): Promise<readonly ProjectRow[]>;
  count(): Promise<number>;
  insert(project: NewProject): Promise<void>;
}

export interface ProjectList {
  /** Text in name or description, as `name-key.ts` compares texts. */
  readonly query?: string | undefined;
  /** Only what was made before the project of this row. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A place of work that was named on purpose; its memories are those of its namespace. */
export interface WorkspaceRow {
  /** As `normaliseWorkspace` spells it. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Agent that made it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface WorkspaceRows {
  find(id: string): Promise<WorkspaceRow | undefined>;
  insert(workspace: WorkspaceRow): Promise<void>;
}

/** The trigger of a run that made one memory of several; its id is that of the memory. */
export const consolidation = "consolidation";

/** One run over the links of memories, and what it changed, so that it can be undone. */
export interface EvolutionRow {
  readonly id: string;
  /** Why it ran. */
  readonly trigger: string;
  /** Agent that started it. */
  readonly createdBy: string;
  readonly createdAt: number;
  /** null: not undone. */
  readonly undoneAt: number | null;
}

export interface LinkChange {
  readonly linkId: string;
  /** The strength before; null: the link was made by this run. */
  readonly before: number | null;
  readonly after: number;
}

export interface EvolutionRows {
  find(id: string): Promise<EvolutionRow | undefined>;
  /** What it changed, in the order in which it was changed. */
  changes(id: string): Promise<readonly LinkChange[]>;
  insert(evolution: Omit<EvolutionRow, "undoneAt">, changes: readonly LinkChange[]): Promise<void>;
  markUndone(id: string, at: number): Promise<void>;
}

/** The memory that says the rules of a namespace. */
export interface StandardRow {
  readonly namespace: string;
  /** Id of the memory. */
  readonly memoryId: string;
  /** A namespace whose rules hold here too; null: none but those above. */
  readonly parent: string | null;
  /** Agent. */
  readonly setBy: string;
  readonly setAt: number;
}

export interface StandardRows {
  /** Those of exactly these namespaces, by namespace; namespaces without one are left out. */
  of(namespaces: readonly string[]): Promise<readonly StandardRow[]>;
  /** Replaces the one that the namespace has. */
  set(standard: StandardRow): Promise<void>;
  /** @returns whether there was one */
  clear(namespace: string): Promise<boolean>;
}

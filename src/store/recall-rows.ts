/** What one recall found, for the ledger. */
export interface RecallRow {
  readonly recallId: string;
  /** The session or caller's id under which it was asked; null when it was asked under none. */
  readonly sessionKey: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Best first. */
  readonly memoryIds: readonly string[];
}

export interface RecallRows {
  append(recall: RecallRow): Promise<void>;
  /** Ids of the memories that recalls under the key found last, latest first, each once. */
  lastFound(sessionKey: string, limit: number): Promise<readonly string[]>;
}

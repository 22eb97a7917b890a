import type { Viewer } from "./memory-rows.ts";

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

/** One memory that a recall has shown. */
export interface ObservationRow {
  readonly recallId: string;
  readonly memoryId: string;
  readonly title: string;
  /** 0: it was the best. */
  readonly position: number;
  readonly at: number;
  /** It was read or found again since. */
  readonly isUsed: boolean;
}

/** Every part that is present must hold. */
export interface ObservationFilter {
  readonly recallId?: string | undefined;
  readonly isUsed?: boolean | undefined;
  readonly since?: number | undefined;
  /** Excluded. */
  readonly until?: number | undefined;
  readonly limit: number;
}

export interface RecallRows {
  /** The same where observations hold only memories that the viewer sees. */
  seenBy(viewer: Viewer): RecallRows;
  /** Latest recall first, each in the order in which it showed the memories. */
  observations(filter: ObservationFilter): Promise<readonly ObservationRow[]>;
  append(recall: RecallRow): Promise<void>;
  /** Ids of the memories that recalls under the key found last, latest first, each once. */
  lastFound(sessionKey: string, limit: number): Promise<readonly string[]>;
}

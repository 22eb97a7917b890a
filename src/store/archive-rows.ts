import type { MemoryFilters, MemoryRow, Tier, Viewer } from "./memory-rows.ts";

/** Why a memory is not live: its time was over, an edit or another memory took its place, or it was to be forgotten. */
export type ArchiveReason = "expired" | "replaced" | "forgotten";

/** Memories that are not live any more, and what takes memories out of sight or out of the file. Times are milliseconds since 1970. */
export interface ArchiveRows {
  /** The same where lists and counts hold only what the viewer sees. */
  seenBy(viewer: Viewer): ArchiveRows;
  /** What has ended by then, archived or not yet; last ended first. */
  list(list: ArchiveList): Promise<readonly ListedEnd[]>;
  /** What has expired by then and is not archived yet, by id. */
  expired(now: number): Promise<readonly MemoryRow[]>;
  /** How many there are, by namespace and reason. */
  counts(now: number): Promise<readonly ArchiveCount[]>;
  /** How many ended by their time alone, after one time and until another. */
  countExpired(after: number, now: number): Promise<number>;
  /**
   * Ids of what has ended by then, archived or not yet, and not after that time; last ended first.
   * @param agent only what this agent stored
   */
  endedUntil(time: number, now: number, agent?: string): Promise<readonly string[]>;
  /** Ids of the archived versions of a memory, last archived first. */
  versionsOf(id: string): Promise<readonly string[]>;
  /** Live memories that the filters let through, last stored first. */
  matching(filters: MemoryFilters, now: number): Promise<readonly NamedMemory[]>;
  /** Keeps a copy of a memory as it stands, archived under an id of its own. */
  keepVersion(id: string, copyId: string, now: number): Promise<void>;
  /** Archives live memories. */
  archive(ids: readonly string[], reason: ArchiveReason, now: number): Promise<void>;
  /** Archives what has expired at `now`, as of its time. @returns the ids, in order */
  archiveExpired(now: number): Promise<readonly string[]>;
  /**
   * Makes live again what expired only later than `now`, which a clock that was ahead has archived; not where its title is taken by
   * now. @returns the ids, in order
   */
  reviveExpired(now: number): Promise<readonly string[]>;
  /** Sets when an archived memory ended. */
  stamp(id: string, endedAt: number): Promise<void>;
  /** Makes an archived memory live; then it is not a version of another one. */
  restore(id: string, life: Life & { readonly title: string }): Promise<void>;
  /** Removes memories and their archived versions from every table and index. @returns how many rows */
  remove(ids: readonly string[]): Promise<number>;
}

export interface Life {
  readonly tier: Tier;
  /** null: never. */
  readonly expiresAt: number | null;
}

export interface ArchiveList {
  readonly now: number;
  /** Here and below. */
  readonly namespace?: string | undefined;
  /** Only what stands behind this key in the list. */
  readonly before?: ArchiveKey | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** When it ended, and its row. It does not change while the memory is archived. */
export type ArchiveKey = readonly [endedAt: number, row: number];

export interface ListedEnd {
  readonly key: ArchiveKey;
  readonly memory: MemoryRow;
}

export interface ArchiveCount {
  readonly namespace: string;
  readonly reason: ArchiveReason;
  readonly count: number;
  /** When the first of them ended. */
  readonly oldestAt: number;
}

export interface NamedMemory {
  readonly id: string;
  readonly title: string;
  readonly namespace: string;
}

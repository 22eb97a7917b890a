import type { JsonObject } from "../contract/json.ts";
import type { ArchiveReason } from "./archive-rows.ts";
import type { FoundMemory, MemorySearch } from "./memory-search.ts";
import type { NotSearched } from "./vault.ts";

export type Tier = "short" | "mid" | "long";
export type EditSource = "human" | "llm" | "hook";
export type Scope = "private" | "team" | "unit" | "org" | "collective";

/** The part of a memory that its author sets. Times are milliseconds since 1970. */
export interface MemoryContent {
  readonly content: string;
  readonly tier: Tier;
  readonly kind: string;
  readonly scope: Scope;
  readonly source: string;
  /** 1 to 10. */
  readonly priority: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** In the author's order; two that differ only in letter case are one. */
  readonly tags: readonly string[];
  readonly sourceUri: string | null;
  /** Has a source: a `sourceUri` or citations in the metadata. */
  readonly cited: boolean;
  readonly metadata: JsonObject;
  /** As it came; it is not verified. */
  readonly signature: string | null;
  /** The author's spelling of the time that the signature covers. */
  readonly signedCreatedAt: string | null;
  readonly agentId: string;
  /** When it was first known. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** null: never. */
  readonly expiresAt: number | null;
  /**
   * Its title, content and metadata are sealed with the key of the vault. Absent: only where its project is set so. What is encrypted
   * stays so, whatever is written later.
   */
  readonly encrypted?: boolean;
}

/** Who stored a memory; null where it was stored before this was recorded. */
export interface MemoryOrigin {
  readonly writtenBy: string | null;
  /** Id of the session. */
  readonly session: string | null;
  /** Id of the active task of the writer. */
  readonly taskId: string | null;
}

export interface NewMemory extends MemoryContent, MemoryOrigin {
  readonly id: string;
  readonly namespace: string;
  readonly title: string;
}

export interface MemoryRow extends NewMemory, MemoryState {
  readonly encrypted: boolean;
  /** Its texts could not be opened: `title` and `content` say why in their place, and the metadata are empty. */
  readonly locked: boolean;
}

export type MemoryText = Pick<MemoryRow, "id" | "namespace" | "title" | "content" | "archivedAt" | "expiresAt">;

/** What becomes of a memory after it was stored. */
export interface MemoryState {
  /** 1 at first; every change of what the author sets adds 1. */
  readonly version: number;
  /** Who made the last edit; null before the first. */
  readonly editSource: EditSource | null;
  /** When it ended. null: not archived (it may have expired all the same). */
  readonly archivedAt: number | null;
  /** null with it. */
  readonly archiveReason: ArchiveReason | null;
  /** Id of the memory of which this is an older version; null for all others. */
  readonly versionOf: string | null;
  readonly accessCount: number;
  readonly accessedAt: number | null;
}

/**
 * Memories. "Live" means neither archived nor expired. A title is unique among the shared memories of its namespace that are not
 * archived, and among the private ones of each writer; so expired ones must be archived before anything is written
 * (`ArchiveRows.archiveExpired`).
 */
export interface MemoryRows {
  /**
   * The same rows as a viewer sees them: without private ones of other writers. Only `stemsBeginning`, `size` and `like` look
   * at all of them; what they give is looked up again before anything is shown. The methods of `rows` itself see everything.
   */
  seenBy(viewer: Viewer): MemoryRows;
  /**
   * The memory of this title that is not archived; a private one before a shared one.
   * @param scope only the one that leaves no place for a memory of this scope: a private one for `private`, else a shared one
   */
  byTitle(namespace: string, title: string, scope?: Scope): Promise<MemoryRow | undefined>;
  /** In the order of the ids; unknown ids are left out. */
  byIds(ids: readonly string[]): Promise<readonly MemoryRow[]>;
  /** The same with only what a comparison of contents needs: many are read for one store. Locked ones are left out. */
  texts(ids: readonly string[]): Promise<readonly MemoryText[]>;
  /** Those whose id begins so, by id. */
  byIdPrefix(prefix: string, limit: number): Promise<readonly MemoryRow[]>;
  /** Which of these titles are taken by memories that are not archived. */
  titlesTaken(namespace: string, titles: readonly string[]): Promise<ReadonlySet<string>>;
  /** Encrypted ones that are open come behind the others, as many as the limit at most. */
  search(search: MemorySearch): Promise<readonly FoundMemory[]>;
  /** Encrypted ones that such a search can't look into. */
  notSearched(search: Pick<MemorySearch, "filter" | "now">): Promise<NotSearched>;
  /** The same of a list with a term. */
  notListed(filters: MemoryFilters, now: number): Promise<NotSearched>;
  /**
   * How many memories hold each of these stems; stems that none holds are left out. Exact for rare stems.
   * @param liveAt milliseconds: those that are live then; undefined: archived ones too
   */
  holding(stems: readonly string[], liveAt?: number): Promise<ReadonlyMap<string, number>>;
  /** Stems that begin so, `from` to `to` characters long, of unseen memories too. */
  stemsBeginning(given: {
    readonly beginning: string;
    readonly from: number;
    readonly to: number;
  }): Promise<ReadonlySet<string>>;
  /** About how many memories there are, archived ones too; never too few. */
  size(): Promise<number>;
  /** Ids of live memories of exactly this namespace whose content may be similar (`leading-words.ts`), likely ones first. */
  like(given: {
    readonly content: string;
    readonly namespace: string;
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** Live ones, last stored first. */
  list(list: MemoryList): Promise<readonly ListedMemory[]>;
  /** Live ones of the task, last stored first. */
  ofTask(taskId: string, now: number, limit: number): Promise<readonly MemoryRow[]>;
  /** Live turns of conversations that were captured in a session, last stored first. @param until when they were stored at the latest */
  turns(given: {
    readonly session: string;
    readonly until: number;
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly MemoryRow[]>;
  /** What agents stored and linked, most memories first. @param since from when on things are of today */
  usage(given: {
    readonly agentId: string | undefined;
    /** Here and below. */
    readonly namespace: string | undefined;
    readonly since: number;
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly AgentUsage[]>;
  /** Live ones, last written first. */
  recent(now: number, limit: number): Promise<readonly MemoryRow[]>;
  /** Number of live ones. */
  count(now: number): Promise<number>;
  /** @param soon until when a memory ends soon */
  totals(now: number, soon: number): Promise<MemoryTotals>;
  insert(memory: NewMemory): Promise<void>;
  /** Replaces what the author sets; the id stays. */
  replace(id: string, content: MemoryVersion): Promise<void>;
  /**
   * Counts one access of each. What is live and ends then lives from `now` on at least as long as its tier does, and after every so many
   * accesses as long as the next tier; an end that was set for a memory of the tier long stays.
   * @returns ids of those whose tier was raised
   */
  touch(ids: readonly string[], now: number, use: UseOfMemories): Promise<readonly string[]>;
}

/** What an agent stored in a namespace: live memories, and links that it made from memories there. */
export interface AgentUsage {
  readonly agentId: string;
  readonly namespace: string;
  readonly memories: number;
  readonly memoriesToday: number;
  readonly contentBytes: number;
  readonly linksToday: number;
}

/** Sums of live memories. */
export interface MemoryTotals {
  readonly total: number;
  readonly tiers: Readonly<Record<Tier, number>>;
  /** Most first. */
  readonly namespaces: readonly { readonly namespace: string; readonly count: number }[];
  readonly endingSoon: number;
  readonly contentBytes: number;
}

/** One state of what the author sets. */
export interface MemoryVersion extends MemoryContent, Pick<MemoryState, "version" | "editSource"> {
  readonly namespace: string;
  readonly title: string;
}

/** How long memories of a tier live, in milliseconds. */
export interface Lifetimes {
  readonly short: number;
  readonly mid: number;
}

/** What becomes of memories by their use. */
export interface UseOfMemories extends Lifetimes {
  /** After so many accesses, and every so many more, a memory that ends goes up by a tier. */
  readonly promotedEvery: number;
}

export interface Viewer {
  /** undefined: not known, so no private memory is this viewer's. */
  readonly agent: string | undefined;
}

/** Every part that is present must hold. */
export interface MemoryFilters {
  /** Here and below. */
  readonly namespace?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly kind?: string | undefined;
  /** Letter case is ignored. */
  readonly tag?: string | undefined;
  readonly agentId?: string | undefined;
  /** Text in title or content, as `name-key.ts` compares texts. */
  readonly term?: string | undefined;
}

export interface MemoryList extends MemoryFilters {
  readonly now: number;
  /** Only what was stored before the memory of this row. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface ListedMemory {
  /** Grows with every memory: the order of storing. */
  readonly row: number;
  readonly memory: MemoryRow;
}

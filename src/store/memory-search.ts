import type { Tier } from "./memory-rows.ts";

/**
 * A search for memories that hold any of some stems in title, tags, content or metadata. Every filter acts before the limit, so a
 * search never returns fewer than there are. What it finds is ranked elsewhere (services/memories/recall).
 */
export interface MemorySearch {
  readonly wanted: readonly WantedWord[];
  /** Memories that were first known in one of these spans are wanted like those that hold a word. */
  readonly spans: readonly TimeSpan[];
  /** Milliseconds since 1970: what has expired then is not live. */
  readonly now: number;
  readonly limit: number;
  /** Where rare words find so many, common words are not looked up. */
  readonly enough: number;
  readonly filter: MemoryFilter;
}

export interface WantedWord {
  /** Stems of the index (`stem.ts`) of which any one counts, and how much. */
  readonly stems: ReadonlyMap<string, number>;
  /** How many memories hold the stems together, about; common words are looked up only where rare ones find too little. */
  readonly holding: number;
}

/** Milliseconds since 1970; the end is excluded. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** Every part that is present must hold. */
export interface MemoryFilter {
  readonly namespace?: { readonly path: string; readonly below: boolean };
  /** Any of these tags; letter case is ignored. */
  readonly tags?: readonly string[];
  readonly kinds?: readonly string[];
  readonly tier?: Tier;
  readonly agentId?: string;
  /** Last written at this time or later; milliseconds since 1970. */
  readonly since?: number;
  /** Last written before. */
  readonly until?: number;
  readonly confidence?: { readonly from: number; readonly below: number };
  readonly sourceUriPrefix?: string;
  /** Exactly this source. */
  readonly sourceUri?: string;
  readonly cited?: true;
  /** Stored while a task was worked on. */
  readonly linked?: true;
  /** Sees private memories at exactly this namespace, shared ones below these; collective ones always. */
  readonly visibleTo?: {
    readonly private: string;
    readonly team: string;
    readonly unit: string;
    readonly org: string;
  };
  readonly includeArchived: boolean;
}

/** What a ranking needs of a memory. */
export interface FoundMemory {
  readonly id: string;
  /** Grows with every memory: the order of storing. */
  readonly row: number;
  readonly namespace: string;
  readonly title: string;
  /** One on each line. */
  readonly tags: string;
  /** Its beginning, at most `readCharacters`. */
  readonly content: string;
  /** JSON. */
  readonly metadata: string;
  readonly tier: Tier;
  readonly priority: number;
  readonly confidence: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Indices of the wanted words that it holds, as far as they were looked up. */
  readonly held: readonly number[];
}

/** Characters of a content that are read for its rank; words behind them are found all the same. */
export const readCharacters = 8_000;

/**
 * A ranked search. A word is found in a memory when its title, tags, content or metadata contain it in any inflection, letter
 * case or accent; the full-text index decides. Every filter acts before the limit, so a search never returns
 * fewer hits than there are.
 */
export interface MemorySearch {
  readonly words: readonly SearchWord[];
  /** Milliseconds since 1970: what has expired then is not live. */
  readonly now: number;
  readonly limit: number;
  /** Least share of the asked words that must be found, 0 to 1. */
  readonly minScore: number;
  readonly filter: MemoryFilter;
  /** Ids that are preferred a little. */
  readonly preferred: readonly string[];
}

export interface SearchWord {
  /** One word as `words.ts` makes them: letters, digits and marks only. */
  readonly word: string;
  /** How much a hit counts, over 0 to 1. */
  readonly weight: number;
  /** Whether it counts for the score; other words only rank. */
  readonly asked: boolean;
}

/** Every part that is present must hold. */
export interface MemoryFilter {
  readonly namespace?: { readonly path: string; readonly below: boolean };
  /** Any of these tags; letter case is ignored. */
  readonly tags?: readonly string[];
  readonly kinds?: readonly string[];
  /** Last written at this time or later; milliseconds since 1970. */
  readonly since?: number;
  /** Last written before. */
  readonly until?: number;
  readonly confidence?: { readonly from: number; readonly below: number };
  readonly sourceUriPrefix?: string;
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

export interface SearchHit {
  readonly id: string;
  /** Share of the asked words that were found, 0 to 1. */
  readonly score: number;
  /** See `ranking`. */
  readonly rank: number;
}

/**
 * The one formula by which hits are ordered (ties by id, code-unit order):
 *
 *     rank = text + 0.5 · score + 0.1 · priority / 10 + 0.05 · confidence + 0.05 / (1 + 0.1 · days) + (preferred ? 0.05 : 0)
 *
 * `text` is BM25 over the columns (weights below; idf is ln(1 + (N - n + 0.5) / (n + 0.5))), summed over the words by
 * their weight, divided by that of the best hit, so 0 to 1; `days` is the time since the memory was last written. How often a memory was read does
 * not count: otherwise what was found first would stay first.
 */
export const ranking = {
  columns: { title: 4, tags: 2, content: 1, metadata: 0.5 },
  score: 0.5,
  priority: 0.1,
  confidence: 0.05,
  recency: 0.05,
  recencyPerDay: 0.1,
  preferred: 0.05,
} as const;

import type { JsonObject } from "../../contract/json.ts";
import type { MemoryRow, Scope, Tier } from "../../store/memory-rows.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";
import type { BadCursor, Page, PageRequest } from "../paging/page.ts";
import type { Writer } from "../writer.ts";

// What agents have learned: the interface for handlers. Namespaces are resolved before (services/namespaces); times are
// milliseconds since 1970.

export interface Memories {
  /** Stores one memory, or returns why not, in one transaction. */
  store(request: StoreRequest, options?: MemoriesCall): Promise<StoreOutcome>;
  /** Finds memories, counts the access and records the recall, where the store can be written. */
  recall(request: RecallRequest, options?: MemoriesCall): Promise<Recalled>;
  /** By id, or by the first four characters of it or more; archived ones too. */
  find(memory: string): Promise<MemoryLookup>;
  /** Live ones, newest first. Every filter acts before the limit. */
  list(request: ListMemories): Promise<Page<MemoryRow> | BadCursor>;
  /** In the order of the ids; unknown ids are left out, archived ones are not. */
  byIds(ids: readonly string[]): Promise<readonly Preview[]>;
  /** Live ones that were stored while the task was active, newest first. */
  ofTask(taskId: string, limit: number): Promise<readonly Preview[]>;
  /** What an agent should know before it starts. */
  overview(recentLimit: number, options?: MemoriesCall): Promise<Overview>;
}

export interface MemoriesCall {
  /** Once aborted, nothing is written any more, and the signal's reason is thrown. */
  readonly signal?: AbortSignal;
}

export interface StoreRequest {
  /** undefined: the first line of the content. */
  readonly title?: string;
  readonly namespace: string;
  readonly content: string;
  readonly tier: Tier;
  readonly kind: string;
  readonly scope: Scope;
  readonly source: string;
  readonly priority: number;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly metadata: JsonObject;
  readonly sourceUri?: string;
  readonly signature?: string;
  /** The author's spelling of the time, kept where a signature covers it. */
  readonly createdAt?: { readonly at: number; readonly text: string };
  /** undefined: a given title is refused when it is taken, a derived one is numbered. */
  readonly onConflict?: "error" | "merge" | "version";
  /** Stores it even if a similar memory exists. */
  readonly force: boolean;
  /** undefined: the writer's agent. */
  readonly agentId?: string;
  readonly writer: Writer;
  /** Parts that the author left out: a merge keeps the stored ones. */
  readonly leftOut: ReadonlySet<string>;
}

export type StoreOutcome =
  | { readonly status: "created" | "merged" | "versioned"; readonly memory: MemoryRow }
  | {
      readonly status: "similar_exists";
      readonly title: string;
      readonly similar: readonly SimilarMemory[];
      /** When it would have ended. */
      readonly expiresAt: number | null;
    }
  | { readonly status: "title_taken"; readonly title: string; readonly id: string }
  /** `problem` ends the sentence "metadata …". */
  | { readonly status: "metadata_too_large"; readonly problem: string };

export interface SimilarMemory {
  readonly id: string;
  readonly title: string;
  /** Share of common words, 0.85 to 1. */
  readonly similarity: number;
}

export interface RecallRequest {
  readonly context: string;
  /** More words that count less. */
  readonly contextTokens: readonly string[];
  readonly filter: MemoryFilter;
  readonly minScore: number;
  readonly limit: number;
  readonly budgetTokens?: number;
  /** Memories that recalls under the same key have found are preferred. */
  readonly sessionKey?: string;
}

export interface Recalled {
  readonly recallId: string;
  /** Best first. */
  readonly hits: readonly RecallHit[];
  /** Others matched and were cut off, by the limit or by the budget. */
  readonly more: boolean;
  readonly tokensUsed: number;
  readonly budgetOverflow: boolean;
  /** Why the recall could not be recorded, as a sentence; undefined when it was. */
  readonly unrecorded?: string;
}

export interface RecallHit {
  readonly memory: MemoryRow;
  /** Share of the query words that it contains, 0 to 1. */
  readonly score: number;
}

export type MemoryLookup =
  | { readonly status: "found"; readonly memory: MemoryRow }
  | { readonly status: "not_found" }
  /** "title (id)" of each, at most five. */
  | { readonly status: "ambiguous"; readonly candidates: readonly string[] };

/** Every part that is present must hold. */
export interface ListMemories extends PageRequest {
  /** Here and below. */
  readonly namespace?: string;
  readonly tier?: Tier;
  readonly kind?: string;
  /** Letter case is ignored. */
  readonly tag?: string;
  readonly agentId?: string;
  /** Text in title or content, whatever the letter case. */
  readonly term?: string;
}

export interface Overview {
  /** Number of live memories. */
  readonly count: number;
  /** Last written first. */
  readonly recent: readonly Preview[];
}

export interface Preview {
  readonly id: string;
  readonly title: string;
  readonly namespace: string;
  /** The beginning of the content on one line, at most 200 characters. */
  readonly preview: string;
  readonly updatedAt: number;
}

import type { JsonObject } from "../../contract/json.ts";
import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryContent, MemoryRow } from "../../store/memory-rows.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";
import type { NotSearched } from "../../store/vault.ts";
import type { Standard } from "./standards.ts";

// What agents have learned: requests and outcomes. Namespaces are resolved before (services/namespaces); times are
// milliseconds since 1970.

export interface MemoriesCall {
  /** Once aborted, nothing is written any more, and the signal's reason is thrown. */
  readonly signal?: AbortSignal;
}

/** Parts of a memory that a request always has. */
type GivenParts = "content" | "tier" | "kind" | "scope" | "source" | "priority" | "confidence" | "tags" | "metadata";

export interface StoreRequest extends Pick<MemoryContent, GivenParts> {
  /** undefined: the first line of the content. */
  readonly title?: string | undefined;
  readonly namespace: string;
  readonly sourceUri?: string | undefined;
  /** What it rests on: parts of the metadata that have params of their own, and replace what the metadata has under their names. */
  readonly evidence?: JsonObject | undefined;
  readonly signature?: string | undefined;
  /** The author's spelling of the time, kept where a signature covers it. */
  readonly createdAt?: { readonly at: number; readonly text: string } | undefined;
  /** undefined: a given title is refused when it is taken, a derived one is numbered. */
  readonly onConflict?: "error" | "merge" | "version" | undefined;
  /** Stores it even if a similar memory exists. */
  readonly force: boolean;
  /** undefined: the writer's agent. */
  readonly agentId?: string | undefined;
  /** Otherwise it is where its project is set so, or the memory that it is merged into is encrypted. */
  readonly encrypted?: boolean | undefined;
  readonly writer: Writer;
  /** Parts that the author left out: a merge keeps the stored ones. */
  readonly leftOut: ReadonlySet<string>;
}

export type StoreOutcome =
  | {
      readonly status: "created" | "merged" | "versioned";
      readonly memory: MemoryRow;
      /** Id of the archived version that a merge replaced. */
      readonly replaced?: string;
      /** Encrypted memories of its place that it could not be compared with. */
      readonly notCompared?: NotSearched;
    }
  | {
      readonly status: "similar_exists";
      readonly title: string;
      readonly similar: readonly SimilarMemory[];
      /** When it would have ended. */
      readonly expiresAt: number | null;
    }
  | { readonly status: "title_taken"; readonly title: string; readonly id: string }
  /** It would be private, and its `agentId` not the writer. */
  | { readonly status: "private_owner" }
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
  /** A content as the answer shows it, in so many bytes where it can: that is what a budget counts. Default: whole. */
  readonly cut?: (content: string, maxBytes: number) => string;
  /** Memories that recalls under the same key have found are preferred. */
  readonly sessionKey?: string;
}

export interface Recalled {
  readonly recallId: string;
  /** Best first. */
  readonly hits: readonly RecallHit[];
  /** What says the rules of the place that was asked for, the most general first; none of these is a hit. */
  readonly standards: readonly Standard[];
  /** Others matched and were cut off. */
  readonly more: boolean;
  /** What cut them off; undefined: nothing. */
  readonly cutBy?: "limit" | "budget";
  readonly tokensUsed: number;
  readonly budgetOverflow: boolean;
  /** Why the recall could not be recorded, as a sentence; undefined when it was. */
  readonly unrecorded?: string;
  /** Whether it went by words alone, or by their meaning too. */
  readonly mode: "keyword" | "hybrid";
  /** Why it went by words alone, where an embedding provider is set up: ends the sentence "found by words alone: …". */
  readonly wordsAlone?: string;
  /** Memories whose vectors are still to be made, all in all; undefined: no embedding provider is set up. */
  readonly withoutVector?: number;
  /** What can be said where no memory is an answer; undefined when there are hits. */
  readonly nothing?: NothingFound;
  /** Encrypted memories that could not be looked into. */
  readonly notSearched: NotSearched;
}

export interface NothingFound {
  /** Words of the question that no memory holds, nor one like them; in the order of the question. */
  readonly unknownWords: readonly string[];
  /** Memories that share words with the question and don't answer it, nearest first; at most three. */
  readonly nearest: readonly Pick<MemoryRow, "id" | "title">[];
  /** Archived memories that answer it, best first; at most three. */
  readonly archived: readonly Pick<MemoryRow, "id" | "title">[];
}

export interface RecallHit {
  readonly memory: MemoryRow;
  /**
   * Share of what was asked that it has, 0 to 1. A rare word counts more than a common one, function words count nothing, a word of
   * like meaning or spelling counts in part, and a date counts when the memory names it or was first known then. 1: it has all of it.
   * Where it is more, how like the meaning is: 0 is as texts that have nothing to do with each other.
   */
  readonly score: number;
  /** Its content as the request cuts it. */
  readonly shown: string;
  /** Of what is shown; their sum is `tokensUsed`. */
  readonly tokens: number;
}

export interface Preview extends Pick<MemoryRow, "id" | "title" | "namespace" | "updatedAt" | "locked"> {
  /** The beginning of the content on one line, at most 200 characters. */
  readonly preview: string;
}

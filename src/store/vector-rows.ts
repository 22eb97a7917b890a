import type { Viewer } from "./memory-rows.ts";
import type { FoundMemory, MemorySearch } from "./memory-search.ts";

/** The embedding model whose vectors a database holds. */
export interface VectorModel {
  /** Two models never have the same name. */
  readonly name: string;
  readonly dimensions: number;
  /** Mean cosine of texts that have nothing to do with each other. */
  readonly unrelated: number;
  /** Standard deviation of these cosines. */
  readonly spread: number;
}

/** A memory that needs a vector, with what the vector is made of. */
export interface UnembeddedMemory {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** Its beginning, at most `readCharacters`. */
  readonly content: string;
}

export interface NewVector {
  readonly id: string;
  /** The version that it was made of; where the memory has another one by now, the vector is dropped. */
  readonly version: number;
  /** Of the text that it was made of. */
  readonly hash: Uint8Array;
  readonly vector: Int8Array;
}

export interface VectorSearch extends Pick<MemorySearch, "now" | "filter" | "limit"> {
  /** Of length 1. */
  readonly vector: Float32Array;
}

/** A memory with the cosine of its vector and that of the search, -1 to 1. */
export interface NearMemory extends FoundMemory {
  readonly cosine: number;
}

/**
 * Vectors of memories that have not ended, of one model at a time: another model makes all of them due again, and a vector of a model
 * that is not the present one is never compared with anything.
 */
export interface VectorRows {
  /** The same rows as a viewer sees them; only `near` and the count of `pending` show anything of a memory. */
  seenBy(viewer: Viewer): VectorRows;
  /** undefined: there has been none. */
  model(): Promise<VectorModel | undefined>;
  /** Number of memories that need a vector; exact once `queue` has said that all are due. */
  pending(): Promise<number>;
  /** The best of those that pass the filter, nearest first. Only in a reading transaction: it remembers what it has read. */
  near(search: VectorSearch): Promise<readonly NearMemory[]>;
  /** Memories that need a vector, last stored first, without these. */
  due(limit: number, except: readonly string[]): Promise<readonly UnembeddedMemory[]>;
  /** Vectors of the model that were made of a text with one of these hashes, by the hash in hexadecimal digits. */
  known(model: string, hashes: readonly Uint8Array[]): Promise<ReadonlyMap<string, Int8Array>>;
  /** Another model than before, or another length of its vectors, makes all memories due. */
  setModel(model: VectorModel): Promise<void>;
  /** Makes some more of the memories due that were there before the model. @returns false: all of them are */
  queue(): Promise<boolean>;
  /** @returns false: another model is the present one, and nothing was written */
  insert(model: Pick<VectorModel, "name" | "dimensions">, vectors: readonly NewVector[]): Promise<boolean>;
}

import type { Clock, Entropy } from "./ports.ts";

/** A part of a result that was too large to send. */
export type KeptPart =
  | { readonly mimeType: string; readonly text: string }
  /** Bytes in base64. */
  | { readonly mimeType: string; readonly blob: string };

/**
 * Keeps results that were too large, to be read as `pegboard://results/<id>`. Any client that knows an id may read it: ids are
 * 128 random bits. A host that serves several processes, or HTTP, has to provide a store.
 */
export interface ResultStore {
  /** @returns false when it is too large to keep */
  put(id: string, parts: readonly KeptPart[]): Promise<boolean>;
  /** undefined: unknown or expired. */
  get(id: string): Promise<readonly KeptPart[] | undefined>;
}

export interface MemoryResultsOptions {
  readonly clock: Clock;
  readonly entropy: Pick<Entropy, "hash">;
  /** How long a result is kept. Default: 30 minutes. */
  readonly keptMs?: number;
  /** Results kept at once; the oldest goes first. Default: 64. */
  readonly maxResults?: number;
  /** Characters of all results together. Default: 64 Mi. */
  readonly maxCharacters?: number;
}

/** Keeps results until the process ends: for processes that end with their client's connection. */
export function createMemoryResults(options: MemoryResultsOptions): ResultStore {
  const { clock, entropy, keptMs = 30 * 60 * 1000, maxResults = 64, maxCharacters = 64 * 1024 * 1024 } = options;
  // Oldest first. Looked up by hash, so that the time of a look-up does not reveal how much of a guessed id was right.
  const results = new Map<string, { readonly parts: readonly KeptPart[]; readonly until: number; length: number }>();
  let length = 0;

  function evict(needed: number): void {
    for (const [key, result] of results) {
      const hasRoom = results.size < maxResults && length + needed <= maxCharacters;
      if (hasRoom && result.until > clock()) return;
      results.delete(key);
      length -= result.length;
    }
  }

  return {
    async put(id, parts) {
      const size = parts.reduce((sum, part) => sum + ("text" in part ? part.text : part.blob).length, 0);
      if (size > maxCharacters) return false;
      evict(size);
      results.set(entropy.hash(id), { parts, until: clock() + keptMs, length: size });
      length += size;
      return true;
    },
    async get(id) {
      const result = results.get(entropy.hash(id));
      return result === undefined || result.until <= clock() ? undefined : result.parts;
    },
  };
}

/** Where kept results can be read: this, and the id. */
export const resultsUri = "pegboard://results/";

import type { Clock, Entropy } from "./ports.ts";

/** A part of a result that was too large to be sent whole. */
export type KeptPart =
  | { readonly mimeType: string; readonly text: string }
  /** Bytes in base64. */
  | { readonly mimeType: string; readonly blob: string };

/**
 * Where results that were too large wait to be read as `pegboard://results/<id>`. Whoever knows an id may read it: ids are
 * 128 random bits. A host that serves several processes, or HTTP, brings a store of its own.
 */
export interface ResultStore {
  /** @returns false when it is not kept: it is too large */
  put(id: string, parts: readonly KeptPart[]): Promise<boolean>;
  /** undefined: unknown or gone. */
  get(id: string): Promise<readonly KeptPart[] | undefined>;
}

export interface MemoryResultsOptions {
  readonly clock: Clock;
  readonly entropy: Pick<Entropy, "hash">;
  /** How long a result is kept. Default: 30 minutes. */
  readonly keptMs?: number;
  /** Results kept at once; the oldest goes first. Default: 64. */
  readonly atMost?: number;
  /** Characters of all results together. Default: 64 Mi. */
  readonly truncateToLength?: number;
}

/** Results that live as long as the process at most: right where a process lasts as long as its client's connection. */
export function createMemoryResults(options: MemoryResultsOptions): ResultStore {
  const { clock, entropy, keptMs = 30 * 60 * 1000, atMost = 64, truncateToLength = 64 * 1024 * 1024 } = options;
  // In order of age. Found by a hash: how long that takes says nothing about how much of a guess was right.
  const results = new Map<string, { readonly parts: readonly KeptPart[]; readonly until: number; length: number }>();
  let length = 0;

  function makeRoom(wanted: number): void {
    for (const [key, result] of results) {
      const hasRoom = results.size < atMost && length + wanted <= truncateToLength;
      if (hasRoom && result.until > clock()) return;
      results.delete(key);
      length -= result.length;
    }
  }

  return {
    async put(id, parts) {
      const wanted = parts.reduce((sum, part) => sum + ("text" in part ? part.text : part.blob).length, 0);
      if (wanted > truncateToLength) return false;
      makeRoom(wanted);
      results.set(entropy.hash(id), { parts, until: clock() + keptMs, length: wanted });
      length += wanted;
      return true;
    },
    async get(id) {
      const result = results.get(entropy.hash(id));
      return result === undefined || result.until <= clock() ? undefined : result.parts;
    },
  };
}

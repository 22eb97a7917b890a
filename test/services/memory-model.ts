/** A memory as a plain model knows it. */
export interface KnownMemory {
  readonly id: string;
  title: string;
  namespace: string;
  content: string;
  tier: "short" | "mid" | "long";
  /** Infinity: never. */
  expiresAt: number;
  isArchived: boolean;
  versionOf: string | undefined;
  uses: number;
}

const hourMs = 3_600_000;
export const lifetimes = { short: 6 * hourMs, mid: 168 * hourMs, long: Number.POSITIVE_INFINITY };

const usesOfPromotion = 5;

/** What any history of calls should leave: a map of memories, without search, SQL or files. */
export class MemoryModel {
  readonly memories = new Map<string, KnownMemory>();
  /** Contents that were in a memory that was removed. */
  readonly removed = new Set<string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  isLive({ isArchived, expiresAt }: KnownMemory): boolean {
    return !isArchived && expiresAt > this.#now();
  }

  live(): readonly KnownMemory[] {
    return [...this.memories.values()].filter((memory) => this.isLive(memory));
  }

  archived(): readonly KnownMemory[] {
    return [...this.memories.values()].filter((memory) => !this.isLive(memory));
  }

  titled(namespace: string, title: string): KnownMemory | undefined {
    return this.live().find((memory) => memory.namespace === namespace && memory.title === title);
  }

  add(memory: Pick<KnownMemory, "id" | "title" | "namespace" | "content" | "tier">): void {
    const expiresAt = this.#now() + lifetimes[memory.tier];
    this.memories.set(memory.id, { ...memory, expiresAt, isArchived: false, versionOf: undefined, uses: 0 });
  }

  /** Changes a live memory; the state before becomes an archived version under that id. */
  change(memory: KnownMemory, parts: Partial<KnownMemory>, versionId: string | undefined): void {
    if (versionId !== undefined) {
      this.memories.set(versionId, { ...memory, id: versionId, isArchived: true, versionOf: memory.id });
    }
    const tier = parts.tier !== undefined && lifetimes[parts.tier] > lifetimes[memory.tier] ? parts.tier : memory.tier;
    Object.assign(memory, parts, { tier, expiresAt: Math.max(memory.expiresAt, this.#now() + lifetimes[tier]) });
  }

  use(memory: KnownMemory): void {
    const lengthened = this.#now() + lifetimes[memory.tier];
    if (!this.isLive(memory) || lengthened <= memory.expiresAt) return;
    memory.expiresAt = lengthened;
    memory.uses += 1;
    if (memory.uses % usesOfPromotion !== 0) return;
    memory.tier = memory.tier === "short" ? "mid" : "long";
    memory.expiresAt = this.#now() + lifetimes[memory.tier];
  }

  revive(memory: KnownMemory, title: string): void {
    Object.assign(memory, {
      title,
      tier: "long",
      expiresAt: Number.POSITIVE_INFINITY,
      isArchived: false,
      versionOf: undefined,
    });
  }

  /** What a live memory and one of its versions say changes places. */
  swap(whole: KnownMemory, version: KnownMemory): void {
    const { title, namespace, content } = whole;
    Object.assign(whole, { title: version.title, namespace: version.namespace, content: version.content });
    Object.assign(whole, { tier: "long", expiresAt: Number.POSITIVE_INFINITY });
    Object.assign(version, { title, namespace, content });
  }

  /** Removes memories with their versions. @returns how many */
  remove(ids: readonly string[]): number {
    const gone = [...this.memories.values()].filter(
      ({ id, versionOf }) => ids.includes(id) || (versionOf !== undefined && ids.includes(versionOf)),
    );
    for (const { id } of gone) this.memories.delete(id);
    for (const { content } of gone) this.removed.add(content);
    for (const { content } of this.memories.values()) this.removed.delete(content);
    return gone.length;
  }
}

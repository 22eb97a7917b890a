import type { Writer } from "./activity-rows.ts";

export type PackType = "project" | "integration" | "decision" | "custom";
export type PackStatus = "draft" | "published";

/** What may change in a pack. */
export interface PackFacts {
  readonly name: string;
  readonly description: string;
  readonly status: PackStatus;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** A pack as it is stored. Times are milliseconds since 1970. */
export interface NewPack extends PackFacts {
  readonly id: string;
  readonly type: PackType;
  readonly tags: readonly string[];
  readonly createdBy: string;
  /** Id of the session that made it. */
  readonly session: string;
  readonly createdAt: number;
}

export interface PackRow extends NewPack {
  readonly memoriesCount: number;
  readonly tasksCount: number;
}

/** On whose behalf, and when. */
export interface PackWriter extends Writer {
  readonly at: number;
}

/** Packs, what is in them, and which of them each agent has in focus. Names are unique as `name-key.ts` compares texts. */
export interface PackRows {
  byId(id: string): Promise<PackRow | undefined>;
  /** Those whose id begins so, by id. */
  byIdPrefix(prefix: string, limit: number): Promise<readonly PackRow[]>;
  byName(name: string): Promise<PackRow | undefined>;
  /** Those whose names share most with the name (see `name-key.ts`), the likeliest first. */
  near(nameKey: string, limit: number): Promise<readonly PackRow[]>;
  /** Ids of what is in it, last added first. */
  contents(
    id: string,
    limit: number,
  ): Promise<{ readonly memoryIds: readonly string[]; readonly taskIds: readonly string[] }>;
  /** Names of the packs that hold the memory, in the order of adding. */
  namesHolding(memoryId: string): Promise<readonly string[]>;
  focusOf(agent: string): Promise<PackRow | undefined>;
  insert(pack: NewPack): Promise<void>;
  update(id: string, facts: PackFacts): Promise<void>;
  /** Sets the time of the last change to that of the writer. @returns false when it is in it already: nothing changes */
  addMemory(id: string, memoryId: string, by: PackWriter): Promise<boolean>;
  /** Likewise. */
  addTask(id: string, taskId: string, by: PackWriter): Promise<boolean>;
  setFocus(id: string, by: PackWriter): Promise<void>;
  clearFocus(agent: string): Promise<void>;
}

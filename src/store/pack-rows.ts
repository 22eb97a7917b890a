import type { Writer } from "./activity-rows.ts";

export type PackType = "project" | "integration" | "decision" | "custom";
export type PackStatus = "draft" | "published";

/** What may change in a pack. */
export interface PackFacts {
  readonly name: string;
  readonly type: PackType;
  readonly description: string;
  readonly status: PackStatus;
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** A pack as it is stored. Times are milliseconds since 1970. */
export interface NewPack extends PackFacts {
  readonly id: string;
  readonly createdBy: string;
  /** Id of the session that made it. */
  readonly session: string;
  readonly createdAt: number;
}

export interface PackRow extends NewPack {
  /** Grows with every pack: the order of creation. */
  readonly row: number;
  readonly memoriesCount: number;
  readonly tasksCount: number;
  /** Names of its contexts, in the order of adding. */
  readonly contexts: readonly string[];
}

/** A text that is in the pack alone. */
export interface PackContext {
  readonly name: string;
  readonly text: string;
  readonly writtenBy: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
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
  /** Newest first. */
  list(list: PackList): Promise<readonly PackRow[]>;
  /** Ids of what is in it, last added first. */
  contents(
    id: string,
    limit: number,
  ): Promise<{ readonly memoryIds: readonly string[]; readonly taskIds: readonly string[] }>;
  /** In the order of adding. */
  contextsOf(id: string, limit: number): Promise<readonly PackContext[]>;
  /** Names of the packs that hold the memory, in the order of adding. */
  namesHolding(memoryId: string): Promise<readonly string[]>;
  focusOf(agent: string): Promise<PackRow | undefined>;
  insert(pack: NewPack): Promise<void>;
  update(id: string, facts: PackFacts): Promise<void>;
  /** Sets the time of the last change to that of the writer. @returns false when it is in it already: nothing changes */
  addMemory(id: string, memoryId: string, by: PackWriter): Promise<boolean>;
  /** Likewise. */
  addTask(id: string, taskId: string, by: PackWriter): Promise<boolean>;
  /** Likewise. @returns false when it is not in it: nothing changes */
  removeMemory(id: string, memoryId: string, by: PackWriter): Promise<boolean>;
  /** Likewise. */
  removeTask(id: string, taskId: string, by: PackWriter): Promise<boolean>;
  /** Puts a context into it, in place of the one that is called the same. @returns false when it is there already: nothing changes */
  putContext(id: string, context: Pick<PackContext, "name" | "text">, by: PackWriter): Promise<boolean>;
  /** @returns false when it is not there: nothing changes */
  removeContext(id: string, name: string, by: PackWriter): Promise<boolean>;
  /** Takes everything out; contexts are gone. @returns false when nothing is in it: nothing changes */
  empty(id: string, by: PackWriter): Promise<boolean>;
  /** Removes it, also where it is in focus. What was in it stays. */
  remove(id: string): Promise<void>;
  setFocus(id: string, by: PackWriter): Promise<void>;
  clearFocus(agent: string): Promise<void>;
}

/** Every part that is present must hold. */
export interface PackList {
  readonly type?: PackType | undefined;
  readonly status?: PackStatus | undefined;
  /** Text in name, description or a tag, as `name-key.ts` compares texts. */
  readonly query?: string | undefined;
  /** Only what was made before the pack of this row. */
  readonly before?: number | undefined;
  readonly limit: number;
}

import type { MemoryRow, Viewer } from "./memory-rows.ts";

/** What one memory is to another: the kinds of ai-memory, and those of ZetMem. */
export const relations = [
  "related_to",
  "supersedes",
  "contradicts",
  "derived_from",
  "derives_from",
  "reflects_on",
  "solution",
  "pattern",
  "technology",
  "debugging",
  "progression",
] as const;

export type Relation = (typeof relations)[number];

export interface NewLink {
  readonly id: string;
  /** Ids of memories. */
  readonly sourceId: string;
  readonly targetId: string;
  readonly relation: Relation;
  /** 0 to 1. */
  readonly strength: number;
  readonly reason: string;
  /** Agent that made it. */
  readonly createdBy: string;
  /** Id of the session. */
  readonly session: string;
  readonly createdAt: number;
  readonly validFrom: number;
  /** From then on it does not hold; null: no end is known. */
  readonly validUntil: number | null;
}

export interface LinkRow extends NewLink {
  /** Grows with every link: the order of making. */
  readonly row: number;
}

export interface LinkSearch {
  /** Links from these memories, to them, or both. */
  readonly ids: readonly string[];
  readonly direction: "out" | "in" | "both";
  readonly relation?: Relation | undefined;
  /** Only what held at that time; undefined: at any time. */
  readonly at: number | undefined;
  readonly limit: number;
}

/** A memory that stands for a thing, and the names of that thing. */
export interface EntityRow {
  readonly memory: MemoryRow;
  /** As they were given, the canonical one first. */
  readonly aliases: readonly string[];
}

/** Links between memories, and names of entities. Both go with their memories; those of archived memories stay. */
export interface GraphRows {
  /** The same without links from or to memories that the viewer does not see. */
  seenBy(viewer: Viewer): GraphRows;
  /** In the order of the memories that they begin at, oldest first. */
  links(search: LinkSearch): Promise<readonly LinkRow[]>;
  byIds(ids: readonly string[]): Promise<readonly LinkRow[]>;
  /** Those of the same kind between two memories, in this direction, newest first. */
  between(sourceId: string, targetId: string, relation: Relation): Promise<readonly LinkRow[]>;
  /** What these memories reflect on or have reflected on, each once; unseen memories too. */
  reflectedOn(ids: readonly string[]): Promise<readonly string[]>;
  insert(link: NewLink): Promise<void>;
  /** Sets when a link ends. */
  end(id: string, validUntil: number): Promise<void>;
  strengthen(id: string, strength: number): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Number of links that hold at that time. */
  count(at: number): Promise<number>;
  /** Names that the entity does not have yet are added behind the others. */
  addAliases(memoryId: string, aliases: readonly string[]): Promise<void>;
  /** Live entities with this name, however it is written, newest first. */
  entities(alias: string, namespace: string | undefined, now: number): Promise<readonly EntityRow[]>;
}

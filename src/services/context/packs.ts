import type { PackStatus, PackType } from "../../store/pack-rows.ts";
import type { Writer } from "../writer.ts";

// Packs bundle memories and tasks; each agent has at most one in focus. Times are milliseconds since 1970.

export type { PackStatus, PackType };

export interface Packs {
  /** By id, by name (whatever the letter case), or by the first four characters of the id or more; a name wins. */
  find(pack: string): Promise<PackLookup>;
  create(request: CreatePack): Promise<{ readonly status: "created"; readonly pack: Pack } | PackNameTaken>;
  update(request: UpdatePack): Promise<{ readonly status: "updated"; readonly pack: Pack } | PackNameTaken>;
  /** Adding a memory that is in it changes nothing. */
  addMemory(packId: string, memoryId: string, writer: Writer): Promise<Pack>;
  addTask(packId: string, taskId: string, writer: Writer): Promise<Pack>;
  /** Ids of what is in it, last added first. */
  contents(
    packId: string,
    limit: number,
  ): Promise<{ readonly memoryIds: readonly string[]; readonly taskIds: readonly string[] }>;
  focusOf(agent: string): Promise<Pack | undefined>;
  /** undefined clears the focus. */
  setFocus(packId: string | undefined, writer: Writer): Promise<void>;
}

export type PackLookup =
  | { readonly status: "found"; readonly pack: Pack }
  /** Nearest names, best first, at most five. */
  | { readonly status: "not_found"; readonly candidates: readonly string[] }
  /** "name (id)" of each. */
  | { readonly status: "ambiguous"; readonly candidates: readonly string[] };

export interface Pack {
  readonly id: string;
  readonly name: string;
  readonly type: PackType;
  readonly status: PackStatus;
  readonly description: string;
  readonly tags: readonly string[];
  readonly memoriesCount: number;
  readonly tasksCount: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface CreatePack {
  readonly name: string;
  readonly type: PackType;
  readonly status: PackStatus;
  readonly description: string;
  readonly tags: readonly string[];
  readonly writer: Writer;
}

/** What is absent stays. */
export interface UpdatePack {
  readonly packId: string;
  readonly name?: string;
  readonly description?: string;
  readonly status?: PackStatus;
  readonly writer: Writer;
}

export interface PackNameTaken {
  readonly status: "name_taken";
  readonly pack: Pack;
}

import type { JsonObject } from "../contract/json.ts";

export const placeStatuses = ["creating", "ready", "removing"] as const;
export type PlaceStatus = (typeof placeStatuses)[number];

/** The journal of a place that an agent works in: what was begun is written before it is done. */
export interface PlaceRow {
  readonly id: string;
  /** Folder of the configuration. */
  readonly root: string;
  readonly branch: string;
  readonly status: PlaceStatus;
  /** Process that works on it. */
  readonly owner: string;
  /** What the service keeps of it. */
  readonly state: JsonObject;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

export interface PlaceRows {
  find(root: string, branch: string): Promise<PlaceRow | undefined>;
  /** Those of a folder, or all, by folder and branch. */
  list(root?: string): Promise<readonly PlaceRow[]>;
  /** There is one for each folder and branch. */
  insert(place: PlaceRow): Promise<void>;
  update(id: string, changes: Pick<PlaceRow, "status" | "owner" | "state" | "updatedAt">): Promise<void>;
  remove(id: string): Promise<void>;
}

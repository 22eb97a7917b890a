import type { JsonObject } from "../contract/json.ts";

export const planTypes = ["feature", "refactor", "bugfix", "research"] as const;
export type PlanType = (typeof planTypes)[number];

/** Times are milliseconds since 1970. */
export interface NewPlan extends PlanProgress {
  readonly id: string;
  /** null: it belongs to no project yet. */
  readonly projectId: string | null;
  readonly title: string;
  readonly requirements: string;
  readonly type: PlanType;
  readonly createdBy: string;
  /** Id of the session. */
  readonly session: string;
  readonly createdAt: number;
}

export interface PlanProgress {
  /** Of `state`, for lists. */
  readonly status: string;
  /** What the service keeps of it. */
  readonly state: JsonObject;
  readonly updatedAt: number;
}

export interface PlanRow extends NewPlan {
  /** Grows with every plan: the order of creation. */
  readonly row: number;
  /** Name of its project. */
  readonly project: string | null;
}

export interface PlanRows {
  byId(id: string): Promise<PlanRow | undefined>;
  /** Those whose id begins so, by id. */
  byIdPrefix(prefix: string, limit: number): Promise<readonly PlanRow[]>;
  /** Newest first. */
  list(list: PlanList): Promise<readonly PlanRow[]>;
  insert(plan: NewPlan): Promise<void>;
  update(id: string, progress: PlanProgress): Promise<void>;
}

/** Every part that is present must hold. */
export interface PlanList {
  readonly projectId?: string | undefined;
  readonly status?: string | undefined;
  readonly type?: PlanType | undefined;
  /** Only what was made before the plan of this row. */
  readonly before?: number | undefined;
  readonly limit: number;
}

import type { JsonObject } from "../../contract/json.ts";
import type { PlaceRow } from "../../store/place-rows.ts";

export const placeSteps = ["worktree", "database", "env", "hooks"] as const;
export type PlaceStep = (typeof placeSteps)[number];

/** What the journal knows of a place before anything of it is made. */
export interface PlaceState {
  readonly path: string;
  /** The branch was made with it, at this commit. */
  readonly madeBranch: boolean;
  readonly commit: string;
  readonly database: string | null;
  readonly source: string | null;
  readonly port: number | null;
  /** Steps that may have changed something. */
  readonly begun: readonly PlaceStep[];
}

export interface Place extends Omit<PlaceRow, "state"> {
  readonly state: PlaceState;
}

export function placeOf({ state, ...row }: PlaceRow): Place {
  // Written by this folder only, from a PlaceState.
  return { ...row, state: state as unknown as PlaceState };
}

export function keptState(state: PlaceState): JsonObject {
  return { ...state, begun: [...state.begun] };
}

import { join } from "node:path";
import { asFileName } from "../disk/user-folders.ts";

/** The file of the counters that `prune` has merged. */
export const mergedName = "merged.json";
/** Contains the day on which counting began: "not used since" needs it. */
export const sinceName = "since";

/** Files of one process and one day: `2026-11-21.<random>.json`. */
export function dayFileName(day: string, random: string): string {
  return `${day}.${random}.json`;
}

/** @returns the day of such a file; undefined for any other name */
export function dayOfFile(name: string): string | undefined {
  return /^(\d{4}-\d\d-\d\d)\.[\w-]+\.json$/.exec(name)?.[1];
}

/**
 * The folder of a catalog's counters: named after it, in the folder of the settings or else in the user's state folder.
 * @param catalog name of the server
 * @param state the user's state folder for this program
 */
export function usageFolder(catalog: string, { named, state }: UsagePlaces): string {
  const own = asFileName(catalog);
  if (named !== undefined) return join(named, own);
  return join(state, "usage", own);
}

export interface UsagePlaces {
  readonly named: string | undefined;
  readonly state: string;
}

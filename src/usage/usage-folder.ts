import { join } from "node:path";

/** The one file that holds what `prune` has put together. */
export const mergedName = "merged.json";
/** Holds the day on which counting began: without it, "never seen" could as well mean "never looked". */
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
 * Where a catalog's counters lie: a folder of its name in the one that was named, else in the user's state folder.
 * @param catalog name of the server
 * @param state the user's state folder for this program
 */
export function usageFolder(catalog: string, { named, state }: UsagePlaces): string {
  // A name is anybody's text; as a folder it must neither lead elsewhere nor be hidden.
  const own = encodeURIComponent(catalog).replace(/^\./, "%2E");
  if (named !== undefined) return join(named, own);
  return join(state, "usage", own);
}

export interface UsagePlaces {
  readonly named: string | undefined;
  readonly state: string;
}

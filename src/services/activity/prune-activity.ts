import { setTimeout as wait } from "node:timers/promises";
import { HostUnavailable } from "../../runtime/errors.ts";
import type { Log } from "../../runtime/ports.ts";
import type { ActivityRows } from "../../store/activity-rows.ts";
import type { ServiceOptions } from "../service-options.ts";

const dayMs = 86_400_000;
const defaultDays = 365;

/** Lines that one step removes: it holds the write lock for a few milliseconds. */
const stepSize = 500;
/** Between two steps others write. */
const pauseMs = 25;
/** A step does not wait long for others' locks: the next start goes on. */
const patienceMs = 250;
/** After a start, the next one. */
const intervalMs = 3_600_000;
/** After so long without a line nothing is removed for a day: the clock may be wrong, and what is removed does not come back. */
const maxPauseMs = 90 * dayMs;

export interface ActivityPruning {
  /** Starts removing old lines in the background, unless that was done in the last hour. Never throws and never waits. */
  start(): void;
  /** Waits for a running step; starts no other. */
  close(): Promise<void>;
}

/**
 * How long lines of the activity log are kept, in milliseconds: so many days (PEGBOARD_ACTIVITY_DAYS), a year unless it is set.
 * @returns undefined: for ever
 * @throws HostUnavailable for anything else
 */
export function activityLifetime(setting: string | undefined): number | undefined {
  const text = setting?.trim().toLowerCase() ?? "";
  if (text === "") return defaultDays * dayMs;
  if (text === "forever") return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text) * dayMs;
  const sentence = "PEGBOARD_ACTIVITY_DAYS is neither a number of days, 1 to 999999, nor 'forever'";
  throw new HostUnavailable(sentence, "never");
}

/** @returns how many lines were removed */
async function prune(activity: ActivityRows, now: number, lifetimeMs: number): Promise<number> {
  const previous = await activity.lastBefore(now - dayMs);
  if (previous !== undefined && now - previous > maxPauseMs) return 0;
  return activity.prune(now - lifetimeMs, stepSize);
}

/** @param lifetimeMs undefined: nothing is ever removed */
export function activityPruning(
  { store, clock }: ServiceOptions,
  log: Pick<Log, "warn">,
  lifetimeMs: number | undefined,
): ActivityPruning {
  let running: Promise<void> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;

  const steps = async (lifetime: number): Promise<void> => {
    for (let removed = stepSize; removed === stepSize && !isClosed(); ) {
      // The process may end meanwhile; the next one goes on.
      await wait(pauseMs, undefined, { ref: false, signal: closing.signal });
      removed = await store.write(({ activity }) => prune(activity, clock(), lifetime), {
        patienceMs,
        signal: closing.signal,
      });
    }
  };
  return {
    start() {
      const now = clock();
      if (lifetimeMs === undefined || isClosed() || now - startedAt < intervalMs) return;
      startedAt = now;
      running = steps(lifetimeMs).catch((error: unknown) => {
        // Such as a lock of another process. No call depends on it.
        if (!isClosed()) log.warn("old lines of the activity log were not removed", { problem: String(error) });
      });
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

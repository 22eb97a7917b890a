import { setTimeout as sleep } from "node:timers/promises";
import { isSqliteError } from "./database.ts";

/** How long to wait for locks of other processes, and what ends the wait earlier. */
export interface Patience {
  /** For all attempts together. */
  readonly patienceMs: number;
  /** When the wait ends instead, in ms of `performance.now()`; it may move on meanwhile. */
  readonly end?: () => number;
  /** The call was cancelled: its reason is thrown. */
  readonly signal?: AbortSignal;
  /** The store is being closed: the wait ends with the refusal. */
  readonly stop?: AbortSignal;
}

/** Longest pause between two attempts: short enough to find the lock while another process pauses (`lock-share.ts`). */
const maxPauseMs = 20;

/**
 * Repeats an attempt that another process's lock may refuse, until it succeeds or the time is over. SQLite's own busy time-out
 * blocks the thread: no ping, cancellation or shutdown could be handled meanwhile.
 * @param isRefusal whether an error means "locked, nothing was done yet"
 * @throws the last refusal, any other error, or the signal's reason
 */
export async function untilFree<T>(
  attempt: () => T | Promise<T>,
  { patienceMs, end: movingEnd, signal, stop }: Patience,
  isRefusal: (error: unknown) => boolean = isBusy,
): Promise<T> {
  const fixedEnd = performance.now() + patienceMs;
  const end = movingEnd ?? (() => fixedEnd);
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      const leftMs = end() - performance.now();
      if (!isRefusal(error) || leftMs <= 0 || stop?.aborted === true) throw error;
      // Unequal pauses, so that those who wait don't all ask at the same time.
      await pause(Math.min(pauseMs * (0.5 + Math.random() / 2), leftMs), [signal, stop]);
    }
  }
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && /^SQLITE_BUSY(_|$)/.test(error.code);
}

/** Ends early when one of the signals is aborted; the loop then checks why. */
async function pause(ms: number, ends: readonly (AbortSignal | undefined)[]): Promise<void> {
  // Made for a pause alone: most attempts need none, and a signal that lives long keeps a trace of each that was made of it.
  const early = AbortSignal.any(ends.filter((each) => each !== undefined));
  try {
    await sleep(ms, undefined, { signal: early });
  } catch (error) {
    if (!early.aborted) throw error;
  }
}

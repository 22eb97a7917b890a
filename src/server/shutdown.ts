import type { Dispatch } from "../runtime/call-state.ts";
import type { Log } from "../runtime/ports.ts";
import { within } from "./within.ts";

/** A dispatch that knows which calls still run, including those that were cancelled. */
export interface TrackedCalls {
  readonly dispatch: Dispatch;
  /** Its callers say themselves when a call begins and ends, which costs nothing. */
  readonly dispatchUntracked: Dispatch;
  readonly begin: () => void;
  readonly end: () => void;
  /** Resolves when no call runs any more. */
  readonly settled: () => Promise<unknown>;
}

/** @param others resolves when no handler runs any more whose call is answered already */
export function trackCalls(dispatch: Dispatch, others: () => Promise<unknown> = async () => undefined): TrackedCalls {
  let running = 0;
  let waiters: (() => void)[] = [];

  function begin(): void {
    running++;
  }

  function end(): void {
    running--;
    if (running > 0) return;
    const done = waiters;
    waiters = [];
    for (const resolve of done) resolve();
  }

  const settledOwn = () => (running === 0 ? undefined : new Promise<void>((resolve) => waiters.push(resolve)));
  return {
    dispatch(call) {
      const answer = dispatch(call);
      begin();
      answer.then(end, end);
      return answer;
    },
    dispatchUntracked: dispatch,
    begin,
    end,
    settled: () => Promise.all([settledOwn(), others()]),
  };
}

export interface ClosingHost {
  /** Resolves when no call runs any more, including aborted ones. */
  readonly settled: () => Promise<unknown>;
  readonly close: () => Promise<void>;
  readonly shutdownMs: number;
  readonly log: Log;
}

/** After the transport has ended: handlers that react to their abort get a moment to end, then the host is closed. */
export async function closeHost({ settled, close, shutdownMs, log }: ClosingHost): Promise<void> {
  await within(abortGraceMs, settled());
  const isClosed = await within(shutdownMs, close());
  if (!isClosed) log.warn("the host did not close in time", { shutdownMs });
}

/**
 * Enough to end a child process and to undo unfinished work; short enough for clients that kill two seconds after SIGTERM
 * (both official SDKs do).
 */
const abortGraceMs = 1_500;

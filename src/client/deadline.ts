/** Time for one piece of work: ends when it is over, or when the caller's own signal says so. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True when it was the time that ended it. */
  readonly isOver: boolean;
  readonly limitMs: number;
  /** While the user is asked, the time stands still. */
  pause(): void;
  resume(): void;
  /** The work is done: nothing is left ticking. */
  clear(): void;
}

/** @param limitMs Infinity: only the caller's signal ends it */
export function startDeadline(limitMs: number, outer?: AbortSignal): Deadline {
  if (limitMs === Number.POSITIVE_INFINITY) return endless(outer);
  const controller = new AbortController();
  let isOver = false;
  let left = limitMs;
  let pauses = 0;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => controller.abort(outer?.reason);
  const run = () => {
    startedAt = performance.now();
    timer = setTimeout(
      () => {
        isOver = true;
        controller.abort(new Error("timed out"));
      },
      Math.min(left, maxTimerMs),
    );
  };
  if (outer?.aborted === true) onAbort();
  else {
    outer?.addEventListener("abort", onAbort, { once: true });
    run();
  }
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    limitMs,
    pause() {
      pauses += 1;
      if (pauses > 1) return;
      clearTimeout(timer);
      left -= performance.now() - startedAt;
    },
    resume() {
      pauses -= 1;
      if (pauses === 0 && !controller.signal.aborted) run();
    },
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
}

/** Without a timer and a controller of its own: a call that goes through several of them costs little. */
function endless(signal: AbortSignal = new AbortController().signal): Deadline {
  const nothing = () => undefined;
  return {
    ...{ signal, isOver: false, limitMs: Number.POSITIVE_INFINITY },
    ...{ pause: nothing, resume: nothing, clear: nothing },
  };
}

/** Waits for work until the signal is aborted. @throws what the work throws, or what `reason` gives; the work goes on */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<Result> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(reason());
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
  }
}

/** Timers hold 31 bits; a longer one would fire at once. */
export const maxTimerMs = 2_147_483_647;

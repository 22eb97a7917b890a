/** How the reports of a call reach its caller. */
export interface NotifyPort {
  /** Resolves when the reader can take more. */
  notify(method: string, params: { readonly [member: string]: unknown }): Promise<void>;
  isCancelled(): boolean;
  onError(error: Error): void;
}

export interface ProgressReports {
  readonly report: (done: number, total?: number, message?: string) => void;
  /** Resolves when all reports are sent. Later ones are dropped: progress never follows the result. */
  readonly finish: () => Promise<void>;
  /** The greatest report so far; -Infinity where there is none. */
  readonly last: () => number;
}

/**
 * Progress notifications for a caller that sent a token. Reports that do not increase are dropped, and all of them once the call
 * is cancelled. A client that reads more slowly than the handler reports gets only the latest one.
 * @param after reports up to this one were sent already
 * @see MCP 2025-11-25, basic/utilities/progress: values increase, notifications stop after completion, floods are limited
 */
export function progressReports(
  progressToken: string | number,
  port: NotifyPort,
  after = Number.NEGATIVE_INFINITY,
): ProgressReports {
  let last = after;
  let isFinished = false;
  let queue: Promise<void> = Promise.resolve();
  let queued = 0;
  let latest: ProgressParams | undefined;

  function enqueue(params: ProgressParams): void {
    queued++;
    queue = queue
      .then(() => port.notify("notifications/progress", params))
      .catch((error: Error) => port.onError(error))
      .then(() => {
        queued--;
        const next = latest;
        latest = undefined;
        if (next !== undefined) enqueue(next);
      });
  }

  return {
    report(done, total, message) {
      if (isFinished || port.isCancelled() || !Number.isFinite(done) || done <= last) return;
      last = done;
      const params = {
        progressToken,
        progress: done,
        ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      };
      if (queued < maxQueued) enqueue(params);
      else latest = params;
    },
    async finish() {
      isFinished = true;
      // The latest report may still be added to the queue.
      while (queued > 0) await queue;
    },
    last: () => last,
  };
}

interface ProgressParams {
  readonly [member: string]: unknown;
  readonly progressToken: string | number;
  readonly progress: number;
}

const maxQueued = 64;

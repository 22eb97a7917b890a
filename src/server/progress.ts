import type { ServerContext } from "@modelcontextprotocol/server";

export interface ProgressReports {
  readonly report: (done: number, total?: number, message?: string) => void;
  /** Resolves when all reports are sent. Later ones are dropped: progress never follows the result. */
  readonly finish: () => Promise<void>;
}

/**
 * Progress notifications, for callers that sent a token. Reports that do not increase are dropped, and all of them once the call
 * is cancelled. A client that reads more slowly than the handler reports gets only the latest one.
 * @see MCP 2025-11-25, basic/utilities/progress: values increase, notifications stop after completion, floods are limited
 */
export function progressOf({ mcpReq }: ServerContext, onError: (error: Error) => void): ProgressReports | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  let isFinished = false;
  let queue: Promise<void> = Promise.resolve();
  let queued = 0;
  let latest: ProgressParams | undefined;

  function enqueue(params: ProgressParams): void {
    queued++;
    queue = queue
      .then(() => mcpReq.notify({ method: "notifications/progress", params }))
      .catch(onError)
      .then(() => {
        queued--;
        const next = latest;
        latest = undefined;
        if (next !== undefined) enqueue(next);
      });
  }

  return {
    report(done, total, message) {
      if (isFinished || mcpReq.signal.aborted || !Number.isFinite(done) || done <= last) return;
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
  };
}

interface ProgressParams {
  readonly [member: string]: unknown;
  readonly progressToken: string | number;
  readonly progress: number;
}

const maxQueued = 64;

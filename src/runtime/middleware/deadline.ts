import { limits } from "../../contract/limits.ts";
import { contractFailure } from "../answers.ts";
import type { CallAnswer } from "../result.ts";
import type { RoadCall, Station } from "../station.ts";

/**
 * Answers a call that takes longer than a number of milliseconds, and aborts its handler's signal. What the handler
 * still does then is its own affair; its result is dropped.
 * @param longestMs counts as `limits.deadlineMs` where it is more
 * @param late keeps the calls that go on after their deadline, until they end
 */
export function deadline<Deps>(longestMs: number, late: Set<Promise<unknown>>): Station<Deps> {
  const timeoutMs = Math.min(longestMs, limits.deadlineMs);
  return async (call, next) => {
    let controller: AbortController | undefined;
    let isOver = false;
    const signal = () => {
      // Made when first asked for: most handlers never look.
      if (controller === undefined) {
        controller = new AbortController();
        if (isOver) controller.abort(passed(timeoutMs));
      }
      return controller.signal;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended: Promise<void> = Promise.resolve();
    const timeout = new Promise<CallAnswer>((resolve) => {
      timer = setTimeout(() => {
        isOver = true;
        controller?.abort(passed(timeoutMs));
        late.add(ended);
        resolve(timedOut(call, timeoutMs));
      }, timeoutMs);
    });
    try {
      const work = next({ ...call, deadline: signal });
      ended = work
        .then(
          () => undefined,
          (error: unknown) => {
            // A failure after the deadline has no caller any more; it must not end the process either.
            if (isOver)
              call.log.warn("a call failed after its deadline", { tool: call.request.name, error: String(error) });
          },
        )
        .finally(() => late.delete(ended));
      return await Promise.race([work, timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function timedOut<Deps>(call: RoadCall<Deps>, timeoutMs: number): CallAnswer {
  return contractFailure({
    code: "DEADLINE_EXCEEDED",
    message: `'${call.request.name}' took longer than ${timeoutMs} ms and was stopped`,
    hint: "ask for less at once, or try again later",
    facts: { retry: "later" },
  });
}

function passed(timeoutMs: number): Error {
  return new Error(`the deadline of ${timeoutMs} ms has passed`);
}

import { proxyTools } from "../../contract/builtin-tools.ts";
import { durationText } from "../../contract/duration.ts";
import { limits } from "../../contract/limits.ts";
import { contractFailure } from "../answers.ts";
import type { CallInProgress, CallState, Rest, Stage } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";
import { entryOf } from "./stage.ts";

/** How long a call may take, and where the limit comes from: the tool's contract, or the operator of the server. */
interface Limit {
  readonly ms: number;
  readonly of: "tool" | "server";
}

/**
 * Answers a call that exceeds the limit of its tool, or of all calls, and aborts its handler's signal. The handler may go on;
 * its result is dropped.
 *
 * It follows `route`, which finds the tool without waiting, so nearly all of the call's time counts. A proxy tool has no limit:
 * the call that it makes passes through here again, with the limit of its own tool.
 * @param maxMs limit of any call, at most `limits.deadlineMs`; undefined: only the limits of tools count
 * @param overdue receives the calls that go on after their deadline, until they end
 */
export function deadline<Deps>(maxMs: number | undefined, overdue: Set<Promise<unknown>>): Stage<Deps> {
  const max = maxMs === undefined ? undefined : Math.min(maxMs, limits.deadlineMs);
  return {
    enter(call, rest) {
      const limit = limitOf(call, max);
      return limit === undefined ? undefined : within(limit, call, rest, overdue);
    },
  };
}

function limitOf<Deps>(call: CallState<Deps>, max: number | undefined): Limit | undefined {
  const { name, deadlineMs: own } = entryOf(call);
  if (own !== undefined && (max === undefined || own <= max)) return { ms: own, of: "tool" };
  return max === undefined || proxies.has(name) ? undefined : { ms: max, of: "server" };
}

const proxies: ReadonlySet<string> = new Set(proxyTools);

async function within<Deps>(
  { ms, of }: Limit,
  call: CallInProgress<Deps>,
  rest: Rest<Deps>,
  overdue: Set<Promise<unknown>>,
): Promise<CallAnswer> {
  let controller: AbortController | undefined;
  let isOver = false;
  const signal = () => {
    // Created when first needed: most handlers never read it.
    if (controller === undefined) {
      controller = new AbortController();
      if (isOver) controller.abort(timeoutError(ms));
    }
    return controller.signal;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended: Promise<void> = Promise.resolve();
  const timeout = new Promise<CallAnswer>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      controller?.abort(timeoutError(ms));
      overdue.add(ended);
      resolve(timedOut(call, { ms, of }));
    }, ms);
  });
  try {
    // `async`, so that a step that throws fails like one that rejects.
    const running = (async () => rest({ ...call, deadline: signal }))();
    ended = running
      .then(
        () => undefined,
        (error: unknown) => {
          // A failure after the deadline has no caller to report it to, and must not end the process.
          if (isOver)
            call.log.warn("a call failed after its deadline", { tool: call.request.name, error: String(error) });
        },
      )
      .finally(() => overdue.delete(ended));
    return await Promise.race([running, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut<Deps>(call: CallState<Deps>, { ms, of }: Limit): CallAnswer {
  const whose = of === "tool" ? "of this tool" : "of this server";
  return contractFailure({
    code: "DEADLINE_EXCEEDED",
    message: `'${call.request.name}' was stopped: it took longer than ${durationText(ms)}, the limit ${whose}`,
    hint: "ask for less at once, or try again later",
    facts: { retry: "later", deadlineMs: ms, deadlineOf: of },
  });
}

function timeoutError(ms: number): Error {
  return new Error(`the deadline of ${durationText(ms)} has passed`);
}

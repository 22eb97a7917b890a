import { proxyTools } from "../../contract/builtin-tools.ts";
import { durationText } from "../../contract/duration.ts";
import { limits } from "../../contract/limits.ts";
import { contractFailure } from "../answers.ts";
import type { CallState, Middleware } from "../call-state.ts";
import type { CallAnswer } from "../result.ts";
import { entryOf } from "./stage.ts";

/** How long a call may take, and who says so: the tool's own contract, or whoever runs the catalog. */
interface Limit {
  readonly ms: number;
  readonly of: "tool" | "server";
}

/**
 * Answers a call that takes longer than its tool may, or than any call may, and aborts its handler's signal. What the
 * handler still does then is its own affair; its result is dropped.
 *
 * It stands right behind `route`, which knows the tool and waits for nothing, so that the time of the whole call counts. A
 * door has no time of its own: the call behind it walks the road under the tool's name, and has that tool's.
 * @param maxMs of any call, counts as `limits.deadlineMs` where it is more; undefined: only the tools' own count
 * @param late keeps the calls that go on after their deadline, until they end
 */
export function deadline<Deps>(maxMs: number | undefined, late: Set<Promise<unknown>>): Middleware<Deps> {
  const most = maxMs === undefined ? undefined : Math.min(maxMs, limits.deadlineMs);
  return (call, next) => {
    const limit = limitOf(call, most);
    return limit === undefined ? next(call) : within(limit, call, next, late);
  };
}

function limitOf<Deps>(call: CallState<Deps>, most: number | undefined): Limit | undefined {
  const { name, deadlineMs: own } = entryOf(call);
  if (own !== undefined && (most === undefined || own <= most)) return { ms: own, of: "tool" };
  return most === undefined || proxies.has(name) ? undefined : { ms: most, of: "server" };
}

const proxies: ReadonlySet<string> = new Set(proxyTools);

async function within<Deps>(
  { ms, of }: Limit,
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
  late: Set<Promise<unknown>>,
): Promise<CallAnswer> {
  let controller: AbortController | undefined;
  let isOver = false;
  const signal = () => {
    // Made when first asked for: most handlers never look.
    if (controller === undefined) {
      controller = new AbortController();
      if (isOver) controller.abort(passed(ms));
    }
    return controller.signal;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended: Promise<void> = Promise.resolve();
  const timeout = new Promise<CallAnswer>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      controller?.abort(passed(ms));
      late.add(ended);
      resolve(timedOut(call, { ms, of }));
    }, ms);
  });
  try {
    const executeCall = next({ ...call, deadline: signal });
    ended = executeCall
      .then(
        () => undefined,
        (error: unknown) => {
          // A failure after the deadline has no caller any more; it must not end the process either.
          if (isOver)
            call.log.warn("a call failed after its deadline", { tool: call.request.name, error: String(error) });
        },
      )
      .finally(() => late.delete(ended));
    return await Promise.race([executeCall, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut<Deps>(call: CallState<Deps>, { ms, of }: Limit): CallAnswer {
  const whose = of === "tool" ? "this tool is given" : "a call is given here";
  return contractFailure({
    code: "DEADLINE_EXCEEDED",
    message: `'${call.request.name}' took longer than ${durationText(ms)}, which is all that ${whose}, and was stopped`,
    hint: "ask for less at once, or try again later",
    facts: { retry: "later", deadlineMs: ms, deadlineOf: of },
  });
}

function passed(ms: number): Error {
  return new Error(`the deadline of ${durationText(ms)} has passed`);
}

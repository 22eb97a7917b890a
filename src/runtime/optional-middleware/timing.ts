import type { Json, JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Middleware } from "../call-state.ts";
import { compose } from "../compose.ts";
import { entryOf } from "../middleware/stage.ts";
import type { CallAnswer } from "../result.ts";

export interface TimingOptions<Deps> {
  /** Milliseconds from any beginning, for parts of one, such as `performance.now`. Default: the host's clock. */
  readonly now?: () => number;
  /** Further middleware, each measured by itself; a call passes through them in this order. */
  readonly middlewares?: { readonly [name: string]: Middleware<Deps> };
}

/** Key of the times in the `_meta` of an answer; a request asks for them with `"pegboard/timing": true`. */
export const timingKey = "pegboard/timing";

/**
 * Middleware for a host: measures how long the handler took, and each of the given middlewares without what follows it, in
 * milliseconds. One line a call in the log, at level info, and in `_meta["pegboard/timing"]` where the request asks for it.
 */
export function timing<Deps>(options: TimingOptions<Deps> = {}): Middleware<Deps> {
  const middlewares = Object.entries(options.middlewares ?? {});
  return async (call, next) => {
    const now = options.now ?? call.clock;
    // The time of each middleware with all that follows it; the handler's is the last.
    const spent: number[] = [];
    const measured = middlewares.map(([, middleware], index) => measure(middleware, index, now, spent));
    const handler = measure<Deps>((last, proceed) => proceed(last), middlewares.length, now, spent);
    const answer = await compose([...measured, handler], next)(call);
    const handlerMs = round(spent[middlewares.length] ?? 0);
    const middlewareMs: { [name: string]: Json } = {};
    for (const [index, [name]] of middlewares.entries()) {
      const whole = spent[index];
      // Absent where an earlier one answered the call.
      if (whole !== undefined) middlewareMs[name] = round(whole - (spent[index + 1] ?? 0));
    }
    const times: JsonObject = { handlerMs, ...(middlewares.length === 0 ? {} : { middlewareMs }) };
    call.log.info("timing", { tool: entryOf(call).name, ...times });
    return ownValue(call.request.meta ?? {}, timingKey) === true ? withTimes(answer, times) : answer;
  };
}

function measure<Deps>(
  middleware: Middleware<Deps>,
  index: number,
  now: () => number,
  spent: number[],
): Middleware<Deps> {
  return async (call, next) => {
    const startedAt = now();
    try {
      return await middleware(call, next);
    } finally {
      spent[index] = now() - startedAt;
    }
  };
}

function withTimes(answer: CallAnswer, times: JsonObject): CallAnswer {
  if (answer.kind !== "result") return answer;
  return { kind: "result", result: { ...answer.result, _meta: { ...answer.result._meta, [timingKey]: times } } };
}

/** Thousandths of a millisecond; clocks may be set back. */
function round(ms: number): number {
  return Math.max(0, Math.round(ms * 1000) / 1000);
}

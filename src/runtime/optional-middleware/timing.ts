import type { Json, JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Middleware } from "../call-state.ts";
import { compose } from "../compose.ts";
import { entryOf } from "../middleware/stage.ts";
import type { CallAnswer } from "../result.ts";

export interface TimingOptions<Deps> {
  /** Milliseconds from any beginning, for parts of one, such as `performance.now`. Default: the host's clock. */
  readonly now?: () => number;
  /** Further stations, which are measured each by itself; a call walks them in this order. */
  readonly middlewares?: { readonly [name: string]: Middleware<Deps> };
}

/** Where the times stand in the `_meta` of an answer, and how a request asks for them: `"pegboard/timing": true`. */
export const timingKey = "pegboard/timing";

/**
 * A station for a host's `middleware`: how long the handler took, and each of the stations that it is given, in
 * milliseconds and without what stands behind them. One line a call in the log, at level info, and in
 * `_meta["pegboard/timing"]` where the request asks for it.
 */
export function timing<Deps>(options: TimingOptions<Deps> = {}): Middleware<Deps> {
  const middlewares = Object.entries(options.middlewares ?? {});
  return async (call, next) => {
    const now = options.now ?? call.clock;
    // The time behind each station, the handler's last.
    const spent: number[] = [];
    const measured = middlewares.map(([, middleware], index) => measure(middleware, index, now, spent));
    const handler = measure<Deps>((last, walk) => walk(last), middlewares.length, now, spent);
    const dispatcher = compose([...measured, handler], next);
    const answer = await dispatcher(call);
    const handlerMs = round(spent[middlewares.length] ?? 0);
    const middlewareMs: { [name: string]: Json } = {};
    for (const [index, [name]] of middlewares.entries()) {
      const whole = spent[index];
      // A call that an earlier station answered never came here.
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

import type { CallState, Middleware } from "./call-state.ts";
import type { CallAnswer } from "./result.ts";

/** Joins stations to one road, the first one outermost. Done once, so that a call makes no closures on its way. */
export function compose<Deps>(
  middlewares: readonly Middleware<Deps>[],
  end: (call: CallState<Deps>) => Promise<CallAnswer>,
): (call: CallState<Deps>) => Promise<CallAnswer> {
  return middlewares.reduceRight<(call: CallState<Deps>) => Promise<CallAnswer>>(
    (next, middleware) => (call) => middleware(call, next),
    end,
  );
}

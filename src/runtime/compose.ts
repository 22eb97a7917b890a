import type { Middleware, Next } from "./call-state.ts";

/** Composes middleware into one function, the first outermost. Done once, so that no call creates closures. */
export function compose<Deps>(middleware: readonly Middleware<Deps>[], end: Next<Deps>): Next<Deps> {
  return middleware.reduceRight<Next<Deps>>((next, one) => (call) => one(call, next), end);
}

import type { CallAnswer } from "./result.ts";
import type { CallState, Station } from "./call-state.ts";

/** Joins stations to one road, the first one outermost. Done once, so that a call makes no closures on its way. */
export function compose<Deps>(
  stations: readonly Station<Deps>[],
  end: (call: CallState<Deps>) => Promise<CallAnswer>,
): (call: CallState<Deps>) => Promise<CallAnswer> {
  return stations.reduceRight<(call: CallState<Deps>) => Promise<CallAnswer>>(
    (next, station) => (call) => station(call, next),
    end,
  );
}

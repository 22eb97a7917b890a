import type { CallAnswer } from "./result.ts";
import type { RoadCall, Station } from "./station.ts";

/** Joins stations to one road, the first one outermost. Done once, so that a call makes no closures on its way. */
export function compose<Deps>(
  stations: readonly Station<Deps>[],
  end: (call: RoadCall<Deps>) => Promise<CallAnswer>,
): (call: RoadCall<Deps>) => Promise<CallAnswer> {
  return stations.reduceRight<(call: RoadCall<Deps>) => Promise<CallAnswer>>(
    (next, station) => (call) => station(call, next),
    end,
  );
}

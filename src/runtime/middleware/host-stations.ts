import { compose } from "../compose.ts";
import type { Host } from "../registry.ts";
import type { CallAnswer } from "../result.ts";
import type { RoadCall, Station } from "../station.ts";

type Road<Deps> = (call: RoadCall<Deps>) => Promise<CallAnswer>;

/** Opens the host and leads the call through the stations it brings; they are joined once per host. */
export function hostStations<Deps>(): Station<Deps> {
  const roads = new WeakMap<Host<Deps>, Road<Deps>>();
  return async (call, next) => {
    const host = await call.host();
    if (host.middleware === undefined || host.middleware.length === 0) return next(call);
    let road = roads.get(host);
    if (road === undefined) {
      road = compose(host.middleware, next);
      roads.set(host, road);
    }
    return road(call);
  };
}

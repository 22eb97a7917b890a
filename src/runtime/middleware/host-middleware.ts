import type { CallState, Middleware } from "../call-state.ts";
import { compose } from "../compose.ts";
import type { Host } from "../registry.ts";
import type { CallAnswer } from "../result.ts";

type Dispatcher<Deps> = (call: CallState<Deps>) => Promise<CallAnswer>;

/** Opens the host and leads the call through the stations it brings; they are joined once per host. */
export function hostMiddleware<Deps>(): Middleware<Deps> {
  const dispatchers = new WeakMap<Host<Deps>, Dispatcher<Deps>>();
  return async (call, next) => {
    const host = await call.host();
    if (host.middleware === undefined || host.middleware.length === 0) return next(call);
    let dispatcher = dispatchers.get(host);
    if (dispatcher === undefined) {
      dispatcher = compose(host.middleware, next);
      dispatchers.set(host, dispatcher);
    }
    return dispatcher(call);
  };
}

import type { Middleware, Next } from "../call-state.ts";
import { compose } from "../compose.ts";

/** Opens the host and runs its own middleware. A dispatcher has one host and one `next`, so they are composed once. */
export function hostMiddleware<Deps>(): Middleware<Deps> {
  let composed: Next<Deps> | undefined;
  return async (call, next) => {
    const host = await call.host();
    composed ??= compose(host.middleware ?? [], next);
    return composed(call);
  };
}

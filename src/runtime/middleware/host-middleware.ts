import { withoutJson } from "../answers.ts";
import type { CallInProgress, Middleware, Next, Rest, Soon, Stage } from "../call-state.ts";
import { compose } from "../compose.ts";
import type { Host } from "../registry.ts";
import type { CallAnswer } from "../result.ts";

/** Opens the host and runs its own middleware. A dispatcher has one host and one `rest`, so they are composed once. */
export function hostMiddleware<Deps>(): Stage<Deps> {
  let composed: Next<Deps> | undefined;

  function passOn(call: CallInProgress<Deps>, rest: Rest<Deps>, { middleware = [] }: Host<Deps>) {
    return middleware.length === 0 ? undefined : through(call, rest, middleware);
  }

  async function through(call: CallInProgress<Deps>, rest: Rest<Deps>, middleware: readonly Middleware<Deps>[]) {
    composed ??= compose(middleware, async (last) => rest(last));
    // Middleware in plain JavaScript may have changed the value itself.
    return withoutJson(await composed(call));
  }

  return {
    enter(call, rest): Soon<CallAnswer | undefined> {
      const host = call.openedHost();
      return host === undefined ? call.host().then((opened) => passOn(call, rest, opened)) : passOn(call, rest, host);
    },
  };
}

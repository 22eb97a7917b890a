// The stages of a call, loaded with the first one: a client lists the tools before it calls one, and waits for that list.
import type { Dispatch, DispatcherState, Rest, Stage } from "./call-state.ts";
import type { CallLoad } from "./figures.ts";
import { applyAlias } from "./middleware/apply-alias.ts";
import { builtins } from "./middleware/builtins.ts";
import { confirm } from "./middleware/confirm.ts";
import { countUses } from "./middleware/count-uses.ts";
import { deadline } from "./middleware/deadline.ts";
import { errorBoundary } from "./middleware/error-boundary.ts";
import { executeCall } from "./middleware/execute-call.ts";
import { hostMiddleware } from "./middleware/host-middleware.ts";
import { limit } from "./middleware/limit.ts";
import { logCall } from "./middleware/log-call.ts";
import { maskSecrets } from "./middleware/mask-secrets.ts";
import { normalise } from "./middleware/normalise.ts";
import { type CallObserver, observe } from "./middleware/observe.ts";
import { resolveSession } from "./middleware/resolve-session.ts";
import { route } from "./middleware/route.ts";
import { type CallTracer, traceCalls } from "./middleware/trace-calls.ts";
import { validate } from "./middleware/validate.ts";
import { warnings } from "./middleware/warnings.ts";
import { createPipeline } from "./pipeline.ts";
import type { Usage } from "./ports.ts";

export interface CallStages<Deps> {
  /** Answers a call. */
  readonly run: Rest<Deps>;
  /** How many calls are under way. */
  readonly load: () => CallLoad;
}

export interface CallStagesOptions<Deps> extends Pick<DispatcherState<Deps>, "registry" | "mask"> {
  readonly deadlineMs: number | undefined;
  readonly maxCalls: number;
  readonly maxWaiting: number;
  readonly usage: Usage | undefined;
  readonly observers: readonly CallObserver[];
  readonly trace: CallTracer | undefined;
  /** Receives the handlers that go on after their deadline, until they end. */
  readonly overdue: Set<Promise<unknown>>;
  /** Answers the calls that proxy tools are given. */
  readonly dispatch: Dispatch;
}

/**
 * The plan of the runtime: every call passes this middleware, from top to bottom, and its answer passes it upwards. Each
 * is one file in `middleware/`.
 *
 * - `traceCalls` holds the whole call in a span, where the operator collects traces.
 * - `logCall`, `countUses`, `warnings`, `errorBoundary` work on the answer: a line in the log, counters of old names,
 *   notices beside the result, and an error answer for whatever was thrown.
 * - `maskSecrets` hides the values of secret environment variables in error answers, where the catalog declares some.
 * - `route` finds the tool by its name, an old name or a version; from here on `deadline` counts the time.
 * - `resolveSession` finds the session, `applyAlias` maps old arguments to current ones and loads the tool, `normalise`
 *   trims, settles spellings and fills in defaults, `validate` checks the schema, `confirm` asks before anything is destroyed.
 * - `builtins` answers the tools that every catalog has. A proxy tool starts again at the top with the call that it is given.
 * - `limit` bounds how many calls run at once, `hostMiddleware` opens the host and runs the middleware of its own.
 * - `executeCall` runs the handler, checks its result and truncates what is too large.
 */
export function createCallStages<Deps>(options: CallStagesOptions<Deps>): CallStages<Deps> {
  const { registry, mask, deadlineMs, maxCalls, maxWaiting, usage, observers, trace, overdue, dispatch } = options;
  const limited = limit<Deps>({ maxCalls, maxWaiting });
  const stages: readonly Stage<Deps>[] = [
    ...(trace === undefined ? [] : [traceCalls<Deps>(trace)]),
    { leave: logCall },
    ...(observers.length === 0 ? [] : [{ leave: observe(observers) }]),
    ...(usage === undefined ? [] : [countUses<Deps>(usage)]),
    { leave: warnings },
    ...(mask === undefined ? [] : [maskSecrets<Deps>(mask)]),
    { caught: errorBoundary },
    { enter: route },
    deadline(deadlineMs, overdue),
    { enter: resolveSession },
    { enter: applyAlias },
    { enter: normalise },
    { enter: validate },
    { enter: confirm },
    ...(registry.builtins === "off" ? [] : [builtins<Deps>(dispatch)]),
    limited,
    hostMiddleware(),
  ];
  return { run: createPipeline(stages, executeCall), load: limited.load };
}

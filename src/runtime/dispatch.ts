import { isJsonObject } from "../contract/json.ts";
import { base64Url } from "./base64-url.ts";
import { withBuiltins } from "./builtins/with-builtins.ts";
import type { CallState, Dispatch, ErrorForm, ToolCall } from "./call-state.ts";
import { compose } from "./compose.ts";
import type { KeptPart, ResultStore } from "./kept-results.ts";
import { createLazyHost } from "./lazy-host.ts";
import type { ListingOptions } from "./listing.ts";
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
import { normalise } from "./middleware/normalise.ts";
import { resolveSession } from "./middleware/resolve-session.ts";
import { route } from "./middleware/route.ts";
import { validate } from "./middleware/validate.ts";
import { warnings } from "./middleware/warnings.ts";
import { createPolicy, type Policy } from "./policy.ts";
import type { Entropy, Usage } from "./ports.ts";
import type { HostEnv, OpenHost, Registry } from "./registry.ts";
import { type ResourceSources, resultsUri } from "./resources.ts";

export interface DispatcherOptions<Deps> {
  readonly registry: Registry<Deps>;
  /** Called at the first call that needs the host. */
  readonly openHost: OpenHost<Deps>;
  readonly hostEnv: HostEnv;
  readonly entropy: Entropy;
  /** Default: everything may be called. */
  readonly policy?: Policy;
  /** What `tools/list` shows, so that hints name nothing else. Default: all built-in tools count as shown. */
  readonly listingOptions?: ListingOptions;
  /** Longest time for one call, whatever its tool's own is, in ms, at most `limits.deadlineMs`. Default: no limit. */
  readonly deadlineMs?: number;
  /** Calls that may run at once; others wait in line. Default: 64. */
  readonly maxCalls?: number;
  /** Calls that may wait; more are answered `OVERLOADED`. Default: 1,000. */
  readonly maxWaiting?: number;
  /** Default: results. */
  readonly errors?: ErrorForm;
  /** Longest result, in bytes as it is serialised; a longer one is cut. At least `limits.minResultBytes`. Default: no limit. */
  readonly maxResultBytes?: number;
  /** Where results wait that were cut, unless the host brings a store. Default: nowhere. */
  readonly results?: ResultStore;
  /** Gets to know what is used of all that is kept for old callers. Default: nobody does. */
  readonly usage?: Usage;
}

/** The road of a compiled catalog. */
export interface Dispatcher extends Dispatch {
  /** What else than calls the host behind the road is for. */
  readonly sources: ResourceSources;
  /** Resolves when no call is worked on any more that was answered at its deadline. */
  settled(): Promise<unknown>;
  /** Closes the host, if a call has opened it. Calls that come later fail. */
  close(): Promise<void>;
}

/**
 * The plan on the wall: every call walks these stations, from top to bottom and back. One file each in `middleware/`.
 * decode ─ route ─ deadline ─ gate ─ translate ─ normalise ─ validate ─ confirm ─ limit ─ the host's own ─ handler ─ check ─ wrap ─ encode
 */
export function createDispatcher<Deps>(options: DispatcherOptions<Deps>): Dispatcher {
  const { registry, hostEnv, entropy, policy = createPolicy({}), deadlineMs, errors = "result", usage } = options;
  const { maxCalls = 64, maxWaiting = 1_000, maxResultBytes } = options;
  const host = createLazyHost(options.openHost, hostEnv, entropy);
  const late = new Set<Promise<unknown>>();
  const dispatcher = compose<Deps>(
    [
      logCall,
      ...(usage === undefined ? [] : [countUses<Deps>(usage)]),
      warnings,
      errorBoundary,
      route,
      deadline<Deps>(deadlineMs, late),
      resolveSession,
      applyAlias,
      normalise,
      validate,
      confirm,
      builtins<Deps>((request) => dispatch(request)),
      limit<Deps>({ maxCalls, maxWaiting }),
      hostMiddleware<Deps>(),
    ],
    executeCall,
  );
  const resultStore = async () => (await host.get()).results ?? options.results;
  const keep = async (parts: readonly KeptPart[]) => {
    const id = base64Url(entropy.randomBytes(16));
    const isKept = await (await resultStore())?.put(id, parts);
    return isKept === true ? `${resultsUri}${id}` : undefined;
  };
  const dispatch: Dispatch = (request) => dispatcher(startOf(request, lasting));
  const lasting = {
    registry: withBuiltins(registry),
    policy,
    listingOptions: options.listingOptions,
    errors,
    host: host.get,
    sessions: host.sessions,
    clock: hostEnv.clock,
    log: hostEnv.log,
    newId: () => base64Url(entropy.randomBytes(9)),
    results: maxResultBytes === undefined ? undefined : { maxBytes: maxResultBytes, keep },
  };
  const sources: ResourceSources = {
    provider: async () => (await host.get()).resources,
    results: resultStore,
    keepsResults: options.results !== undefined,
  };
  return Object.assign(dispatch, { sources, settled: () => Promise.all(late), close: () => host.close() });
}

type Lasting<Deps> = Pick<
  CallState<Deps>,
  "registry" | "policy" | "listingOptions" | "errors" | "host" | "sessions" | "clock" | "log" | "newId" | "results"
>;

/**
 * All that a call will ever carry stands in it from the start: copying an object of a known shape, as stations do, costs
 * a tenth of adding to it. Arguments that are no object are refused by `translate`, once the tool is known.
 */
function startOf<Deps>(request: ToolCall, lasting: Lasting<Deps>): CallState<Deps> {
  return {
    request,
    registry: lasting.registry,
    host: lasting.host,
    sessions: lasting.sessions,
    policy: lasting.policy,
    listingOptions: lasting.listingOptions,
    errors: lasting.errors,
    newId: lasting.newId,
    clock: lasting.clock,
    log: lasting.log,
    results: lasting.results,
    notices: [],
    uses: [],
    arguments: isJsonObject(request.arguments) ? request.arguments : {},
    entry: undefined,
    alias: undefined,
    older: undefined,
    session: undefined,
    loaded: undefined,
    translated: undefined,
    normalised: undefined,
    deadline: undefined,
  };
}

import { secretMask } from "../contract/environment.ts";
import { givenMembers } from "../contract/given-members.ts";
import { isJsonObject } from "../contract/json.ts";
import { operatorMessageOf } from "../contract/operator-message.ts";
import { ownValue } from "../contract/own-property.ts";
import { createAutomaticSessions } from "./automatic-sessions.ts";
import { base64Url } from "./base64.ts";
import { withBuiltins } from "./builtins/with-builtins.ts";
import type { CallStages } from "./call-stages.ts";
import type { Audience, CallInProgress, Dispatch, DispatcherState, ErrorForm, ToolCall } from "./call-state.ts";
import { isHostUnavailable } from "./errors.ts";
import type { CallLoad, Figure } from "./figures.ts";
import { type KeptPart, type ResultStore, resultsUri } from "./kept-results.ts";
import { createLazyHost } from "./lazy-host.ts";
import type { ListingOptions } from "./listing.ts";
import { maskedLog } from "./masked-log.ts";
import type { CallObserver } from "./middleware/observe.ts";
import type { CallTracer } from "./middleware/trace-calls.ts";
import { createPolicy, type Policy } from "./policy.ts";
import type { Entropy, Usage } from "./ports.ts";
import type { AnyOpenHost, OutsideWorld, Registry } from "./registry.ts";
import type { ResourceSources } from "./resources.ts";
import { type CallerView, createCallerViews } from "./scopes.ts";
import { openSubscriptions } from "./subscriptions.ts";

export interface DispatcherOptions<Deps> {
  readonly registry: Registry<Deps>;
  /** Called by the first call that needs the host. */
  readonly openHost: AnyOpenHost<Deps>;
  readonly hostEnv: OutsideWorld;
  readonly entropy: Entropy;
  /** Default: everything may be called. */
  readonly policy?: Policy;
  /**
   * What `tools/list` shows, so that hints name nothing else. Default: unknown; every tool goes by its own name, and the
   * default profile decides whether sessions open by themselves.
   */
  readonly listingOptions?: ListingOptions;
  /** Longest time for one call of any tool, in ms, at most `limits.deadlineMs`. Default: no limit. */
  readonly deadlineMs?: number;
  /** Calls that may run at once; others wait in line. Default: 64. */
  readonly maxCalls?: number;
  /** Calls that may wait; further ones are answered `OVERLOADED`. Default: 1,000. */
  readonly maxWaiting?: number;
  /** Default: results. */
  readonly errors?: ErrorForm;
  /** Default: the caller. */
  readonly audience?: Audience;
  /** Longest serialised result in bytes, at least `limits.minResultBytes`; a longer one is truncated. Default: no limit. */
  readonly maxResultBytes?: number;
  /** Keeps whole the results that were truncated, unless the host has a store. Default: they are not kept. */
  readonly results?: ResultStore;
  /** Counts the use of what is kept for old callers. Default: not counted. */
  readonly usage?: Usage;
  /** See every call when it has ended. */
  readonly observers?: readonly CallObserver[];
  /** A span for each call. Default: none. */
  readonly trace?: CallTracer | undefined;
}

/** Dispatches the calls of a compiled catalog. */
export interface Dispatcher extends Dispatch {
  /** What resources need of the host and of the kept results. */
  readonly sources: ResourceSources;
  /** Opens the host, and asks it whether a call could be served now; rejects otherwise. */
  ready(): Promise<void>;
  /** Resolves when every handler has ended whose call was answered at its deadline. */
  settled(): Promise<unknown>;
  /** How many calls are under way. */
  load(): CallLoad;
  /** Loads what calls need, before the first one. */
  loadStages(): Promise<void>;
  /** What the host knows of itself; nothing while it is not open. */
  hostFigures(): Promise<readonly Figure[]>;
  /** Opens the host before the first call. @throws what `openHost` throws, or an error with the operator's sentence of HostUnavailable */
  openHost(): Promise<void>;
  /** Closes the host, if a call has opened it. Later calls fail. */
  close(): Promise<void>;
}

/** Its stages, which every call passes, are those of `createCallStages`. They are loaded by the first call, or by `loadStages`. */
export function createDispatcher<Deps>(options: DispatcherOptions<Deps>): Dispatcher {
  const { entropy, policy = createPolicy({}), listingOptions, deadlineMs, errors = "result", usage } = options;
  const { audience = "caller", observers = [], trace } = options;
  const { maxCalls = 64, maxWaiting = 1_000, maxResultBytes } = options;
  const registry = withBuiltins(options.registry);
  const { environment = [] } = options.registry;
  const mask = secretMask(environment, options.hostEnv.env);
  const { clock } = options.hostEnv;
  const log = mask === undefined ? options.hostEnv.log : maskedLog(options.hostEnv.log, mask);
  const { subscriptions: subscribes, listChanges } = options.registry;
  const subscriptions = openSubscriptions({
    ...givenMembers({ subscriptions: subscribes, listChanges }),
    provider: async () => (await host.get()).resources,
    onError: (error) => log.warn("a resource is still watched", { error: String(error) }),
  });
  const hostEnv = { ...options.hostEnv, log, changes: subscriptions.changes };
  const host = createLazyHost({ openHost: options.openHost, environment }, hostEnv, entropy);
  const overdue = new Set<Promise<unknown>>();
  const resultStore = async () => (await host.get()).results ?? options.results;
  const keep = async (parts: readonly KeptPart[]) => {
    const id = base64Url(entropy.randomBytes(16));
    const isKept = await (await resultStore())?.put(id, parts);
    return isKept === true ? `${resultsUri}${id}` : undefined;
  };
  const profile = ownValue(registry.profiles, listingOptions?.profile ?? registry.defaultProfile);
  const viewOf = createCallerViews({ registry, policy, listingOptions });
  const state: DispatcherState<Deps> = {
    registry,
    host: host.get,
    openedHost: host.opened,
    sessions: host.sessions,
    automaticSessions: profile?.openSession === undefined ? undefined : createAutomaticSessions(host.sessions),
    ...viewOf(undefined),
    errors,
    audience,
    newId: () => base64Url(entropy.randomBytes(9)),
    clock,
    log,
    mask,
    changes: subscriptions.changes,
    results: maxResultBytes === undefined ? undefined : { maxBytes: maxResultBytes, keep },
  };
  const isTimed = observers.length > 0 || state.log.isQuiet !== true;
  let stages: CallStages<Deps> | undefined;
  const loadStages = async () => {
    const { createCallStages } = await import("./call-stages.ts");
    stages ??= createCallStages({
      ...{ registry, mask, deadlineMs, maxCalls, maxWaiting, usage, observers, trace, overdue },
      dispatch: (request) => dispatch(request),
    });
  };
  const dispatch: Dispatch = (request) => {
    if (stages === undefined) return loadStages().then(() => dispatch(request));
    try {
      const answer = stages.run(initialState(request, state, viewOf(request.connection.identity), isTimed));
      return answer instanceof Promise ? answer : Promise.resolve(answer);
    } catch (error) {
      // Only what is outside of `errorBoundary` can throw: a log, a counter.
      return Promise.reject(error);
    }
  };
  const openHost = async () => {
    await host.get().catch((error: unknown) => {
      if (mask === undefined && !isHostUnavailable(error)) throw error;
      const text = error instanceof Error ? operatorMessageOf(error) : String(error);
      throw new Error(mask === undefined ? text : mask(text));
    });
  };
  const sources: ResourceSources = {
    provider: async () => (await host.get()).resources,
    results: resultStore,
    keepsResults: options.results !== undefined,
    events: async () => (await host.get()).events,
    ...((subscribes === true || listChanges === true) && { subscriptions }),
    ...offersOf(registry, state),
  };
  const ready = async () => (await host.get()).ready?.();
  const close = () => host.close();
  const hostFigures = async () => (await host.opened()?.figures?.()) ?? [];
  const settled = () => Promise.all(overdue);
  const load = () => stages?.load() ?? idle;
  return Object.assign(dispatch, { sources, ready, settled, load, loadStages, hostFigures, openHost, close });
}

const idle: CallLoad = { running: 0, waiting: 0 };

/** What the catalog offers beside its tools, made when a client asks for it. No session is known there. */
function offersOf<Deps>(
  { prompts, resources }: Registry<Deps>,
  { host, textFilter: filter, log }: Pick<DispatcherState<Deps>, "host" | "textFilter" | "log">,
): Pick<ResourceSources, "prompts" | "declared"> {
  const deps = async () => {
    const opened = await host();
    return opened.depsOf?.(undefined) ?? opened.deps;
  };
  return {
    ...(prompts && {
      prompts: async () => (await import("./prompts.ts")).createPrompts(await prompts(), { deps, filter, log }),
    }),
    ...(resources && {
      declared: async () =>
        (await import("./declared-resources.ts")).createDeclaredResources(await resources(), { deps, filter, log }),
    }),
  };
}

/**
 * All members that a call will ever have are there from the start, in one literal, and are filled in place: an object that
 * keeps its shape costs a tenth of one that is copied or added to. Arguments that are not an object are refused by
 * `applyAlias`, once the tool is known.
 */
function initialState<Deps>(
  request: ToolCall,
  state: DispatcherState<Deps>,
  view: CallerView,
  isTimed: boolean,
): CallInProgress<Deps> {
  return {
    request,
    registry: state.registry,
    host: state.host,
    openedHost: state.openedHost,
    sessions: state.sessions,
    automaticSessions: state.automaticSessions,
    policy: view.policy,
    names: view.names,
    textFilter: view.textFilter,
    errors: state.errors,
    audience: state.audience,
    newId: state.newId,
    clock: state.clock,
    log: state.log,
    mask: state.mask,
    changes: state.changes,
    results: state.results,
    startedAt: isTimed ? state.clock() : 0,
    notices: [],
    uses: [],
    arguments: isJsonObject(request.arguments) ? request.arguments : {},
    entry: undefined,
    alias: undefined,
    older: undefined,
    deadline: undefined,
    session: undefined,
    loaded: undefined,
    mapped: undefined,
    resultMapping: undefined,
    normalised: undefined,
    previews: undefined,
  };
}

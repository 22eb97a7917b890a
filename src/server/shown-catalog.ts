import type { JsonObject } from "../contract/json.ts";
import { operatorMessageOf } from "../contract/operator-message.ts";
import type { Dispatch } from "../runtime/call-state.ts";
import { isHostUnavailable } from "../runtime/errors.ts";
import { handleAdvice, instructionsOf } from "../runtime/guide.ts";
import { type ListingOptions, listTools } from "../runtime/listing.ts";
import { createPolicy, type Policy } from "../runtime/policy.ts";
import type { Log } from "../runtime/ports.ts";
import type { Registry } from "../runtime/registry.ts";
import type { ResourceSources } from "../runtime/resources.ts";
import type { CacheScope } from "./plain-answers.ts";
import { randomId } from "./random-id.ts";
import type { Offer, ServedResources } from "./resources.ts";
import { loggedPrefix } from "./server-facts.ts";
import { type TaskSupports, taskSupports } from "./tasks/support.ts";

/** What serving needs over any transport. */
export interface ServeOptions<Deps> {
  readonly registry: Registry<Deps>;
  readonly dispatch: Dispatch;
  /** Closes what the calls used; called once, after the last one. */
  readonly close: () => Promise<void>;
  /** Resolves when no handler runs any more, including those whose call is answered already. Default: at once. */
  readonly settled?: () => Promise<unknown>;
  readonly log: Log;
  /** What `tools/list` shows. Default: the registry's default profile, unchanged. */
  readonly listingOptions?: ListingOptions;
  /** The policy of the dispatcher. Default: everything may be called. */
  readonly policy?: Policy;
  /** What resources need of the dispatcher. Default: only the catalog's own resources are served. */
  readonly sources?: ResourceSources;
  /** How long running calls may go on after the end, in milliseconds. Default: 5,000. */
  readonly shutdownMs?: number;
  /** Signs what clients bring back with their replies; several processes that serve the same clients share one. Default: one of its own. */
  readonly stateKey?: Uint8Array | undefined;
  /** Whether plain requests are answered without the SDK, which changes no answer. Default: on. */
  readonly fastPath?: "on" | "off";
}

/** What every client of a server is shown, fixed when it starts. */
export interface ShownCatalog {
  readonly tools: readonly JsonObject[];
  /** Whether a cache may show it to other callers. */
  readonly cacheScope: CacheScope;
  /** Sent to the client's model when it connects. */
  readonly instructions: string;
  /** The same for clients that are remembered by nothing, of 2026-07-28 and later over HTTP; made there alone. */
  readonly instructionsAlone: () => string;
  /** Absent: none of its tools may be a task. */
  readonly supports: TaskSupports | undefined;
  /** Made when the SDK is needed, which alone serves them. */
  readonly served: () => Promise<ServedResources>;
}

/** @throws when the catalog has no such profile, or its list can't be loaded */
export async function showCatalog<Deps>(options: ServeOptions<Deps>): Promise<ShownCatalog> {
  const { registry, log, sources = noSources } = options;
  const { listingOptions = { profile: registry.defaultProfile }, policy = createPolicy({}) } = options;
  const tools = await listTools(registry, listingOptions, policy);
  const shown = { listingOptions, policy };
  const instructions = instructionsOf(registry, shown);
  return {
    tools,
    cacheScope: registry.auth === undefined ? "public" : "private",
    instructions,
    instructionsAlone: () => [instructions, handleAdvice(registry, shown)].filter((text) => text !== "").join("\n"),
    supports: taskSupports(registry, policy),
    async served() {
      const { createResources } = await import("../runtime/resources.ts");
      const { prompts } = sources;
      let opening: ReturnType<NonNullable<typeof prompts>> | undefined;
      return {
        resources: createResources(registry, shown, sources),
        ...(prompts && {
          prompts: () => {
            opening ??= prompts();
            return opening;
          },
        }),
        failed: (error, what) => failed(error, { what, log }),
      };
    },
  };
}

const noSources: ResourceSources = {
  provider: async () => undefined,
  results: async () => undefined,
  keepsResults: false,
};

/** As for calls: an unavailable host is reported in its own sentence, any other error is logged under an id. */
function failed(error: unknown, { what, log }: { readonly what: Offer; readonly log: Log }): string {
  if (isHostUnavailable(error)) {
    log.warn("the host is unavailable", { reason: operatorMessageOf(error) });
    return `${loggedPrefix}${error.message}`;
  }
  const id = randomId(9);
  log.error(`a ${what} failed`, {
    id,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return `${loggedPrefix}the log of the server has details under the id ${id}`;
}

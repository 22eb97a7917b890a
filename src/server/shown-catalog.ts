import type { JsonObject } from "../contract/json.ts";
import { isHostUnavailable } from "../runtime/errors.ts";
import { instructionsOf } from "../runtime/guide.ts";
import { type ListingOptions, listTools } from "../runtime/listing.ts";
import { createPolicy, type Policy } from "../runtime/policy.ts";
import type { Log } from "../runtime/ports.ts";
import type { Registry } from "../runtime/registry.ts";
import { createResources, type ResourceSources } from "../runtime/resources.ts";
import { nodeEntropy } from "./node-entropy.ts";
import { loggedPrefix } from "./normalize-errors.ts";
import type { ServedResources } from "./resources.ts";

export interface ShowCatalogOptions<Deps> {
  readonly registry: Registry<Deps>;
  readonly listingOptions: ListingOptions | undefined;
  readonly policy: Policy | undefined;
  /** Of the dispatcher. Absent: only the catalog's own resources are served. */
  readonly sources: ResourceSources | undefined;
  readonly log: Log;
}

/** What every client of a server is shown, fixed when it starts. */
export interface ShownCatalog {
  readonly tools: readonly JsonObject[];
  readonly instructions: string;
  readonly served: ServedResources;
}

/** @throws when the catalog has no such profile, or its list can't be loaded */
export async function showCatalog<Deps>(options: ShowCatalogOptions<Deps>): Promise<ShownCatalog> {
  const { registry, log, sources = noSources } = options;
  const { listingOptions = { profile: registry.defaultProfile }, policy = createPolicy({}) } = options;
  const tools = await listTools(registry, listingOptions, policy);
  const shown = { listingOptions, policy };
  return {
    tools,
    instructions: instructionsOf(registry, shown),
    served: { resources: createResources(registry, shown, sources), failed: (error) => failed(error, log) },
  };
}

const noSources: ResourceSources = {
  provider: async () => undefined,
  results: async () => undefined,
  keepsResults: false,
};

/** As for calls: an unavailable host is reported in its own sentence, any other error is logged under an id. */
function failed(error: unknown, log: Log): string {
  if (isHostUnavailable(error)) return `${loggedPrefix}${error.message}`;
  const id = Buffer.from(nodeEntropy.randomBytes(9)).toString("base64url");
  log.error("a resource failed", {
    id,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return `${loggedPrefix}the log of the server has details under the id ${id}`;
}

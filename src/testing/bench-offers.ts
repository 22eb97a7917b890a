import type { ResourceContents } from "../runtime/content.ts";
import type { OfferRequest } from "../runtime/offers.ts";
import { createPolicy } from "../runtime/policy.ts";
import type { GivenPrompt } from "../runtime/prompts.ts";
import type { Registry } from "../runtime/registry.ts";
import { createResources, type ResourceSources } from "../runtime/resources.ts";
import type { CallOptions } from "./bench.ts";

export type { GivenPrompt } from "../runtime/prompts.ts";

/** What a user types: for an argument of a prompt, or a variable of a template. */
export interface Completed {
  readonly prompt?: string;
  readonly uriTemplate?: string;
  /** Name of the argument or variable. */
  readonly name: string;
  /** Default: nothing yet. */
  readonly typed?: string;
  /** What is filled in already. */
  readonly given?: Readonly<Record<string, string>>;
}

/** Who asks, and what cancels it. */
export type OfferOptions = Pick<CallOptions, "caller" | "signal">;

/** Prompts and resources, as a client would ask for them. */
export function benchOffers<Deps>(
  registry: Registry<Deps>,
  sources: ResourceSources,
  callOf: (options: OfferOptions) => OfferRequest,
) {
  const shown = { listingOptions: { profile: registry.defaultProfile }, policy: createPolicy({}) };
  const resources = createResources(registry, shown, sources);
  return {
    async prompt(
      name: string,
      args: Readonly<Record<string, string>> = {},
      options: OfferOptions = {},
    ): Promise<GivenPrompt> {
      const prompts = await sources.prompts?.();
      if (prompts === undefined) throw new Error("the catalog has no prompts");
      return prompts.get(name, args, callOf(options));
    },
    async read(uri: string, options: OfferOptions = {}): Promise<readonly ResourceContents[] | undefined> {
      const found = await resources.read(uri, callOf(options));
      return found.kind === "found" ? found.contents : undefined;
    },
    async complete(
      { prompt, uriTemplate, name, typed: value = "", given = {} }: Completed,
      options: OfferOptions = {},
    ) {
      const typed = { value, given, ...callOf(options) };
      if (prompt !== undefined) return (await sources.prompts?.())?.complete(prompt, name, typed);
      return resources.complete(uriTemplate ?? "", name, typed);
    },
  };
}

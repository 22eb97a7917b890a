import type { ResourceContents } from "../runtime/content.ts";
import { createPolicy } from "../runtime/policy.ts";
import type { GivenPrompt } from "../runtime/prompts.ts";
import type { Registry } from "../runtime/registry.ts";
import { createResources, type ResourceSources } from "../runtime/resources.ts";

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

/** Prompts and resources, as a client would ask for them. */
export function benchOffers<Deps>(registry: Registry<Deps>, sources: ResourceSources) {
  const shown = { listingOptions: { profile: registry.defaultProfile }, policy: createPolicy({}) };
  const resources = createResources(registry, shown, sources);
  const { signal } = new AbortController();
  return {
    async prompt(name: string, args: Readonly<Record<string, string>> = {}): Promise<GivenPrompt> {
      const prompts = await sources.prompts?.();
      if (prompts === undefined) throw new Error("the catalog has no prompts");
      return prompts.get(name, args, signal);
    },
    async read(uri: string): Promise<readonly ResourceContents[] | undefined> {
      const found = await resources.read(uri, signal);
      return found.kind === "found" ? found.contents : undefined;
    },
    async complete({ prompt, uriTemplate, name, typed: value = "", given = {} }: Completed) {
      const typed = { value, given, signal };
      if (prompt !== undefined) return (await sources.prompts?.())?.complete(prompt, name, typed);
      return resources.complete(uriTemplate ?? "", name, typed);
    },
  };
}

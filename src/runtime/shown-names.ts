import { type CallerNames, createCallerNames } from "./caller-names.ts";
import { createTextFilter } from "./denied-names.ts";
import type { ListingOptions } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";

/** What a server shows, fixed when it starts. */
export interface Shown {
  readonly listingOptions: ListingOptions;
  readonly policy: Policy;
}

/** Names as the model behind this server knows them, and texts with these names. */
export interface ShownNames extends CallerNames {
  /** A text of the catalog with these names, without the sentences that name any other tool. */
  readonly text: (text: string) => string;
}

/**
 * A model calls what is listed: where a profile lists old names, it knows only those. What is not listed can be called through
 * the proxy tools, where they are listed.
 */
export function shownNames<Deps>(registry: Registry<Deps>, { listingOptions, policy }: Shown): ShownNames {
  const names = createCallerNames({ registry, policy, listingOptions });
  const { nameOf, isClosed } = names;
  // Otherwise clients that know a tool can call it though it is not listed.
  const nameable: Policy = isClosed
    ? { permits: (tool, alias) => policy.permits(tool, alias) && (alias !== undefined || nameOf(tool) !== undefined) }
    : policy;
  const filter = createTextFilter(registry, nameable);
  // Sentences are kept or dropped whole: half of one can have another meaning.
  const text = (whole: string) => {
    const sentences = whole.split(/(?<=[.!?])(?=\s)/);
    const kept = sentences.filter((sentence) => filter.text(sentence) === sentence);
    return kept.length === sentences.length ? whole : kept.join("").trim();
  };
  return { ...names, text: (whole) => names.renamed(text(whole)) };
}

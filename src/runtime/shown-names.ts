import { type CallerNames, createCallerNames } from "./caller-names.ts";
import { createTextFilter } from "./denied-names.ts";
import type { ListingOptions } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";

/** What a server shows, settled when it starts. */
export interface Shown {
  readonly listingOptions: ListingOptions;
  readonly policy: Policy;
}

/** Names as the model of this server knows them, and texts in these names. */
export interface ShownNames extends CallerNames {
  /** A text of the catalog that names tools so, without the sentences that name any other. */
  readonly text: (text: string) => string;
}

/**
 * A model calls what is listed: where a profile lists old names, only those mean anything to it. What is not listed can be
 * called through the doors, where they are listed.
 */
export function shownNames<Deps>(registry: Registry<Deps>, { listingOptions, policy }: Shown): ShownNames {
  const names = createCallerNames({ registry, policy, listingOptions });
  const { nameOf, isClosed, listsOldNames } = names;
  // Elsewhere what is not listed can still be called, by clients that know it.
  const reported: Policy = isClosed
    ? { permits: (tool, alias) => policy.permits(tool, alias) && (alias !== undefined || nameOf(tool) !== undefined) }
    : policy;
  const filter = createTextFilter(registry, reported);
  // Half a sentence says something else than the whole did.
  const text = (whole: string) =>
    whole
      .split(/(?<=[.!?])(?=\s)/)
      .filter((sentence) => filter.text(sentence) === sentence)
      .join("")
      .trim();
  const rename = (whole: string) =>
    whole.replaceAll(/\w+/g, (word) =>
      word.includes("_") && Object.hasOwn(registry.tools, word) ? (nameOf(word) ?? word) : word,
    );
  return { ...names, text: listsOldNames ? (whole) => rename(text(whole)) : text };
}

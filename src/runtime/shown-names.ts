import { once } from "../contract/once.ts";
import { type CallerNames, createCallerNames } from "./caller-names.ts";
import { createTextFilter } from "./denied-names.ts";
import type { ListingOptions } from "./listing.ts";
import type { Policy } from "./policy.ts";
import type { Registry } from "./registry.ts";
import { neededOpener } from "./session-opener.ts";

/** What a server shows, fixed when it starts. */
export interface Shown {
  readonly listingOptions: ListingOptions;
  readonly policy: Policy;
}

/** Names as the model behind this server knows them, and texts with these names. */
export interface ShownNames extends CallerNames {
  /** A text of the catalog with these names, without the sentences that name any other tool. */
  readonly text: (text: string) => string;
  /** The same, without the sentences that name a tool which can't be called from the list: what a model reads first. */
  readonly listedText: (text: string) => string;
  /** The tool that opens sessions, where they open by themselves: no model has to be asked to call it. */
  readonly unneededOpener: string | undefined;
}

/**
 * A model calls what is listed: where a profile lists old names, it knows only those. What is not listed can be called through
 * the proxy tools, where they are listed.
 */
export function shownNames<Deps>(registry: Registry<Deps>, { listingOptions, policy }: Shown): ShownNames {
  const names = createCallerNames({ registry, policy, listingOptions });
  const { nameOf, isClosed } = names;
  const unneededOpener =
    neededOpener(registry, listingOptions.profile) === undefined ? registry.opensSession : undefined;
  const isShown = (tool: string, alias?: string) =>
    policy.permits(tool, alias) && (alias !== undefined || nameOf(tool) !== undefined);
  // Otherwise clients that know a tool can call it though it is not listed.
  const nameable: Policy = isClosed ? { permits: isShown } : policy;
  const needed: Policy = { permits: (tool, alias) => isShown(tool, alias) && tool !== unneededOpener };
  const textFor = (permitted: Policy) => {
    const filter = once(() => createTextFilter(registry, permitted));
    return (whole: string) => names.renamed(wholeSentences(whole, filter().text));
  };
  return { ...names, text: textFor(nameable), listedText: textFor(needed), unneededOpener };
}

/** Sentences are kept or dropped whole: half of one can have another meaning. */
function wholeSentences(text: string, filtered: (text: string) => string): string {
  const sentences = text.split(/(?<=[.!?])(?=\s)/);
  const kept = sentences.filter((sentence) => filtered(sentence) === sentence);
  return kept.length === sentences.length ? text : kept.join("").trim();
}

import type { DiffEvent } from "../event.ts";
import type { RuleContext } from "../rule.ts";
import type { Facet, Kept } from "./facet.ts";
import { keywordFacets } from "./keywords.ts";
import { kindFacets } from "./kinds.ts";
import { limitFacets } from "./limits.ts";
import { memberFacets } from "./members.ts";
import { partFacets } from "./parts.ts";

/** Everything that is compared between two types at one place. */
export const facets: readonly Facet[] = [
  ...kindFacets,
  ...memberFacets,
  ...limitFacets,
  ...keywordFacets,
  ...partFacets,
];

/** What differs between two types, one event for each cause. */
export function facetEvents(kept: Kept, context: RuleContext): readonly DiffEvent[] {
  const { at, base, head } = kept;
  const events: DiffEvent[] = [];
  for (const facet of facets) {
    const found = facet.compare(kept, context);
    // Nearly always: no list is made of it.
    if (found === undefined) continue;
    for (const change of [found].flat()) {
      const direction = facet.formers[change.former];
      if (direction === undefined) throw new Error(`invariant: '${facet.name}' has no '${change.former}'`);
      events.push({ kind: "facet-changed", at, base, head, facet, change, direction });
    }
  }
  return events;
}

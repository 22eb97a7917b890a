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
  return facets.flatMap((facet) =>
    [facet.compare(kept, context) ?? []].flat().map((change): DiffEvent => {
      const direction = facet.formers[change.former];
      if (direction === undefined) throw new Error(`invariant: '${facet.name}' has no '${change.former}'`);
      const { at, base, head } = kept;
      return { kind: "facet-changed", at, base, head, facet, change, direction };
    }),
  );
}

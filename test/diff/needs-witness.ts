import type { Change } from "../../src/compiler/diff/change.ts";
import { facets } from "../../src/compiler/diff/facets/facets.ts";
import { rules } from "../../src/compiler/diff/rules.ts";

/** Every break has a witness, but for those of meaning: the same values are valid. */
export function needsWitness({ id, facet, severity }: Change): boolean {
  const isOfMeaning =
    rules.find((rule) => rule.id === id)?.proof === "none" ||
    facets.find(({ name }) => name === facet)?.proof === "none";
  return severity === "ERR" && !isOfMeaning;
}

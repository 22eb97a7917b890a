import type { Change } from "../../src/compiler/diff/change.ts";
import { ruleName } from "../../src/compiler/diff/former-rules.ts";
import { rules } from "../../src/compiler/diff/rules.ts";
import { alsoAnsweredBy, answeredByThemselves, unanswered } from "./waivers.ts";

interface Waivers {
  readonly unanswered?: typeof unanswered;
  readonly alsoAnsweredBy?: typeof alsoAnsweredBy;
}

/** A break is answered by a partner of its rule, about the same facet, when the sides change places; if not, that is the problem. */
export function unansweredBreaks(
  change: Change,
  answers: readonly Change[],
  waivers: Waivers = { unanswered, alsoAnsweredBy },
): readonly string[] {
  const { id, facet, severity } = change;
  const mirrors = [
    rules.find((rule) => rule.id === id)?.mirror ?? [],
    waivers.alsoAnsweredBy?.[id]?.by ?? [],
    ...(facet !== undefined && answeredByThemselves.has(facet) ? [id] : []),
  ].flat();
  // Other spellings of values are accepted, and never published: nothing is reported when one is added.
  const isWaived = waivers.unanswered?.[id] !== undefined || facet === "enum-alias";
  if (severity !== "ERR" || mirrors.length === 0 || isWaived) return [];
  const given = new Set(answers.map(ruleName));
  return mirrors.some((mirror) => given.has(ruleName({ ...change, id: mirror })))
    ? []
    : [`${ruleName(change)}: no mirror answers`];
}

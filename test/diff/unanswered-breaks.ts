import type { Change } from "../../src/compiler/diff/change.ts";
import { rules } from "../../src/compiler/diff/rules.ts";
import { alsoAnsweredBy, answeredAs, unanswered } from "./waivers.ts";

interface Waivers {
  readonly unanswered?: typeof unanswered;
  readonly alsoAnsweredBy?: typeof alsoAnsweredBy;
}

/** A break is answered by a partner of its rule when the sides change places; if not, that is the problem. */
export function unansweredBreaks(
  { id, severity }: Change,
  answers: readonly Change[],
  waivers: Waivers = { unanswered, alsoAnsweredBy },
): readonly string[] {
  const mirrors = [rules.find((rule) => rule.id === id)?.mirror ?? [], waivers.alsoAnsweredBy?.[id]?.by ?? []].flat();
  if (severity !== "ERR" || mirrors.length === 0 || waivers.unanswered?.[id] !== undefined) return [];
  const given = new Set(answers.map((answer) => answeredAs(answer.id)));
  return mirrors.some((mirror) => given.has(answeredAs(mirror))) ? [] : [`${id}: no mirror answers`];
}

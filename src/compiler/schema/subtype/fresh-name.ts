import type { Json } from "../../../contract/json.ts";
import { bareDocument } from "./checked-document.ts";
import type { Constraints, SomeProperty } from "./constraints.ts";
import { type Answer, type Goal, literal, type Search } from "./goal.ts";
import { inhabit } from "./inhabit.ts";

/**
 * Names that no schema mentions, one for each way in which the patterns of properties may match: names that match the
 * same patterns are judged alike.
 * @returns for each way a name, `none`, or why it is not known
 */
export function freshNames(
  all: Constraints,
  some: SomeProperty,
  known: readonly string[],
  search: Search,
): readonly Answer[] {
  const patterns = [...new Set(all.shapes.flatMap(({ patterns }) => patterns.map(([pattern]) => pattern)))];
  const fixed = { yes: some.matching, no: some.notMatching };
  const open = patterns.filter((pattern) => !fixed.yes.includes(pattern) && !fixed.no.includes(pattern));
  if (open.length > maxPatterns) return [{ kind: "unknown", reason: "too many patterns of names to compare" }];
  const says = (raw: object, sign: boolean) => literal(raw, sign, bareDocument, search);
  const base: Goal = [...all.names, ...some.name, says({ type: "string" }, true)];
  return Array.from({ length: 2 ** open.length }, (_, bits) => {
    const matching = [...fixed.yes, ...open.filter((_, index) => (bits & (1 << index)) !== 0)];
    const notMatching = [...fixed.no, ...open.filter((_, index) => (bits & (1 << index)) === 0)];
    const goal: Goal = [
      ...base,
      ...matching.map((pattern) => says({ pattern }, true)),
      ...notMatching.map((pattern) => says({ pattern }, false)),
      ...(known.length === 0 ? [] : [says({ enum: known }, false)]),
    ];
    search.level++;
    try {
      return inhabit(goal, search, preferred(known));
    } finally {
      search.level--;
    }
  });
}

const maxPatterns = 5;

function preferred(known: readonly string[]): readonly Json[] {
  return ["other", "other_", "more", "extra"].filter((name) => !known.includes(name));
}

import { comparable } from "../../contract/comparable-text.ts";

/** What a recall of Ramorie looked for: any word, or with commas every phrase. */
export interface OldTerms {
  readonly mode: "AND" | "OR";
  readonly terms: readonly string[];
}

export function oldTerms(term: string): OldTerms {
  const phrases = partsOf(term.split(","));
  return phrases.length > 1 ? { mode: "AND", terms: phrases } : { mode: "OR", terms: partsOf(term.split(/\s+/u)) };
}

function partsOf(parts: readonly string[]): readonly string[] {
  return parts.map((part) => comparable(part).trim()).filter((part) => part !== "");
}

const points = { otherwise: 10, found: 20, alone: 10, heading: 15, repeated: 5, maxRepeated: 25, linked: 5 };

/**
 * The points that the old recall gave to a memory: for each term that stands in the content, more where it stands between
 * blanks, after a heading's mark or several times; a few for a linked task. Today's words are found in any inflection, with typing
 * errors and in titles: what is found only so stands behind.
 */
export function oldScore(content: string, { terms }: OldTerms, isLinked: boolean): number {
  const text = comparable(content);
  const ofTerms = terms.map((term) => {
    const found = text.split(term).length - 1;
    if (found === 0) return 0;
    const isAlone = ` ${text.replaceAll(/\s/gu, " ")} `.includes(` ${term} `);
    const isHeading = text.includes(`## ${term}`);
    return (
      points.found +
      (isAlone ? points.alone : 0) +
      (isHeading ? points.heading : 0) +
      (found > 1 ? Math.min(points.repeated * found, points.maxRepeated) : 0)
    );
  });
  const sum = ofTerms.reduce<number>((all, one) => all + one, 0);
  return (sum === 0 ? points.otherwise : sum) + (isLinked ? points.linked : 0);
}

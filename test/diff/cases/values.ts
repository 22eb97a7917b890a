import { sameJson } from "../../../src/contract/alias.ts";
import { valueRules } from "../value-rules.ts";
import { kept, type Pair, param, text } from "./build.ts";
import { examplePair } from "./examples.ts";

export const valuesCases: { readonly [rule: string]: Pair } = {
  ...ownExamples("bad"),

  // Once it is trimmed a required text may not be blank; that shows in the published pattern and nowhere else.
  "otherwise-incompatible": param({ type: kept, required: true }, { required: true }),
  // A look-ahead is not a regular language, so it is not known whether it lets a blank text through.
  "undecidable-change": param(
    { type: { ...kept, pattern: "^(?=a)" }, required: true },
    { type: { ...text, pattern: "^(?=a)" }, required: true },
  ),
};

export const valuesSilentCases: { readonly [rule: string]: Pair } = ownExamples("good");

/** What a rule explains itself with is its case as well. */
function ownExamples(key: "bad" | "good"): { readonly [rule: string]: Pair } {
  return Object.fromEntries(
    valueRules.flatMap((rule) => {
      const pair = examplePair(rule, key);
      return pair === undefined || sameJson(...pair) ? [] : [[rule.id, pair]];
    }),
  );
}

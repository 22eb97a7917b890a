import type { Code } from "../../../diagnostics/codes.ts";
import type { Category } from "../change.ts";

/** A finding of the linter that others than the author notice when a change introduces it. */
export interface Introduced {
  readonly categories: readonly Category[];
  /** It is a warning, whatever the linter calls it. */
  readonly isWarning?: true;
  /** A client refuses the tool, or every request with it: only where the linter calls it an error. */
  readonly isRefusal?: true;
  /** The first number in its message is the amount: only more than before is new. */
  readonly isAmount?: true;
  /** What one call does wrong is one thing to fix. */
  readonly isOfCall?: true;
  /** The rule that reported it once: files of accepted findings hold its name. */
  readonly former: string;
}

export const refused: Introduced = { categories: ["CATALOG"], isRefusal: true, former: "portability-lost" };
const badExample: Introduced = { categories: ["PROMPT"], isOfCall: true, former: "example-invalid" };
const contradiction: Introduced = { categories: ["POLICY"], former: "annotation-contradiction" };
const tooLong: Introduced = { categories: ["PROMPT"], isWarning: true, former: "description-over-client-limit" };
const overBudget: Introduced = { categories: ["PROMPT"], former: "token-budget-exceeded" };

export const introducedCodes: { readonly [C in Code]?: Introduced } = {
  "name-collision-folded": { categories: ["CALL"], former: "tool-name-sanitised-collision" },
  "name-too-long": { categories: ["CATALOG"], former: "tool-name-over-client-limit" },
  "x-mcp-header-invalid": { categories: ["CALL"], isRefusal: true, former: "x-mcp-header-invalid" },
  "effects-contradiction": contradiction,
  "annotation-contradiction": contradiction,
  "description-hidden-unicode": { categories: ["POLICY"], former: "description-gains-hidden-unicode" },
  "description-instruction-to-model": {
    categories: ["POLICY", "PROMPT"],
    isWarning: true,
    former: "description-gains-model-directed-instruction",
  },
  "description-length": tooLong,
  "description-too-long": tooLong,
  "description-overlap": { categories: ["PROMPT"], isWarning: true, former: "near-duplicate-introduced" },
  "schema-example-valid": { ...badExample, isRefusal: true },
  "unknown-argument": badExample,
  "invalid-argument": badExample,
  "example-accepted": badExample,
  "example-result-invalid": badExample,
  "profile-tool-count": {
    categories: ["CATALOG"],
    isWarning: true,
    isAmount: true,
    former: "tool-count-crossed-client-limit",
  },
  "profile-token-budget": overBudget,
  "tool-token-budget": overBudget,
  "name-charset": refused,
  "name-start": refused,
  "param-key-charset": refused,
  "schema-properties-present": refused,
  "schema-root-combinator": refused,
  "schema-array-items": refused,
  "schema-required-unknown": refused,
  "schema-remote-ref": refused,
  "schema-ref-missing": refused,
  "schema-tuple-draft07": refused,
  "schema-recursion": refused,
  "schema-enum-types": refused,
  "schema-enum-size": refused,
  "schema-format-portable": refused,
  "schema-union-untyped-branch": refused,
  "schema-size": refused,
};

/** Refusals by most clients. */
export const refusedByMost: ReadonlySet<Code> = new Set<Code>([
  "name-charset",
  "param-key-charset",
  "schema-root-combinator",
  "schema-remote-ref",
  "schema-ref-missing",
]);

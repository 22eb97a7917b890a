import { type DiffRule, rule } from "../rule.ts";

/** What a field means and how it is handled, whatever its values are: for params and result fields alike. */
export const fieldFactRules: readonly DiffRule[] = [
  rule("unit-or-meaning-tag-changed", "field-kept", "ERR", ["CALL", "RESULT"], {
    mirror: "unit-or-meaning-tag-changed",
    // The same numbers are valid, so no instance distinguishes the two.
    proof: "none",
    message: ({ base, head }) =>
      base.unit === head.unit
        ? undefined
        : `'${head.name}' is in ${head.unit ?? "no unit"} instead of ${base.unit ?? "none"}`,
    help: ({ base, head }) =>
      `keep '${head.name}' in ${base.unit ?? "no unit"}, and give what is in ${head.unit ?? "no unit"} a name of its own`,
    explain: {
      why: "The same number means something else, and nothing fails.",
      bad: "value: {type: integer, unit: s}   # was {type: integer, unit: ms}",
      good: "value: {type: integer, unit: ms, min: 0}   # was {type: integer, unit: ms}",
    },
  }),
  rule("sensitive-flag-added", "field-kept", "INFO", ["POLICY"], {
    mirror: "sensitive-flag-removed",
    message: ({ base, head }) =>
      !base.sensitive && head.sensitive ? `'${head.name}' is kept out of logs now` : undefined,
    explain: {
      why: "Less is written down.",
      bad: "value: {type: string, sensitive: true}   # was {type: string}",
      good: "value: {type: string, sensitive: true}   # unchanged",
    },
  }),
  rule("sensitive-flag-removed", "field-kept", "WARN", ["POLICY"], {
    mirror: "sensitive-flag-added",
    message: ({ base, head }) =>
      base.sensitive && !head.sensitive ? `'${head.name}' may appear in logs now` : undefined,
    help: ({ head }) => `keep sensitive: true on '${head.name}', unless it was never a secret`,
    explain: {
      why: "What was a secret is written down.",
      bad: "value: {type: string}   # was {type: string, sensitive: true}",
      good: "value: {type: string, sensitive: true}   # was {type: string}",
    },
  }),
];

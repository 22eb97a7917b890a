import { type DiffRule, rule } from "../rule.ts";

/**
 * What no other rule looks at. They run last, about params and result fields whose schemas are not proved
 * compatible though no rule reported it: nothing that breaks goes by unreported.
 */
export const leftoverRules: readonly DiffRule[] = [
  rule("undecidable-change", "field-kept", "WARN", ["CALL", "RESULT"], {
    message: () => undefined,
    explain: {
      why: "It changed, and whether that breaks callers can't be decided. It is never called safe.",
      bad: 'title: {type: string, required: true, pattern: "^(?=a)"}   # was {type: string, required: true, trim: false, pattern: "^(?=a)"}',
      good: 'title: {type: string, pattern: "^a+$"}   # was {type: string, pattern: "^a$"}: that is proved',
    },
  }),
  rule("otherwise-incompatible", "field-kept", "ERR", ["CALL", "RESULT"], {
    message: () => undefined,
    explain: {
      why: "No rule has a name for the change, but there are arguments, or a result, that show the break.",
      bad: "title: {type: string, required: true}   # was {type: string, required: true, trim: false}: a blank one is refused now",
      good: "title: {type: string, required: true, max_length: 80}   # was {type: string, required: true}: max-length-set has a name",
    },
  }),
];

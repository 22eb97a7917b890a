import { hasNoResult } from "../compared.ts";
import { isForeign } from "../repairs.ts";
import { type DiffRule, rule } from "../rule.ts";
import { effectRules } from "./effects.ts";

/** Rules about tools as a whole: what they may do, what they need, whether they say what they answer. */
export const toolRules: readonly DiffRule[] = [
  ...effectRules,
  rule("output-schema-removed", "tool-kept", "ERR", ["RESULT"], {
    reads: ["result", "contentOnly"],
    mirror: "output-schema-added",
    message: ({ base, head }) =>
      !hasNoResult(base) && hasNoResult(head) ? `'${head.name}' no longer says what its result holds` : undefined,
    help: ({ head }) =>
      isForeign({ head })
        ? "keep the outputSchema, as far as it still holds"
        : "keep declaring the fields that are still there; more may come with `open: true`",
    explain: {
      why: "Readers relied on the declared fields; nothing is promised any more.",
      bad: "result: {type: object, fields: {}, open: true}   # was {type: object, fields: {id: {type: string}}}",
      good: "result: {type: object, fields: {id: {type: string}}, open: true}   # was {type: object, fields: {id: {type: string}}}",
    },
  }),
  rule("output-schema-added", "tool-kept", "INFO", ["RESULT"], {
    reads: ["result", "contentOnly"],
    mirror: "output-schema-removed",
    message: ({ base, head }) =>
      hasNoResult(base) && !hasNoResult(head) ? `'${head.name}' now says what its result holds` : undefined,
    explain: {
      why: "The server has to keep to it from now on.",
      bad: "result: {type: object, fields: {id: {type: string}}}   # was {type: object, fields: {}, open: true}",
      good: "result: {type: object, fields: {id: {type: string}, size: {type: integer}}, open: true}   # was {type: object, fields: {id: {type: string}}, open: true}",
    },
  }),
];

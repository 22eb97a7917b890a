import { saysNothing } from "../compared.ts";
import type { DiffRule } from "../rule.ts";
import { effectRules } from "./effects.ts";
import { isForeign } from "../repairs.ts";

/** Rules about tools as a whole: what they may do, what they need, whether they say what they answer. */
export const toolRules: readonly DiffRule[] = [
  ...effectRules,
  {
    id: "output-schema-removed",
    on: "tool-kept",
    severity: "ERR",
    categories: ["RESULT"],
    mirror: "output-schema-added",
    message: ({ base, head }) =>
      !saysNothing(base) && saysNothing(head) ? `'${head.name}' no longer says what its result holds` : undefined,
    help: ({ head }) =>
      isForeign({ head })
        ? "keep the outputSchema, as far as it still holds"
        : "keep declaring the fields that are still there; more may come with `open: true`",
    explain: {
      why: "Readers relied on the declared fields; nothing is promised any more.",
      bad: "result: {type: object, fields: {}, open: true}   # was {type: object, fields: {id: {type: string}}}",
      good: "result: {type: object, fields: {id: {type: string}}, open: true}   # was {type: object, fields: {id: {type: string}}}",
    },
  },
  {
    id: "output-schema-added",
    on: "tool-kept",
    severity: "INFO",
    categories: ["RESULT"],
    mirror: "output-schema-removed",
    message: ({ base, head }) =>
      saysNothing(base) && !saysNothing(head) ? `'${head.name}' now says what its result holds` : undefined,
    explain: {
      why: "The server has to keep to it from now on.",
      bad: "result: {type: object, fields: {id: {type: string}}}   # was {type: object, fields: {}, open: true}",
      good: "result: {type: object, fields: {id: {type: string}, size: {type: integer}}, open: true}   # was {type: object, fields: {id: {type: string}}, open: true}",
    },
  },
];

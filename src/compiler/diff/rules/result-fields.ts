import type { EventOf } from "../event.ts";
import { isForeign, keepOldForm } from "../repairs.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isFreeForm } from "../type-words.ts";
import { isPaged, leadsOn } from "./pagination.ts";

const added = ["output-property-added", "output-property-added-to-closed-object"];
const removed = [
  "output-required-removed",
  "output-optional-removed",
  "output-property-lost-in-free-form-object",
  "pagination-contract-removed",
];

/** Rules about the fields of results that come and go: callers read these. */
export const resultFieldRules: readonly DiffRule[] = [
  rule("output-required-removed", "field-removed", "ERR", ["RESULT"], {
    mirror: added,
    message: (event) =>
      event.at.side === "output" && event.field.required && !endsPages(event)
        ? `result field '${event.field.name}' was removed`
        : undefined,
    help: ({ at, field }) => keepOldForm(at, `keep '${field.name}' in the result`),
    explain: {
      why: "Readers rely on it being there; clients that validate refuse the result.",
      bad: "# gone: size: {type: integer, required: true}",
      good: "size: {type: integer, required: true}   # unchanged",
    },
  }),
  rule("output-optional-removed", "field-removed", "WARN", ["RESULT"], {
    mirror: added,
    message: (event) =>
      event.at.side === "output" && !event.field.required && !endsPages(event) && !becameFreeForm(event)
        ? `optional result field '${event.field.name}' was removed`
        : undefined,
    help: ({ at, field }) => keepOldForm(at, `keep '${field.name}' in the result`),
    explain: {
      why: "Readers may use it where it is there.",
      bad: "# gone: size: {type: integer}",
      good: "size: {type: integer}   # unchanged",
    },
  }),
  rule("output-property-lost-in-free-form-object", "field-removed", "ERR", ["RESULT"], {
    mirror: added,
    message: (event) =>
      event.at.side === "output" && !event.field.required && !endsPages(event) && becameFreeForm(event)
        ? `result field '${event.field.name}' is no longer declared, in an object that may hold anything now`
        : undefined,
    help: ({ at, field }) => keepOldForm(at, `go on declaring '${field.name}'`),
    explain: {
      why: "What readers find under that name may be of any type.",
      bad: "value: {type: object, fields: {}, open: true}   # was {type: object, fields: {a: {type: string}}, open: true}",
      good: "value: {type: object, fields: {b: {type: string}}, open: true}   # was {type: object, fields: {a: {type: integer}, b: {type: string}}, open: true}",
    },
  }),
  rule("pagination-contract-removed", "field-removed", "ERR", ["RESULT"], {
    mirror: added,
    // Results without it are valid where it was optional: it is the meaning that is gone.
    proof: "none",
    message: (event) =>
      event.at.side === "output" && endsPages(event)
        ? `result field '${event.field.name}' was removed: nothing leads to the next page any more`
        : undefined,
    help: ({ field }) => `keep '${field.name}' in the result while calls can go on from a page`,
    explain: {
      why: "Readers take its absence for the last page, and miss the rest in silence.",
      bad: "# gone: result.next_cursor: {type: string}\nparams.cursor: {type: string}   # unchanged",
      good: "result.next_cursor: {type: string, nullable: true}   # was {type: string}\nparams.cursor: {type: string}   # unchanged",
    },
  }),
  rule("output-property-added", "field-added", "INFO", ["RESULT"], {
    mirror: removed,
    message: ({ at, field, closedBefore }) =>
      at.side === "output" && !closedBefore ? `result field '${field.name}' was added` : undefined,
    explain: {
      why: "Additive.",
      bad: "value: {type: object, open: true, fields: {a: {type: string}, b: {type: string}}}   # was {type: object, open: true, fields: {a: {type: string}}}",
      good: "value: {type: object, open: true, fields: {a: {type: string}}}   # unchanged",
    },
  }),
  rule("output-property-added-to-closed-object", "field-added", "ERR", ["RESULT"], {
    mirror: removed,
    message: ({ at, field, closedBefore }) =>
      at.side === "output" && closedBefore
        ? `result field '${field.name}' was added to an object that was closed`
        : undefined,
    help: ({ at }) =>
      isForeign(at)
        ? "leave additionalProperties open, from the first version on, in results that may grow"
        : "declare results that may grow with `open: true` from their first version on",
    explain: {
      why: "Clients should validate results with the schema that they remember, and that one refuses unknown fields.",
      bad: "value: {type: object, fields: {a: {type: string}, b: {type: string}}}   # was {type: object, fields: {a: {type: string}}}",
      good: "value: {type: object, open: true, fields: {a: {type: string}, b: {type: string}}}   # was {type: object, open: true, fields: {a: {type: string}}}",
    },
  }),
  rule("output-became-optional", "field-kept", "ERR", ["RESULT"], {
    mirror: "output-became-required",
    message: ({ at, base, head }) =>
      at.side === "output" && base.required && !head.required
        ? `result field '${head.name}' may be absent now`
        : undefined,
    help: ({ at, head }) => keepOldForm(at, `go on answering with '${head.name}' always`),
    explain: {
      why: "Readers rely on it being there.",
      bad: "size: {type: integer}   # was {type: integer, required: true}",
      good: "size: {type: integer, required: true}   # was {type: integer}",
    },
  }),
  rule("output-became-required", "field-kept", "INFO", ["RESULT"], {
    mirror: "output-became-optional",
    message: ({ at, base, head }) =>
      at.side === "output" && !base.required && head.required
        ? `result field '${head.name}' is always there now`
        : undefined,
    explain: {
      why: "More is promised.",
      bad: "size: {type: integer, required: true}   # was {type: integer}",
      good: "size: {type: integer}   # unchanged",
    },
  }),
];

function becameFreeForm({ at }: EventOf<"field-removed">): boolean {
  return at.trail.length > 1 && isFreeForm(at.trail.at(-1)?.of?.head);
}

/** It led to the next page, and calls of the tool go on from there. */
function endsPages({ at, field }: EventOf<"field-removed">): boolean {
  return leadsOn(field) && isPaged(at.base);
}

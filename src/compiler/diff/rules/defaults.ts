import { sameJson } from "../../../contract/alias.ts";
import type { ComparedField } from "../comparable-type.ts";
import { type ComparedCatalog, fieldSchema } from "../compared.ts";
import type { EventOf } from "../event.ts";
import { stepBetween } from "../facets/keywords.ts";
import { knownSubtype } from "../known-answers.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isPaged, isPageSize } from "./pagination.ts";

// What a param is where a call leaves it out.

type Kept = EventOf<"field-kept">;

export const defaultRules: readonly DiffRule[] = [
  rule("default-changed", "field-kept", "WARN", ["CALL", "PROMPT"], {
    mirror: ["default-changed", "page-limit-lowered"],
    points: ({ head }) => (head.default === undefined ? [] : ["default"]),
    former: ({ base, head }) => `default-${stepBetween(base.default !== undefined, head.default !== undefined) ?? ""}`,
    message: (event) => {
      const { at, base, head } = event;
      if (at.side === "output") return undefined;
      if (base.default === undefined) {
        return head.default === undefined ? undefined : `${named(head)} is ${shown(head)} where it is left out`;
      }
      if (head.default === undefined) return `${named(head)} is no longer ${shown(base)} where it is left out`;
      return sameJson(base.default, head.default) || shortensPages(event) ? undefined : insteadOf(event);
    },
    help: ({ base, head }) =>
      base.default === undefined
        ? `leave out the default, unless calls without ${named(head)} meant ${shown(head)} all along; else let a new param choose`
        : `keep the default ${shown(base)}: who wants ${head.default === undefined ? "another value" : shown(head)} can send it`,
    explain: {
      why: "Calls that leave it out behave differently, and nothing fails.",
      bad: "value: {type: integer, default: 20}   # was {type: integer, default: 10}",
      good: "value: {type: integer, default: 10, max: 50}   # was {type: integer, default: 10}",
    },
  }),
  rule("page-limit-lowered", "field-kept", "WARN", ["RESULT"], {
    mirror: "default-changed",
    points: ["default"],
    message: (event) =>
      event.at.side === "input" && shortensPages(event) ? `a page is shorter: ${insteadOf(event)}` : undefined,
    help: ({ base }) => `keep the default ${shown(base)}: callers that want shorter pages can ask for them`,
    explain: {
      why: "Readers that never ask for the next page see less than they did, and nothing fails.",
      bad:
        "limit: {type: integer, min: 1, max: 100, default: 10}   # was {type: integer, min: 1, max: 100, default: 50}\n" +
        "cursor: {type: string}   # unchanged",
      good:
        "limit: {type: integer, min: 1, max: 100, default: 50}   # was {type: integer, min: 1, max: 100, default: 10}\n" +
        "cursor: {type: string}   # unchanged",
    },
  }),
  rule("default-invalid", "field-kept", "ERR", ["CALL"], {
    proof: "none",
    points: ["default"],
    message: ({ at, base, head }, context) =>
      at.side === "input" && isRefused(head, context.head) && !isRefused(base, context.base)
        ? `the default ${shown(head)} is not a valid value of ${named(head)}`
        : undefined,
    help: ({ head }) => `give ${named(head)} a default that its own type takes`,
    explain: {
      why: "Clients that fill defaults in send what is refused, and models take the default for a good example.",
      bad: '"value": {"type": "integer", "maximum": 10, "default": 20}   // was {"type": "integer", "maximum": 30, "default": 20}',
      good: '"value": {"type": "integer", "maximum": 20, "default": 20}   // was {"type": "integer", "maximum": 30, "default": 20}',
    },
  }),
];

function shortensPages({ at, base, head }: Kept): boolean {
  const { default: was } = base;
  const { default: is } = head;
  return typeof was === "number" && typeof is === "number" && is < was && isPageSize(head) && isPaged(at.head);
}

function insteadOf({ base, head }: Kept): string {
  return `${named(head)} is ${shown(head)} instead of ${shown(base)} where it is left out`;
}

/** Certainly refused; what can't be decided is not reported here. */
function isRefused(field: ComparedField, catalog: ComparedCatalog): boolean {
  if (field.default === undefined) return false;
  return knownSubtype({ const: field.default }, fieldSchema(field, catalog)).verdict === "no";
}

function named(field: ComparedField): string {
  return `'${field.name}'`;
}

function shown(field: ComparedField): string {
  return JSON.stringify(field.default);
}

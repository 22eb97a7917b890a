import type { Direction } from "../facets/facet.ts";
import { formerId, valueRuleId } from "../former-rules.ts";
import { keepOldForm } from "../repairs.ts";
import { type DiffRule, rule } from "../rule.ts";

// What happened to the values of a param or of a result field. Which facet of the type it was stands in the message; the
// comparison of both schemas settles whether it breaks.

type Side = "input" | "output";

/** Arguments may accept more, results may hold less; the reverse is a break. */
export const valueRules: readonly DiffRule[] = [
  valueRule("input", "narrowed", {
    why: "Arguments that were valid are refused now.",
    bad: "value: {type: string, trim: false, max_length: 10}   # was {type: string, trim: false, max_length: 20}",
    good: "value: {type: string, trim: false, max_length: 20}   # was {type: string, trim: false, max_length: 10}",
  }),
  valueRule("input", "widened", {
    why: "Every argument that was valid still is.",
    bad: "value: {type: enum, values: [draft, final]}   # was {type: enum, values: [draft]}",
    good: "value: {type: enum, values: [draft, final]}   # unchanged",
  }),
  valueRule("input", "changed", {
    why: "The two are compared: what breaks is shown with an example, what can't be decided is a warning.",
    bad: '"value": {"type": "string", "pattern": "^[0-9]"}   // was {"type": "string", "pattern": "^[a-z]"}',
    good: '"value": {"type": "string", "pattern": "^[a-z]"}   // was {"type": "string"}',
  }),
  valueRule("output", "narrowed", {
    why: "Every result matches what readers expect.",
    bad: "value: {type: integer, max: 10}   # was {type: integer, max: 20}",
    good: "value: {type: integer, max: 10}   # unchanged",
  }),
  valueRule("output", "widened", {
    why: "Readers meet values that they did not prepare for.",
    bad: "value: {type: string, nullable: true}   # was {type: string}",
    good: "value: {type: string}   # was {type: string, nullable: true}",
  }),
  valueRule("output", "changed", {
    why: "The two are compared: what breaks is shown with an example, what can't be decided is a warning.",
    bad: '"value": {"type": "integer"}   // was {"type": "string"}',
    good: '"value": {"type": "number"}   // was {"type": "integer"}',
  }),
];

function valueRule(side: Side, direction: Direction, explain: DiffRule["explain"]): DiffRule {
  const isBreak = direction === "changed" || (direction === "narrowed") === (side === "input");
  const opposite = { narrowed: "widened", widened: "narrowed", changed: "changed" } as const;
  const category = side === "input" ? "CALL" : "RESULT";
  return rule(valueRuleId(side, direction), "facet-changed", isBreak ? "ERR" : "INFO", [category], {
    mirror: valueRuleId(side, opposite[direction]),
    message: (event) => (event.at.side === side && event.direction === direction ? event.change.message : undefined),
    help: ({ at, change }) => (isBreak ? (change.help ?? keepOldForm(at, change.undo)) : undefined),
    eases: ({ change }) => change.eased,
    points: ({ change }) => change.points ?? [],
    facet: ({ facet }) => facet.name,
    also: ({ change }) => change.also ?? [],
    former: ({ at, change }) => formerId(change.former, at.side),
    explain,
  });
}

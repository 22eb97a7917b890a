import { sameJson } from "../../../contract/alias.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { DiffRule } from "../rule.ts";
import type { Shape } from "../shape.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { facetRows } from "./facet-rows.ts";
import { type Kept, type ValueRow, valueRules } from "./value-row.ts";

// `allOf`, `not` and `if`: only lists of other servers have them.

// What folds into the rest is not left in allOf; two patterns can't be one.
const oneMember = '{"type": "string", "pattern": "^[a-z]", "allOf": [{"pattern": "[0-9]$"}]}';
const noMember = '{"type": "string", "pattern": "^[a-z]"}';

const rows: readonly ValueRow[] = [
  {
    id: "all-of-member-added",
    mirror: "all-of-member-removed",
    effect: "narrows",
    message: (event) => (members(event) === "added" ? "it must fit one more schema of allOf" : undefined),
    example: { was: noMember, is: oneMember },
  },
  {
    id: "all-of-member-removed",
    mirror: "all-of-member-added",
    effect: "widens",
    message: (event) => (members(event) === "removed" ? "it has to fit one schema of allOf less" : undefined),
    example: { was: oneMember, is: noMember },
  },
  {
    id: "all-of-member-changed",
    mirror: "all-of-member-changed",
    effect: "may",
    message: (event) => (members(event) === "changed" ? "it must fit other schemas of allOf" : undefined),
    example: {
      was: oneMember,
      is: '{"type": "string", "pattern": "^[a-z]", "allOf": [{"pattern": "[A-Z]$"}]}',
      silent: { was: noMember, is: oneMember },
    },
  },
  ...excludedRows(),
  ...facetRows({
    noun: "conditional",
    read: (node) => node.conditional,
    shown: () => "a condition (if, then, else)",
    example: {
      without: '{"type": "integer"}',
      with: '{"type": "integer", "if": {"minimum": 10}, "then": {"multipleOf": 10}}',
      other: '{"type": "integer", "if": {"minimum": 10}, "then": {"multipleOf": 5, "maximum": 50}}',
    },
  }),
];

export const compositionRules: readonly DiffRule[] = rows.flatMap(valueRules);

/** `not`: the less it excludes the more is valid. */
function excludedRows(): readonly ValueRow[] {
  const none = '{"type": "string"}';
  const some = '{"type": "string", "not": {"const": "all"}}';
  const more = '{"type": "string", "not": {"enum": ["all", "none"]}}';
  const row = (
    way: "added" | "removed" | "widened" | "narrowed",
    mirror: string | readonly string[],
    effect: "narrows" | "widens",
    text: string,
    was: string,
    is: string,
  ): ValueRow => ({
    id: `not-${way}`,
    mirror,
    effect,
    message: (event) => (excluded(event) === way ? text : undefined),
    example: { was, is },
  });
  return [
    row("added", "not-removed", "narrows", "some values are excluded now", none, some),
    row("removed", "not-added", "widens", "values that were excluded are let through now", some, none),
    // Sets of which neither holds the other exclude something new, whichever way they are turned.
    row("widened", ["not-narrowed", "not-widened"], "narrows", "more or other values are excluded", some, more),
    row("narrowed", "not-widened", "widens", "fewer values are excluded", more, some),
  ];
}

function excluded({ base, head }: Kept): "added" | "removed" | "widened" | "narrowed" | undefined {
  if (base.kind !== head.kind || sameJson(base.not, head.not)) return undefined;
  if (base.not === undefined) return "added";
  if (head.not === undefined) return "removed";
  switch (compareSchemas(base.not, head.not)) {
    case "same":
      return undefined;
    case "narrowed":
      return "narrowed";
    default:
      return "widened";
  }
}

/** What became of the members of `allOf` that only one side has. */
function members({ base, head }: Kept): "added" | "removed" | "changed" | undefined {
  if (base.kind !== head.kind) return undefined;
  const lost = without(base, head);
  const gained = without(head, base);
  if (gained.length === 0) return lost.length === 0 ? undefined : "removed";
  return lost.length === 0 ? "added" : "changed";
}

function without(node: Shape, other: Shape): readonly JsonSchema[] {
  return (node.allOf ?? []).filter((member) => !(other.allOf ?? []).some((one) => sameJson(one, member)));
}

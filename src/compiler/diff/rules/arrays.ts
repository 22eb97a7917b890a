import type { DiffRule, RuleContext } from "../rule.ts";
import type { ArrayShape, Shape } from "../shape.ts";
import { compareShapes } from "./compare-schemas.ts";
import { facetRows } from "./facet-rows.ts";
import { article, isAny } from "./shape-words.ts";
import { type Kept, type ValueRow, valueRules } from "./value-row.ts";

// What arrays hold. Items of two real types are compared one by one, with "[]" behind the name; here is the rest.

const list = '{"type": "array", "items": {"type": "string"}}';
const one = '{"type": "array", "prefixItems": [{"type": "string"}]}';
const containing = '{"type": "array", "contains": {"const": "main"}}';
const onlyContaining = '{"type": "array", "contains": {"const": "main"}, "unevaluatedItems": false}';
const two = '{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}';

const rows: readonly ValueRow[] = [
  {
    id: "items-narrowed",
    mirror: "items-widened",
    effect: "narrows",
    message: ({ base, head }) => {
      const items = limitedItems(base, head);
      return items === undefined ? undefined : `each item must be ${article(items)} now`;
    },
    example: { was: '{"type": "array"}', is: list },
  },
  {
    id: "items-widened",
    mirror: "items-narrowed",
    effect: "widens",
    message: ({ base, head }) => {
      const items = limitedItems(head, base);
      return items === undefined ? undefined : `an item may be anything instead of only ${article(items)}`;
    },
    example: { was: list, is: '{"type": "array"}' },
  },
  {
    id: "items-false-added",
    mirror: "items-false-removed",
    effect: "narrows",
    message: ({ base, head }) =>
      endsAfterPrefix(head) && runsOn(base, head) ? "no further items are taken now" : undefined,
    example: {
      was: two,
      is: '{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}',
    },
  },
  {
    id: "items-false-removed",
    mirror: "items-false-added",
    effect: "widens",
    message: ({ base, head }) =>
      endsAfterPrefix(base) && runsOn(head, base) ? "further items are taken now" : undefined,
    example: {
      was: '{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}',
      is: two,
    },
  },
  {
    id: "prefix-items-added",
    mirror: "prefix-items-removed",
    effect: "may",
    message: ({ base, head }) => {
      const more = prefixLength(head) - prefixLength(base);
      return bothArrays(base, head) && more > 0
        ? `the first ${prefixLength(head)} items have types of their own now`
        : undefined;
    },
    example: { was: one, is: two },
  },
  {
    id: "prefix-items-removed",
    mirror: "prefix-items-added",
    effect: "may",
    message: ({ base, head }) => {
      const fewer = prefixLength(base) - prefixLength(head);
      return bothArrays(base, head) && fewer > 0
        ? `only the first ${prefixLength(head)} items have types of their own now, not ${prefixLength(base)}`
        : undefined;
    },
    why: "Items behind the prefix have to be what all further items are.",
    example: {
      was: '{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": {"type": "boolean"}}',
      is: '{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "boolean"}}',
    },
  },
  {
    id: "prefix-items-changed",
    mirror: "prefix-items-changed",
    effect: "may",
    message: (event, context) => {
      const place = changedPosition(event, context);
      return place === undefined ? undefined : `item ${place} has another type`;
    },
    example: {
      was: two,
      is: '{"type": "array", "prefixItems": [{"type": "string"}, {"type": "boolean"}]}',
      silent: { was: one, is: two },
    },
  },
  ...facetRows({
    noun: "contains",
    read: (node) => (node.kind === "array" ? node.contains : undefined),
    shown: () => "a schema that some items must fit",
    example: {
      without: '{"type": "array"}',
      with: '{"type": "array", "contains": {"const": "main"}}',
      other: '{"type": "array", "contains": {"const": "trunk"}}',
    },
  }),
  ...(["closed", "opened"] as const).map(
    (way): ValueRow => ({
      id: `unevaluated-items-${way}`,
      mirror: way === "closed" ? ["unevaluated-items-opened", "unevaluated-items-closed"] : "unevaluated-items-closed",
      effect: way === "closed" ? "narrows" : "widens",
      message: (event, context) => (unevaluated(event, context) === way ? unevaluatedWords[way] : undefined),
      example: way === "closed" ? { was: containing, is: onlyContaining } : { was: onlyContaining, is: containing },
    }),
  ),
];

const unevaluatedWords = {
  closed: "items that no other keyword looked at may no longer be anything",
  opened: "items that no other keyword looked at may be more than before",
};

export const arrayRules: readonly DiffRule[] = rows.flatMap(valueRules);

/** The items' type, where any item was taken before. */
function limitedItems(free: Shape, limited: Shape): Shape | undefined {
  if (free.kind !== "array" || limited.kind !== "array" || limited.items.kind === "never") return undefined;
  return isAny(free.items) && !isAny(limited.items) ? limited.items : undefined;
}

function endsAfterPrefix(node: Shape): boolean {
  return node.kind === "array" && node.items.kind === "never";
}

/** It takes further items, and its prefix has as many as the other's: a list that became a tuple is reported as that. */
function runsOn(node: Shape, other: Shape): boolean {
  return node.kind === "array" && !endsAfterPrefix(node) && prefixLength(node) === prefixLength(other);
}

function prefixLength(node: Shape): number {
  return node.kind === "array" ? (node.prefixItems ?? []).length : 0;
}

function bothArrays(base: Shape, head: Shape): boolean {
  return base.kind === "array" && head.kind === "array";
}

/** The first position, from 1, at which both have a type and not the same. */
function changedPosition({ base, head }: Kept, context: RuleContext): number | undefined {
  if (base.kind !== "array" || head.kind !== "array") return undefined;
  const others = head.prefixItems ?? [];
  const index = (base.prefixItems ?? []).findIndex(
    (item, at) => others[at] !== undefined && compareShapes(item, others[at], context) !== "same",
  );
  return index === -1 ? undefined : index + 1;
}

function unevaluated({ base, head }: Kept, context: RuleContext): "closed" | "opened" | undefined {
  if (base.kind !== "array" || head.kind !== "array") return undefined;
  return openingOf(base.unevaluatedItems, head.unevaluatedItems, context);
}

/** How what is left over changed: it takes less, or other things, or more. */
export function openingOf(
  base: ArrayShape["unevaluatedItems"],
  head: ArrayShape["unevaluatedItems"],
  context: RuleContext,
): "closed" | "opened" | undefined {
  switch (compareShapes(base, head, context)) {
    case "same":
      return undefined;
    case "widened":
      return "opened";
    default:
      return "closed";
  }
}

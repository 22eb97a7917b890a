import { assertsTheSame } from "../compared.ts";
import type { DiffRule, RuleContext } from "../rule.ts";
import type { ObjectShape } from "../shape.ts";
import { openingOf } from "./arrays.ts";
import { compareShapes } from "./compare-schemas.ts";
import { type Kept, type ValueRow, valueRules } from "./value-row.ts";

// Keywords of objects beyond their fields: only lists of other servers have them.

type Way = "added" | "removed" | "changed";

const free = '{"type": "object"}';
const closed = '{"type": "object", "additionalProperties": false}';
const labels = '{"type": "object", "patternProperties": {"^x-": {"type": "string"}}}';
const onlyLabels =
  '{"type": "object", "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}';
const short = '{"type": "object", "propertyNames": {"maxLength": 3}}';
const paired = '{"type": "object", "dependentRequired": {"from": ["to"]}}';
// Beside nothing but properties it means what additionalProperties does, and is read as that.
const looseDependent = '{"type": "object", "dependentSchemas": {"from": {"properties": {"to": {}}}}}';
const tightDependent =
  '{"type": "object", "dependentSchemas": {"from": {"properties": {"to": {}}}}, "unevaluatedProperties": false}';
const dependent = '{"type": "object", "dependentSchemas": {"from": {"required": ["to"]}}}';

const rows: readonly ValueRow[] = [
  {
    id: "property-names-narrowed",
    mirror: ["property-names-widened", "property-names-narrowed"],
    effect: "narrows",
    message: (event, context) =>
      names(event, context) === "closed" ? "fewer or other names of fields are taken" : undefined,
    undo: () => "leave the names of fields as free as they were",
    example: { was: free, is: short },
  },
  {
    id: "property-names-widened",
    mirror: "property-names-narrowed",
    effect: "widens",
    message: (event, context) => (names(event, context) === "opened" ? "more names of fields are taken" : undefined),
    undo: () => "hold the names of fields to what they were",
    example: { was: short, is: free },
  },
  ...patternRows(),
  ...dependencyRows("dependent-required", required, together, [
    free,
    paired,
    '{"type": "object", "dependentRequired": {"from": ["until"]}}',
  ]),
  ...dependencyRows("dependent-schema", dependentSchemas, "conditions hold where a certain field is there", [
    free,
    dependent,
    '{"type": "object", "dependentSchemas": {"from": {"required": ["until"]}}}',
  ]),
  ...(["closed", "opened"] as const).map(
    (way): ValueRow => ({
      id: `unevaluated-properties-${way}`,
      mirror:
        way === "closed"
          ? ["unevaluated-properties-opened", "unevaluated-properties-closed"]
          : "unevaluated-properties-closed",
      effect: way === "closed" ? "narrows" : "widens",
      message: ({ base, head }, context) =>
        base.kind === "object" &&
        head.kind === "object" &&
        openingOf(base.unevaluatedProperties, head.unevaluatedProperties, context) === way
          ? unevaluatedWords[way]
          : undefined,
      example:
        way === "closed" ? { was: looseDependent, is: tightDependent } : { was: tightDependent, is: looseDependent },
    }),
  ),
];

const unevaluatedWords = {
  closed: "fields that no other keyword looked at may no longer be anything",
  opened: "fields that no other keyword looked at may be more than before",
};

export const objectRules: readonly DiffRule[] = rows.flatMap(valueRules);

function names({ base, head }: Kept, context: RuleContext): "closed" | "opened" | undefined {
  if (base.kind !== "object" || head.kind !== "object") return undefined;
  return openingOf(base.propertyNames, head.propertyNames, context);
}

/** In an open object a pattern narrows the fields that it names; in a closed one it lets them in. */
function patternRows(): readonly ValueRow[] {
  const row = (
    id: string,
    mirror: string,
    effect: "narrows" | "widens",
    was: string,
    is: string,
    pick: (base: ObjectShape, head: ObjectShape) => string | undefined,
  ): ValueRow => ({
    id,
    mirror,
    effect,
    message: ({ base, head }) => (base.kind === "object" && head.kind === "object" ? pick(base, head) : undefined),
    example: { was, is },
  });
  const gained = (base: ObjectShape, head: ObjectShape, intoClosed: boolean) =>
    isClosed(base) === intoClosed ? reported("have a type of their own now", lacking(head, base)) : undefined;
  const lost = (base: ObjectShape, head: ObjectShape, fromClosed: boolean) =>
    isClosed(head) === fromClosed ? reported("have no type of their own any more", lacking(base, head)) : undefined;
  return [
    row("pattern-property-added", "pattern-property-removed", "narrows", free, labels, (base, head) =>
      gained(base, head, false),
    ),
    row("pattern-property-removed", "pattern-property-added", "widens", labels, free, (base, head) =>
      lost(base, head, false),
    ),
    row(
      "pattern-property-added-to-closed-object",
      "pattern-property-removed-from-closed-object",
      "widens",
      closed,
      onlyLabels,
      (base, head) => gained(base, head, true),
    ),
    row(
      "pattern-property-removed-from-closed-object",
      "pattern-property-added-to-closed-object",
      "narrows",
      onlyLabels,
      closed,
      (base, head) => lost(base, head, true),
    ),
  ];
}

function isClosed(node: ObjectShape): boolean {
  return node.open === false || (typeof node.open === "object" && node.open.kind === "never");
}

/** Patterns that the other one does not have. */
function lacking(node: ObjectShape, other: ObjectShape): readonly string[] {
  const known = new Set((other.patternProperties ?? []).map(({ pattern }) => pattern));
  return (node.patternProperties ?? []).map(({ pattern }) => pattern).filter((pattern) => !known.has(pattern));
}

function reported(what: string, patterns: readonly string[]): string | undefined {
  return patterns.length === 0 ? undefined : `fields named like '${patterns.join("', '")}' ${what}`;
}

/** A list of demands that one side makes and the other does not. */
function dependencyRows(
  noun: string,
  wayOf: (base: ObjectShape, head: ObjectShape, context: RuleContext) => Way | undefined,
  what: string | ((base: ObjectShape, head: ObjectShape) => string),
  [none, some, others]: readonly [string, string, string],
): readonly ValueRow[] {
  const row = (way: Way, mirror: Way, effect: ValueRow["effect"], text: string, was: string, is: string): ValueRow => ({
    id: `${noun}-${way}`,
    mirror: `${noun}-${mirror}`,
    effect,
    message: ({ base, head }, context) =>
      base.kind === "object" && head.kind === "object" && wayOf(base, head, context) === way
        ? typeof what === "string"
          ? `${text} ${what}`
          : what(base, head)
        : undefined,
    example: { was, is, ...(way === "changed" ? { silent: { was: none, is: was } } : {}) },
  });
  return [
    row("added", "removed", "narrows", "more", none, some),
    row("removed", "added", "widens", "fewer", some, none),
    row("changed", "changed", "may", "other", some, others),
  ];
}

function required(base: ObjectShape, head: ObjectShape): Way | undefined {
  return wayOfLists(needsOf(base), needsOf(head));
}

/** "'to' must be there beside 'from'", for what came and for what went. */
function together(base: ObjectShape, head: ObjectShape): string {
  const came = needsNotIn(base, head).map(([name, need]) => `'${need}' must be there beside '${name}' now`);
  const went = needsNotIn(head, base).map(([name, need]) => `'${need}' may be absent beside '${name}' now`);
  return [...came, ...went].join(", ");
}

function needsNotIn(other: ObjectShape, node: ObjectShape): readonly (readonly [string, string])[] {
  return needsOf(node).filter((pair) => !needsOf(other).some((one) => assertsTheSame(one, pair)));
}

/** Name of a field, and of one that must be there beside it. */
function needsOf(node: ObjectShape): readonly (readonly [string, string])[] {
  return Object.entries(node.dependentRequired ?? {}).flatMap(([name, needs]) =>
    needs.map((need) => [name, need] as const),
  );
}

function dependentSchemas(base: ObjectShape, head: ObjectShape, context: RuleContext): Way | undefined {
  const was = Object.entries(base.dependentSchemas ?? {});
  const is = Object.entries(head.dependentSchemas ?? {});
  const kept = is.filter(([name]) => was.some(([other]) => other === name));
  const differs = kept.some(([name, type]) => {
    const [, old] = was.find(([other]) => other === name) ?? [];
    return compareShapes(old, type, context) !== "same";
  });
  if (differs) return "changed";
  return wayOfLists(
    was.map(([name]) => name),
    is.map(([name]) => name),
  );
}

function wayOfLists(was: readonly unknown[], is: readonly unknown[]): Way | undefined {
  const lost = was.some((one) => !is.some((other) => assertsTheSame(one, other)));
  const gained = is.some((one) => !was.some((other) => assertsTheSame(one, other)));
  if (lost && gained) return "changed";
  if (gained) return "added";
  return lost ? "removed" : undefined;
}

import { sameJson } from "../../../contract/alias.ts";
import type { ArrayType, ComparableType, ObjectType } from "../comparable-type.ts";
import { compareSchemas, compareTypes, type Relation } from "../compare-schemas.ts";
import { assertsTheSame } from "../compared.ts";
import type { RuleContext } from "../rule.ts";
import { isAny, withArticle } from "../type-words.ts";
import { type Direction, type Facet, type FacetChange, formersOf, type Kept } from "./facet.ts";
import { stepBetween } from "./keywords.ts";

// What the parts of arrays and objects must be. Items and fields of two real types are compared one by one, each at a place
// of its own; here is the rest, which only lists of other servers have.

const openSteps = { closed: "narrowed", opened: "widened" } as const;
const demandSteps = { added: "narrowed", removed: "widened", changed: "changed" } as const;

export const partFacets: readonly Facet[] = [
  {
    name: "items",
    formers: formersOf("items", { narrowed: "narrowed", widened: "widened" }),
    compare: ofArrays((base, head) => {
      const limited = limitedItems(base, head);
      const freed = limitedItems(head, base);
      if (limited !== undefined) {
        return { former: "items-narrowed", message: `each item must be ${withArticle(limited)} now` };
      }
      if (freed === undefined) return undefined;
      return {
        former: "items-widened",
        message: `an item may be anything instead of only ${withArticle(freed)}`,
      };
    }),
  },
  {
    name: "items-false",
    formers: formersOf("items-false", { added: "narrowed", removed: "widened" }),
    compare: ofArrays((base, head) => {
      // A list that became a tuple is reported as that.
      if (endsAfterPrefix(base) === endsAfterPrefix(head) || lengthOf(base) !== lengthOf(head)) return undefined;
      return endsAfterPrefix(head)
        ? { former: "items-false-added", message: "no further items are accepted now" }
        : { former: "items-false-removed", message: "further items are accepted now" };
    }),
  },
  {
    name: "prefix-items",
    formers: formersOf("prefix-items", { added: "changed", removed: "changed", changed: "changed" }),
    compare: ofArrays(prefixChanges),
  },
  remainder(
    "unevaluated-items",
    openSteps,
    ({ base, head }) =>
      base.kind === "array" && head.kind === "array" && [base.unevaluatedItems, head.unevaluatedItems],
    "items that no other keyword covers may",
  ),
  remainder(
    "unevaluated-properties",
    openSteps,
    ({ base, head }) =>
      base.kind === "object" && head.kind === "object" && [base.unevaluatedProperties, head.unevaluatedProperties],
    "fields that no other keyword covers may",
  ),
  {
    ...remainder(
      "property-names",
      { narrowed: "narrowed", widened: "widened" },
      ({ base, head }) => base.kind === "object" && head.kind === "object" && [base.propertyNames, head.propertyNames],
      "names of fields may",
    ),
    keywords: ["propertyNames"],
  },
  {
    name: "pattern-property",
    formers: {
      ...formersOf("pattern-property", { added: "narrowed", removed: "widened" }),
      "pattern-property-added-to-closed-object": "widened",
      "pattern-property-removed-from-closed-object": "narrowed",
    },
    compare: ofObjects(patternChanges),
  },
  {
    name: "dependent-required",
    keywords: ["dependentRequired"],
    formers: formersOf("dependent-required", demandSteps),
    compare: ofObjects((base, head) => {
      const added = notIn(needsOf(base), needsOf(head));
      const removed = notIn(needsOf(head), needsOf(base));
      const step = stepBetween(removed.length > 0, added.length > 0);
      const message = [
        ...added.map(([name, need]) => `'${need}' must be there beside '${name}' now`),
        ...removed.map(([name, need]) => `'${need}' may be absent beside '${name}' now`),
      ].join(", ");
      return step === undefined ? undefined : { former: `dependent-required-${step}`, message };
    }),
  },
  {
    name: "dependent-schema",
    keywords: ["dependentSchemas"],
    formers: formersOf("dependent-schema", demandSteps),
    compare: ofObjects((base, head, context) => {
      const [was, is] = [base.dependentSchemas ?? {}, head.dependentSchemas ?? {}];
      const added = notIn(Object.keys(was), Object.keys(is));
      const removed = notIn(Object.keys(is), Object.keys(was));
      const isChanged = Object.entries(is).some(
        ([name, type]) => Object.hasOwn(was, name) && compareTypes(was[name], type, context) !== "same",
      );
      const step = isChanged ? "changed" : stepBetween(removed.length > 0, added.length > 0);
      if (step === undefined) return undefined;
      const amount = { added: "more", removed: "fewer", changed: "other" }[step];
      return {
        former: `dependent-schema-${step}`,
        message: `${amount} conditions hold where a certain field is there`,
      };
    }),
  },
  {
    // The less it excludes, the more is valid.
    name: "not",
    keywords: ["not"],
    formers: formersOf("not", { added: "narrowed", removed: "widened", widened: "narrowed", narrowed: "widened" }),
    compare: ({ base, head }) => {
      if (base.kind !== head.kind || sameJson(base.not, head.not)) return undefined;
      if (base.not === undefined) return { former: "not-added", message: "some values are excluded now" };
      if (head.not === undefined)
        return { former: "not-removed", message: "values that were excluded are accepted now" };
      const relation = compareSchemas(base.not, head.not);
      if (relation === "same") return undefined;
      // Of two sets of which neither holds the other, each excludes something that the other does not.
      return relation === "narrowed"
        ? { former: "not-narrowed", message: "fewer values are excluded" }
        : { former: "not-widened", message: "more or other values are excluded" };
    },
  },
];

type ChangeOf<T> = (base: T, head: T, context: RuleContext) => ReturnType<Facet["compare"]>;

function ofArrays(change: ChangeOf<ArrayType>): Facet["compare"] {
  return ({ base, head }, context) =>
    base.kind === "array" && head.kind === "array" ? change(base, head, context) : undefined;
}

function ofObjects(change: ChangeOf<ObjectType>): Facet["compare"] {
  return ({ base, head }, context) =>
    base.kind === "object" && head.kind === "object" ? change(base, head, context) : undefined;
}

/** What is left over takes less, or other things; or more. Absent, such a keyword demands nothing. */
function remainder(
  name: string,
  steps: { readonly [step: string]: Direction },
  read: (kept: Kept) => false | readonly (boolean | ComparableType | undefined)[],
  subject: string,
): Facet {
  return {
    name,
    formers: formersOf(name, steps),
    compare: (kept, context) => {
      const pair = read(kept);
      const relation: Relation = pair === false ? "same" : compareTypes(pair[0], pair[1], context);
      if (relation === "same") return undefined;
      const direction = relation === "widened" ? "widened" : "narrowed";
      const [step = ""] = Object.entries(steps).find(([, one]) => one === direction) ?? [];
      return {
        former: `${name}-${step}`,
        message: `${subject} ${direction === "widened" ? "be more than before" : "no longer be all that they could"}`,
      };
    },
  };
}

/** The items' type, where any item was accepted before. */
function limitedItems(free: ArrayType, limited: ArrayType): ComparableType | undefined {
  return limited.items.kind !== "never" && isAny(free.items) && !isAny(limited.items) ? limited.items : undefined;
}

function endsAfterPrefix({ items }: ArrayType): boolean {
  return items.kind === "never";
}

function lengthOf({ prefixItems = [] }: ArrayType): number {
  return prefixItems.length;
}

/** A longer or shorter tuple, and the first position, from 1, at which both have a type and not the same. */
function prefixChanges(base: ArrayType, head: ArrayType, context: RuleContext): readonly FacetChange[] {
  const more = lengthOf(head) - lengthOf(base);
  const others = head.prefixItems ?? [];
  const index = (base.prefixItems ?? []).findIndex(
    (item, at) => others[at] !== undefined && compareTypes(item, others[at], context) !== "same",
  );
  const first = `the first ${lengthOf(head)} items have types of their own now`;
  return [
    ...(more > 0 ? [{ former: "prefix-items-added", message: first }] : []),
    ...(more < 0 ? [{ former: "prefix-items-removed", message: `only ${first}, not ${lengthOf(base)}` }] : []),
    ...(index === -1 ? [] : [{ former: "prefix-items-changed", message: `item ${index + 1} has another type` }]),
  ];
}

/** In an open object a pattern narrows the fields that it names; in a closed one it lets them in. */
function patternChanges(base: ObjectType, head: ObjectType): readonly FacetChange[] {
  const change = (patterns: readonly string[], closed: ObjectType, step: string, into: string, what: string) =>
    patterns.length === 0
      ? []
      : [
          {
            former: `pattern-property-${step}${isClosed(closed) ? `-${into}-closed-object` : ""}`,
            message: `fields named like '${patterns.join("', '")}' ${what}`,
          },
        ];
  const patternsOf = ({ patternProperties = [] }: ObjectType) => patternProperties.map(({ pattern }) => pattern);
  const added = notIn(patternsOf(base), patternsOf(head));
  const removed = notIn(patternsOf(head), patternsOf(base));
  return [
    ...change(added, base, "added", "to", "have a type of their own now"),
    ...change(removed, head, "removed", "from", "have no type of their own any more"),
  ];
}

function isClosed({ open }: ObjectType): boolean {
  return open === false || (typeof open === "object" && open.kind === "never");
}

/** Name of a field, and of one that must be there beside it. */
function needsOf({ dependentRequired = {} }: ObjectType): readonly (readonly [string, string])[] {
  return Object.entries(dependentRequired).flatMap(([name, needs]) => needs.map((need) => [name, need] as const));
}

/** Those of the second list that the first does not have. */
function notIn<T>(known: readonly T[], list: readonly T[]): readonly T[] {
  return list.filter((one) => !known.some((other) => assertsTheSame(other, one)));
}

import type { ArrayType, ComparableType } from "../comparable-type.ts";
import { type Facet, formersOf, inWords, isNumeric, isSameKind } from "./facet.ts";

// Limits of values.

/** A limit of a type; absent where there is none. */
interface Limit {
  readonly value: number;
  readonly exclusive: boolean;
}

interface LimitRow {
  readonly name: string;
  readonly isFloor: boolean;
  /** Where a type states it. */
  readonly key: string;
  readonly keywords: readonly string[];
  /** The effective limit on this side, whichever keyword states it; `other` is the type on the other side. */
  readonly read: (type: ComparableType, other: ComparableType) => Limit | undefined;
}

const lengthOf = (key: "minLength" | "maxLength" | "maxBytes") => (type: ComparableType) =>
  inclusive(type.kind === "string" ? type[key] : undefined);
const itemsOf = (key: "minItems" | "maxItems") => (type: ComparableType) =>
  inclusive(type.kind === "array" ? type[key] : undefined);
const fieldsOf = (key: "minProperties" | "maxProperties") => (type: ComparableType) =>
  inclusive(type.kind === "object" ? type[key] : undefined);

const floor = (name: string, key: string, read: LimitRow["read"], keywords: readonly string[] = [key]): LimitRow => ({
  name,
  key,
  keywords,
  isFloor: true,
  read,
});
const ceiling = (name: string, key: string, read: LimitRow["read"], keywords?: readonly string[]): LimitRow => ({
  ...floor(name, key, read, keywords),
  isFloor: false,
});

const countKeywords = ["contains", "minContains", "maxContains"];

const rows: readonly LimitRow[] = [
  floor("minimum", "min", lowest, ["minimum", "exclusiveMinimum"]),
  ceiling("maximum", "max", highest, ["maximum", "exclusiveMaximum"]),
  floor("min-length", "minLength", positive(lengthOf("minLength"))),
  ceiling("max-length", "maxLength", lengthOf("maxLength")),
  ceiling("max-bytes", "maxBytes", lengthOf("maxBytes"), []),
  floor("min-items", "minItems", positive(itemsOf("minItems"))),
  ceiling("max-items", "maxItems", itemsOf("maxItems")),
  floor("min-properties", "minProperties", positive(fieldsOf("minProperties"))),
  ceiling("max-properties", "maxProperties", fieldsOf("maxProperties")),
  floor(
    "min-contains",
    "minContains",
    (type, other) => (areBothCounted(type, other) ? inclusive(type.minContains ?? 1) : undefined),
    countKeywords,
  ),
  ceiling(
    "max-contains",
    "maxContains",
    (type, other) => (areBothCounted(type, other) ? inclusive(type.maxContains) : undefined),
    countKeywords,
  ),
];

export const limitFacets: readonly Facet[] = rows.map(limitFacet);

function limitFacet({ name, isFloor, key, keywords, read }: LimitRow): Facet {
  const steps = {
    set: "narrowed",
    raised: isFloor ? "narrowed" : "widened",
    lowered: isFloor ? "widened" : "narrowed",
    unset: "widened",
  } as const;
  return {
    name,
    keywords,
    // Limits of numbers had rules for both of their forms.
    formers: { ...formersOf(name, steps), ...(/^m..imum$/.test(name) ? formersOf(`exclusive-${name}`, steps) : {}) },
    compare: ({ base, head }) => {
      const [was, is] = isSameKind(base, head) ? [read(base, head), read(head, base)] : [];
      const step = stepBetween(was, is, isFloor);
      if (step === undefined) return undefined;
      const form = (is ?? was)?.exclusive === true ? `exclusive-${name}` : name;
      const words = inWords(form);
      return {
        former: `${form}-${step}`,
        message: `${words} ${change(was, is)}`,
        undo: was === undefined ? `set no ${words}` : `leave ${words} at ${was.value}`,
        ...easedLimit(was, is),
        // What was taken away has no place any more.
        ...(step === "unset"
          ? {}
          : { points: [(is ?? was)?.exclusive === true ? (isFloor ? "above" : "below") : key] }),
      };
    },
  };
}

type Step = "set" | "raised" | "lowered" | "unset";

function stepBetween(was: Limit | undefined, is: Limit | undefined, isFloor: boolean): Step | undefined {
  if (was === undefined) return is === undefined ? undefined : "set";
  if (is === undefined) return "unset";
  if (was.value !== is.value) return is.value > was.value ? "raised" : "lowered";
  if (was.exclusive === is.exclusive) return undefined;
  // Of two equal limits the exclusive one takes less.
  return is.exclusive === isFloor ? "raised" : "lowered";
}

function change(was: Limit | undefined, is: Limit | undefined): string {
  if (was === undefined) return `${is?.value ?? ""} was set`;
  if (is === undefined) return `${was.value} was removed`;
  return `is ${is.value} instead of ${was.value}`;
}

/** Schema libraries write the range of exact integers where no limit was set. */
function easedLimit(was: Limit | undefined, is: Limit | undefined): { readonly eased?: string } {
  const limits = [was, is].filter((limit) => limit !== undefined);
  return limits.every(({ value }) => Math.abs(value) >= Number.MAX_SAFE_INTEGER)
    ? { eased: "only numbers that JavaScript can't hold exactly are concerned" }
    : {};
}

function lowest(type: ComparableType, other: ComparableType): Limit | undefined {
  return isNumeric(type) ? tighter(inclusive(type.min), exclusive(type.above, stepOf(type, other)), true) : undefined;
}

function highest(type: ComparableType, other: ComparableType): Limit | undefined {
  return isNumeric(type) ? tighter(inclusive(type.max), exclusive(type.below, -stepOf(type, other)), false) : undefined;
}

/** An integer above 3 is one from 4; where one side takes fractions the limits are compared as they stand. */
function stepOf(type: ComparableType, other: ComparableType): number {
  return type.kind === "integer" && other.kind === "integer" ? 1 : 0;
}

function inclusive(value: number | undefined): Limit | undefined {
  return value === undefined ? undefined : { value, exclusive: false };
}

/** Above 3 is from 4 for integers. */
function exclusive(value: number | undefined, step: number): Limit | undefined {
  if (value === undefined) return undefined;
  return step !== 0 && Number.isInteger(value) ? { value: value + step, exclusive: false } : { value, exclusive: true };
}

/** The limit that has an effect when there are two. */
function tighter(a: Limit | undefined, b: Limit | undefined, isFloor: boolean): Limit | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return stepBetween(a, b, isFloor) === (isFloor ? "raised" : "lowered") ? b : a;
}

/** "At least none" is not a limit. */
function positive(read: (type: ComparableType) => Limit | undefined): LimitRow["read"] {
  return (type) => {
    const limit = read(type);
    return limit?.value === 0 ? undefined : limit;
  };
}

/** Both count items that fit something; that something is compared by itself. */
function areBothCounted(type: ComparableType, other: ComparableType): type is ArrayType {
  return type.kind === "array" && other.kind === "array" && type.contains !== undefined && other.contains !== undefined;
}

import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { ComparableType, EnumType } from "../comparable-type.ts";
import type { RuleContext } from "../rule.ts";
import { valueList, withArticle } from "../type-words.ts";
import { type Facet, type FacetChange, formersOf, isNumeric, type Kept } from "./facet.ts";

// What kind of value it is.

export const kindFacets: readonly Facet[] = [
  {
    name: "nullable",
    formers: formersOf("nullable", { added: "widened", removed: "narrowed" }),
    compare: (kept, context) => {
      const [was, is] = [takesNull(kept.base), takesNull(kept.head)];
      // Of another type altogether it is not news that its null went as well, or came.
      if (was === is || was === undefined || is === undefined || relation(kept, context) === "replaced")
        return undefined;
      const probe = { value: null };
      return is
        ? {
            former: "nullable-added",
            message: "null is allowed now",
            undo: "answer without null",
            probe,
            points: ["nullable"],
          }
        : { former: "nullable-removed", message: "null is no longer allowed", undo: "go on accepting null", probe };
    },
  },
  {
    name: "enum",
    formers: formersOf("enum", { introduced: "narrowed", dropped: "widened" }),
    compare: (kept) => closedSetChange(kept, { isConstant: false, added: "enum-introduced", removed: "enum-dropped" }),
  },
  {
    name: "const",
    formers: formersOf("const", { added: "narrowed", removed: "widened", changed: "changed" }),
    compare: (kept) => {
      const { at, base, head } = kept;
      if (base.kind !== "enum" || head.kind !== "enum") {
        return closedSetChange(kept, { isConstant: true, added: "const-added", removed: "const-removed" });
      }
      if (base.constant !== true || head.constant !== true || valueList(base) === valueList(head)) return undefined;
      return {
        former: "const-changed",
        message: `always ${valueList(head)} instead of ${valueList(base)}`,
        undo: `${at.side === "input" ? "go on accepting" : "answer with"} ${valueList(base)}`,
      };
    },
  },
  {
    name: "type",
    formers: {
      ...formersOf("type", { narrowed: "narrowed", widened: "widened", replaced: "changed" }),
      "root-kind-changed": "changed",
    },
    compare: (kept, context) => {
      const { base, head } = kept;
      if (isAnotherRoot(kept)) {
        return {
          former: "root-kind-changed",
          message: `the result is ${withArticle(head)} instead of ${withArticle(base)}`,
          undo: `answer with ${withArticle(base)}, and put what is new into it`,
        };
      }
      const found = relation(kept, context);
      if (found === undefined) return undefined;
      return {
        former: `type-${found}`,
        message: kindsOf(kept),
        ...(found === "replaced" ? {} : { keywords: ["type", "enum"] }),
        undo: base.kind === head.kind ? "leave the type as it was" : `leave it ${withArticle(base)}`,
        // Handlers meet more kinds of the value.
        ...(found === "widened" ? { also: ["SOURCE"] } : {}),
      };
    },
  },
];

/**
 * How types of different kinds, or unions that can't be paired, relate; the comparison of their schemas decides.
 * undefined: they are of one kind, or another facet has a word for it.
 */
export function relation(
  { at, base, head }: Kept,
  context: RuleContext,
): "narrowed" | "widened" | "replaced" | undefined {
  if (closedSet(base, head) !== undefined || closedSet(head, base) !== undefined) return undefined;
  // Their limits are facets of their own.
  if (isNumeric(base) && isNumeric(head) && base.kind !== head.kind) {
    return head.kind === "number" ? "widened" : "narrowed";
  }
  const areOtherUnions = base.kind === "union" && head.kind === "union" && base.discriminator !== head.discriminator;
  if (base.kind === head.kind && !areOtherUnions) {
    // A schema may have keywords of one kind and accept values of every other one besides.
    if (base.untyped === head.untyped) return undefined;
    return head.untyped ? "widened" : "narrowed";
  }
  if (isAnotherRoot({ at, base, head })) return undefined;
  // Only the smaller side has to lose its null: where that one has none, the other's does not matter.
  const isWider = context.widens(at, withoutNull(base), head).verdict === "yes";
  const isNarrower = context.narrows(at, base, withoutNull(head)).verdict === "yes";
  if (isWider && isNarrower) return undefined;
  if (isWider) return "widened";
  return isNarrower ? "narrowed" : "replaced";
}

/** A reader of a result reads its root first. */
function isAnotherRoot({ at, base, head }: Pick<Kept, "at" | "base" | "head">): boolean {
  const isRoot = at.side === "output" && at.root === undefined;
  return isRoot && base.kind !== head.kind && rootKind(base) !== rootKind(head);
}

/** What the root of a result is to a reader; an enum or a union is whatever its values are. */
function rootKind(type: ComparableType): "object" | "array" | "scalar" | "any" {
  switch (type.kind) {
    case "object":
    case "array":
      return type.kind;
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "enum":
      return "scalar";
    case "union": {
      const [first, ...rest] = type.of.map(rootKind);
      return first !== undefined && rest.every((kind) => kind === first) ? first : "any";
    }
    default:
      return "any";
  }
}

function closedSetChange(
  { base, head }: Kept,
  { isConstant, added, removed }: { readonly isConstant: boolean; readonly added: string; readonly removed: string },
): FacetChange | undefined {
  const only = isConstant ? "always" : "only";
  const closed = closedSet(base, head);
  if (closed !== undefined && (closed.constant === true) === isConstant) {
    const undo = `go on accepting ${anyOf(base)}${isConstant ? "" : ", and name the values in the description"}`;
    return { former: added, message: `${only} ${valueList(closed)} instead of ${anyOf(base)}`, undo };
  }
  const freed = closedSet(head, base);
  if (freed === undefined || (freed.constant === true) !== isConstant) return undefined;
  const undo = `answer with ${valueList(freed)} only`;
  return { former: removed, message: `${anyOf(head)} instead of only ${valueList(freed)}`, undo };
}

/** The enum that took the place of any value of its kind. */
function closedSet(free: ComparableType, set: ComparableType): EnumType | undefined {
  if (set.kind !== "enum" || free.kind === "enum" || free.kind === "union" || free.kind === "never") return undefined;
  return set.values.every(({ value }) => value === null || takesKind(free, value)) ? set : undefined;
}

function takesKind(type: ComparableType, value: unknown): boolean {
  switch (type.kind) {
    case "json":
      return true;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && !Array.isArray(value);
    default:
      return typeof value === type.kind;
  }
}

/** Null is a facet of its own. */
function withoutNull(type: ComparableType): ComparableType {
  if (type.nullable !== true) return type;
  if (type.raw === undefined) return { ...type, nullable: false };
  const raw: JsonSchema = { ...type.raw, allOf: [...(type.raw.allOf ?? []), { not: { type: "null" } }] };
  return { ...type, nullable: false, raw };
}

/** undefined for any JSON value: there null is not the point. */
function takesNull(type: ComparableType): boolean | undefined {
  return type.kind === "json" || type.kind === "never" ? undefined : type.nullable === true;
}

/** "any text", for what was free before it was closed, or is free now. */
function anyOf(type: ComparableType): string {
  switch (type.kind) {
    case "string":
      return "any text";
    case "json":
      return "any value";
    default:
      return `any ${type.kind}`;
  }
}

function kindsOf({ base, head }: Kept): string {
  if (base.kind !== head.kind) return `is ${withArticle(head)} instead of ${withArticle(base)}`;
  if (base.kind === "union") return "distinguishes its options in another way";
  return head.untyped ? `accepts more than ${withArticle(head)} now` : `accepts only ${withArticle(head)} now`;
}

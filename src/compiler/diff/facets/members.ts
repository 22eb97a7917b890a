import { canonicalJsonLine } from "../../../contract/canonical-json.ts";
import type { Json } from "../../../contract/json.ts";
import type { ComparableType, EnumTypeValue } from "../comparable-type.ts";
import { isForeign, keepOldForm } from "../repairs.ts";
import { isPast } from "../today.ts";
import { isAny, quoted, withArticle } from "../type-words.ts";
import { type Facet, type FacetChange, formersOf, type Kept } from "./facet.ts";

// What a type has several of: values of an enum, options of a union, fields that it does not name.

export const memberFacets: readonly Facet[] = [
  {
    name: "enum-value",
    formers: formersOf("enum-value", { removed: "narrowed", added: "widened" }),
    compare: (kept, { today }) => {
      const { removed, added } = movedValues(kept);
      const isAnnounced = ({ deprecated }: EnumTypeValue) =>
        kept.at.side === "input" && isPast(deprecated?.sunset, today);
      return [
        ...removed.filter((value) => !isAnnounced(value)).map((value) => valueRemoved(kept, value)),
        ...added.map(({ value }) => ({
          ...valueChange("enum-value-added", value),
          message: `the value ${quoted(value)} was added`,
          undo: `answer with one of the old values instead of ${quoted(value)}`,
          // A switch that names all values has to learn another one.
          also: ["SOURCE"] as const,
        })),
      ];
    },
  },
  {
    name: "enum-alias",
    formers: formersOf("enum-alias", { removed: "narrowed" }),
    compare: (kept) =>
      kept.at.side === "output"
        ? undefined
        : removedSpellings(kept).map(({ value, alias }) => ({
            former: "enum-alias-removed",
            message: `${quoted(alias)} is no longer accepted for ${quoted(value)}`,
            help: `keep it: {value: ${String(value)}, aliases: [${alias}]}`,
            migration: `send ${JSON.stringify(value)} instead of ${JSON.stringify(alias)}`,
            probe: { value: alias },
            values: [value, alias],
          })),
  },
  optionFacet("any-of-branch", false),
  // A value that fits two options of a oneOf is refused, so neither more nor fewer of them is safe by itself.
  optionFacet("one-of-branch", true),
  {
    name: "additional-properties",
    formers: formersOf("additional-properties", {
      closed: "narrowed",
      opened: "widened",
      "schema-narrowed": "narrowed",
      "schema-widened": "widened",
    }),
    compare: ({ at, base, head }) => {
      if (base.kind !== "object" || head.kind !== "object") return undefined;
      const [was, is] = [levelOf(base.open), levelOf(head.open)];
      // Two maps are compared value by value.
      if (was === is) return undefined;
      const step = is === "closed" ? "closed" : was === "closed" ? "opened" : is === "typed" ? "narrowed" : "widened";
      return {
        former: `additional-properties-${step === "narrowed" || step === "widened" ? `schema-${step}` : step}`,
        message: opennessWords[step],
        undo: undoOpenness[was],
        probe: { unknownFields: true },
        // A mistyped name passes in silence from now on.
        ...(step === "opened" && at.side === "input" ? { also: ["PROMPT"] as const } : {}),
      };
    },
  },
];

/** Values of an enum that one side has; one constant for another is one change, not a value lost and a value won. */
export function movedValues({ base, head }: Pick<Kept, "base" | "head">): {
  readonly removed: readonly EnumTypeValue[];
  readonly added: readonly EnumTypeValue[];
} {
  if (!areEnums(base, head)) return { removed: [], added: [] };
  return { removed: valuesNotIn(head, base), added: valuesNotIn(base, head) };
}

function areEnums(base: ComparableType, head: ComparableType): boolean {
  return base.kind === "enum" && head.kind === "enum" && !(base.constant === true && head.constant === true);
}

function valuesNotIn(known: ComparableType, type: ComparableType): readonly EnumTypeValue[] {
  if (known.kind !== "enum" || type.kind !== "enum") return [];
  const values = new Set(known.values.map(({ value }) => canonicalJsonLine(value)));
  const unknown = type.values.map((one) => [canonicalJsonLine(one.value), one] as const);
  return [...new Map(unknown.filter(([text]) => !values.has(text))).values()];
}

function removedSpellings({ base, head }: Kept): readonly { readonly value: Json; readonly alias: string }[] {
  if (!areEnums(base, head) || base.kind !== "enum" || head.kind !== "enum") return [];
  const accepted = new Set<Json>(head.values.flatMap(({ value, aliases = [] }) => [value, ...aliases]));
  return base.values.flatMap(({ value, aliases = [] }) =>
    aliases.filter((alias) => !accepted.has(alias)).map((alias) => ({ value, alias })),
  );
}

function valueRemoved({ at }: Kept, { value }: EnumTypeValue): FacetChange {
  const message = `the value ${quoted(value)} was removed`;
  const help =
    typeof value === "string" && !isForeign(at)
      ? `keep accepting it: {value: …, aliases: [${value}]}`
      : keepOldForm(at, `go on accepting ${quoted(value)} as another word for what took its place`);
  return { ...valueChange("enum-value-removed", value), message, help };
}

function valueChange(former: string, value: Json) {
  return { former, probe: { value }, values: value, points: ["values"] };
}

function optionFacet(name: string, exactlyOne: boolean): Facet {
  const steps = exactlyOne
    ? ({ removed: "changed", added: "changed" } as const)
    : ({ removed: "narrowed", added: "widened" } as const);
  return {
    name,
    formers: formersOf(name, steps),
    compare: ({ base, head, options }) => {
      const isMine = (type: ComparableType) => type.kind === "union" && (type.exactlyOne === true) === exactlyOne;
      const lost = isMine(base) ? (options?.removed ?? []) : [];
      const won = isMine(head) ? (options?.added ?? []) : [];
      return [
        ...lost.map((option) => ({
          former: `${name}-removed`,
          message: `${optionWords(option)} is no longer an option`,
          undo: `keep ${optionWords(option)} as an option`,
          probe: { option, of: "base", exactlyOne } as const,
        })),
        ...won.map((option) => ({
          former: `${name}-added`,
          message: `${optionWords(option)} is an option now`,
          undo: `leave out the option of ${optionWords(option)}`,
          probe: { option, of: "head", exactlyOne } as const,
        })),
      ];
    },
  };
}

function optionWords(option: ComparableType): string {
  if (option.kind !== "enum" || option.values.length !== 1) return withArticle(option);
  return JSON.stringify(option.values[0]?.value);
}

const opennessWords = {
  closed: "unknown fields are refused now",
  opened: "unknown fields are accepted now",
  narrowed: "other fields may no longer hold everything that they could",
  widened: "other fields may hold more than before",
};

const undoOpenness = {
  closed: "leave the object closed to unknown fields",
  typed: "hold other fields to the type that they had",
  anything: "accept other fields, whatever they hold",
};

function levelOf(open: boolean | ComparableType): keyof typeof undoOpenness {
  if (open === false || (open !== true && open.kind === "never")) return "closed";
  return open === true || isAny(open) ? "anything" : "typed";
}

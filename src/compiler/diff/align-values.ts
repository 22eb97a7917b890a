import { sameJson } from "../../contract/alias.ts";
import { pointer } from "../catalog/origins.ts";
import { alignEnumValues } from "./align-enum-values.ts";
import {
  type ComparableType,
  type ComparedField,
  membersOf,
  type ObjectType,
  type UnionType,
} from "./comparable-type.ts";
import { type ComparedCatalog, followType } from "./compared.ts";
import { deprecationKept } from "./deprecation-kept.ts";
import type { DiffEvent, EventOf, Place, ValuePlace } from "./event.ts";
import { replacementOf } from "./field-replacements.ts";
import { labelOf, pairOptions } from "./pair-options.ts";
import { pointersBelow } from "./pointers-below.ts";
import type { RenamedParams } from "./renamed-params.ts";
import type { Step } from "./step.ts";

export interface Catalogs {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
  /** The named types of both are equal, so equal references mean the same. */
  readonly sameTypes: boolean;
  /** Params that several tools call otherwise alike. */
  readonly renamed?: RenamedParams;
}

interface Fields {
  readonly base: readonly ComparedField[];
  readonly head: readonly ComparedField[];
  /** The base's object refused unknown fields. */
  readonly closedBefore: boolean;
  /** The objects that hold them; absent for the params of a tool. */
  readonly of?: NonNullable<Step["of"]>;
}

/** What was met on the way within one param or result field. */
interface Seen {
  /** Pairs of which one is a named type: each is compared once. */
  readonly pairs: Set<string>;
  /** How many pairs of types that differ are still looked into. */
  budget: number;
}

/** Beyond so many the field is judged as a whole: only lists that were made to keep us busy have more that differ. */
const maxTypes = 400;

function nothingSeen(): Seen {
  return { pairs: new Set(), budget: maxTypes };
}

/** Pairs the fields of two objects, or the params of two tools, by name, alias, or likeness. */
export function alignFields(fields: Fields, at: ValuePlace, catalogs: Catalogs, seen?: Seen): DiffEvent[] {
  const events: DiffEvent[] = [];
  const replacements = new Set<string>();
  const headIndexes = new Map(fields.head.map(({ name }, index) => [name, index]));
  const baseNames = new Set(fields.base.map(({ name }) => name));
  const replacementsAmong = {
    ...(catalogs.renamed === undefined || at.trail.length > 0 ? {} : { renamed: catalogs.renamed }),
    head: fields.head,
    removed: fields.base.filter(({ name }) => !headIndexes.has(name)),
    added: fields.head.filter(({ name }) => !baseNames.has(name)),
  };
  for (const [index, was] of fields.base.entries()) {
    const headIndex = headIndexes.get(was.name) ?? -1;
    const is = fields.head[headIndex];
    if (is !== undefined) {
      // Most fields of a changed tool did not change.
      if (catalogs.sameTypes && sameJson(was, is)) continue;
      const place = { ...fieldPlace(at, was, is, fields), ...below(at, index, headIndex) };
      events.push(...alignField(was, is, place, catalogs, seen));
      continue;
    }
    const replacement = replacementOf(was, replacementsAmong);
    const replacementIndex = replacement === undefined ? -1 : fields.head.indexOf(replacement.field);
    const place = { ...fieldPlace(at, was, undefined, fields), ...below(at, index, replacementIndex) };
    const event = { kind: "field-removed" as const, field: was };
    if (replacement === undefined) {
      const { headPointer: _, ...lost } = place;
      events.push({ ...event, at: lost });
      continue;
    }
    replacements.add(replacement.field.name);
    events.push({ ...event, at: place, replacement });
    const moved = { ...fieldPlace(at, was, replacement.field, fields), ...below(at, index, replacementIndex) };
    if (replacement.alias) events.push(...alignField(was, replacement.field, moved, catalogs, seen));
  }
  for (const [index, is] of fields.head.entries()) {
    if (baseNames.has(is.name)) continue;
    const place = { ...fieldPlace(at, undefined, is, fields), ...below(at, -1, index) };
    const { basePointer: _, ...gained } = place;
    const renamed = replacements.has(is.name);
    events.push({ kind: "field-added", at: gained, field: is, closedBefore: fields.closedBefore, renamed });
  }
  return events;
}

function fieldPlace(
  at: ValuePlace,
  base: ComparedField | undefined,
  head: ComparedField | undefined,
  { of }: Fields,
): ValuePlace {
  const pair = { ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) };
  const { types: _, ...place } = at;
  return {
    ...place,
    subject: `${at.subject}.${head?.name ?? base?.name ?? ""}`,
    root: at.root ?? pair,
    trail: [...at.trail, { into: "field", ...pair, ...(of === undefined ? {} : { of }) }],
  };
}

function below(at: ValuePlace, baseIndex: number, headIndex: number): Pick<Place, "basePointer" | "headPointer"> {
  return pointersBelow(at, {
    ...(baseIndex < 0 ? {} : { base: [baseIndex] }),
    ...(headIndex < 0 ? {} : { head: [headIndex] }),
  });
}

function alignField(
  base: ComparedField,
  head: ComparedField,
  at: ValuePlace,
  catalogs: Catalogs,
  seen: Seen = nothingSeen(),
): DiffEvent[] {
  const spelled = (field: ComparedField) => (field.aliases ?? []).filter((alias) => alias.name !== base.name);
  const lost = spelled(base).filter(
    (alias) => head.name !== alias.name && !spelled(head).some((one) => one.name === alias.name),
  );
  const gained = spelled(head).filter((alias) => !spelled(base).some((one) => one.name === alias.name));
  return [
    { kind: "field-kept", at, base, head },
    ...deprecationKept("param", base, head, at),
    ...lost.map((alias) => ({ kind: "field-alias-removed" as const, at, field: head, alias })),
    ...gained.map((alias) => ({ kind: "field-alias-added" as const, at, field: head, alias })),
    ...alignType(base.type, head.type, into(at, "", "type"), catalogs, seen),
  ];
}

/** Pairs two types part by part; references are followed, each pair of named types once. */
export function alignType(
  base: ComparableType,
  head: ComparableType,
  at: ValuePlace,
  catalogs: Catalogs,
  seen: Seen = nothingSeen(),
): DiffEvent[] {
  if (seen.budget <= 0 || (catalogs.sameTypes && sameJson(base, head))) return [];
  seen.budget--;
  if (base.kind === "ref" || head.kind === "ref") {
    const pair = JSON.stringify([named(base), named(head)]);
    if (seen.pairs.has(pair)) return [];
    seen.pairs.add(pair);
  }
  const [was, basePointer] = follow(base, catalogs.base, at.basePointer);
  const [is, headPointer] = follow(head, catalogs.head, at.headPointer);
  const place: ValuePlace = {
    ...at,
    ...(basePointer === undefined ? {} : { basePointer }),
    ...(headPointer === undefined ? {} : { headPointer }),
    types: { base: was, head: is },
  };
  const paired = alignOptions(was, is, catalogs);
  const options = paired === undefined ? {} : { options: paired.options };
  return [
    { kind: "type-kept", at: place, base: was, head: is, ...refsOf(base, head, at), ...options },
    ...(paired === undefined
      ? alignParts(was, is, place, catalogs, seen)
      : alignKeptOptions(paired, place, catalogs, seen)),
  ];
}

function named(type: ComparableType): string {
  return type.kind === "ref" ? `${type.name}${type.nullable === true ? "?" : ""}` : JSON.stringify(type);
}

function refsOf(base: ComparableType, head: ComparableType, at: ValuePlace) {
  if (base.kind !== "ref" && head.kind !== "ref") return {};
  // The types of lists are named after their tool; people know them by the rest.
  const name = (type: ComparableType & { kind: "ref" }, tool: string) => {
    const prefix = `${tool}.${at.side}.`;
    return type.name.startsWith(prefix) ? type.name.slice(prefix.length) : type.name;
  };
  return {
    refs: {
      ...(base.kind === "ref" ? { base: name(base, at.base.name) } : {}),
      ...(head.kind === "ref" ? { head: name(head, at.head.name) } : {}),
    },
  };
}

function alignParts(
  was: ComparableType,
  is: ComparableType,
  at: ValuePlace,
  catalogs: Catalogs,
  seen: Seen,
): DiffEvent[] {
  const of = { base: was, head: is };
  if (was.kind === "array" && is.kind === "array") {
    if (!areComparable(was.items, is.items)) return [];
    return alignType(was.items, is.items, inside(into(at, "[]", "items"), { into: "items", of }), catalogs, seen);
  }
  if (was.kind === "object" && is.kind === "object") {
    return alignObjects(was, is, { at, fieldsAt: into(at, "", "fields"), catalogs, seen });
  }
  if (was.kind === "enum" && is.kind === "enum") return [...alignEnumValues(was, is, at)];
  return [];
}

function inside(place: ValuePlace, step: Step): ValuePlace {
  const { types: _, ...at } = place;
  return { ...at, trail: [...place.trail, step] };
}

interface Walking {
  readonly at: ValuePlace;
  /** Where its fields stand. */
  readonly fieldsAt: ValuePlace;
  readonly catalogs: Catalogs;
  readonly seen?: Seen;
}

/** The parts of two objects, or of the arguments of two tools. */
export function alignObjects(
  was: ObjectType,
  is: ObjectType,
  { at, fieldsAt, catalogs, seen = nothingSeen() }: Walking,
): DiffEvent[] {
  const of = { base: was, head: is };
  // A map takes every name: none that was declared is unknown to it.
  const known = at.side === "input" && at.trail.length > 0 && isMap(is) ? [] : was.fields;
  const fields: Fields = { base: known, head: is.fields, closedBefore: was.open === false, of };
  const values =
    typeof was.open === "boolean" || typeof is.open === "boolean" || !areComparable(was.open, is.open)
      ? []
      : alignType(was.open, is.open, inside(into(at, ".*", "open"), { into: "open", of }), catalogs, seen);
  const patterns = (was.patternProperties ?? []).flatMap(({ pattern, type }, index): DiffEvent[] => {
    const headIndex = (is.patternProperties ?? []).findIndex((one) => one.pattern === pattern);
    const now = is.patternProperties?.[headIndex];
    if (now === undefined) return [];
    const step = { into: "pattern" as const, pattern, of };
    const keys = { base: ["patternProperties", index, "type"], head: ["patternProperties", headIndex, "type"] };
    const place = { ...inside(at, step), subject: `${at.subject}.~${pattern}`, ...pointersBelow(at, keys) };
    return alignType(type, now.type, place, catalogs, seen);
  });
  return [...alignFields(fields, fieldsAt, catalogs, at.root === undefined ? undefined : seen), ...values, ...patterns];
}

function isMap({ fields, open }: ObjectType): boolean {
  return fields.length === 0 && open !== false;
}

/** Any value on one side only, or no value at all, is a difference by itself; there are no parts to be paired. */
function areComparable(base: ComparableType, head: ComparableType): boolean {
  const isAny = (type: ComparableType) =>
    type.kind === "json" && membersOf(type).length === 0 && !type.not && !type.conditional;
  return isAny(base) === isAny(head) && (base.kind === "never") === (head.kind === "never");
}

function follow(
  node: ComparableType,
  catalog: ComparedCatalog,
  at: string | undefined,
): readonly [ComparableType, string | undefined] {
  if (node.kind !== "ref") return [node, at];
  const index = catalog.types.findIndex((type) => type.name === node.name);
  const target = followType(node, catalog);
  return follow(target, catalog, at === undefined ? undefined : pointer("/types", index, "type"));
}

function into(at: ValuePlace, subject: string, ...keys: readonly (string | number)[]): ValuePlace {
  return { ...at, subject: at.subject + subject, ...pointersBelow(at, { base: keys, head: keys }) };
}

/** Pairs the options of two unions. Options of ours that are distinguished in another way can't be paired. */
function alignOptions(base: ComparableType, head: ComparableType, catalogs: Catalogs): PairedOptions | undefined {
  if (base.kind !== "union" || head.kind !== "union") return undefined;
  if (base.raw === undefined && base.discriminator !== head.discriminator) return undefined;
  const pairs = pairOptions(base, head, catalogs);
  const paired = new Set(pairs.values());
  return {
    kept: [...pairs].sort(([a], [b]) => a - b),
    of: { base, head },
    options: {
      removed: base.of.filter((_, index) => !pairs.has(index)),
      added: head.of.filter((_, index) => !paired.has(index)),
    },
  };
}

interface PairedOptions {
  /** Indexes in the base and in the head. */
  readonly kept: readonly (readonly [number, number])[];
  readonly of: { readonly base: UnionType; readonly head: UnionType };
  readonly options: NonNullable<EventOf<"type-kept">["options"]>;
}

function alignKeptOptions({ kept, of }: PairedOptions, at: ValuePlace, catalogs: Catalogs, seen: Seen): DiffEvent[] {
  return kept.flatMap(([index, headIndex]): DiffEvent[] => {
    const [was, is] = [of.base.of[index], of.head.of[headIndex]];
    if (was === undefined || is === undefined) return [];
    const place: ValuePlace = {
      ...at,
      subject: `${at.subject}|${labelOf(was, of.base, { index, catalog: catalogs.base })}`,
      trail: [...at.trail, { into: "option", of }],
      ...pointersBelow(at, { base: ["of", index], head: ["of", headIndex] }),
    };
    return alignType(was, is, place, catalogs, seen);
  });
}

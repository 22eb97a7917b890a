import { sameJson } from "../../contract/alias.ts";
import type { Json } from "../../contract/json.ts";
import { pointer } from "../catalog/origins.ts";
import { unionTag } from "../schema/union-tag.ts";
import { type ComparedCatalog, followShape, ownCatalog, ownType } from "./compared.ts";
import type { DiffEvent, ValuePlace } from "./event.ts";
import type { ComparedField, EnumShape, Shape, UnionShape } from "./shape.ts";

interface Catalogs {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
}

interface Fields {
  readonly base: readonly ComparedField[];
  readonly head: readonly ComparedField[];
  /** The base's object refused unknown fields. */
  readonly closedBefore: boolean;
}

/** Pairs the fields of two objects, or the params of two tools, by name, alias, or likeness. */
export function alignFields(fields: Fields, at: ValuePlace, catalogs: Catalogs, seen: Seen = new Set()): DiffEvent[] {
  const events: DiffEvent[] = [];
  const heirs = new Set<string>();
  for (const [index, was] of fields.base.entries()) {
    const headIndex = fields.head.findIndex((one) => one.name === was.name);
    const is = fields.head[headIndex];
    if (is !== undefined) {
      events.push(
        ...alignField(was, is, { ...fieldPlace(at, was, is), ...below(at, index, headIndex) }, catalogs, seen),
      );
      continue;
    }
    const heir = heirOf(was, fields);
    const heirIndex = heir === undefined ? -1 : fields.head.indexOf(heir.field);
    const place = fieldPlace(at, was, undefined);
    const { headPointer: _, ...lost } = { ...place, ...below(at, index, heirIndex) };
    const event = { kind: "field-removed" as const, field: was };
    if (heir === undefined) {
      events.push({ ...event, at: lost });
      continue;
    }
    heirs.add(heir.field.name);
    events.push({ ...event, at: { ...place, ...below(at, index, heirIndex) }, heir });
    const moved = { ...fieldPlace(at, was, heir.field), ...below(at, index, heirIndex) };
    if (heir.alias) events.push(...alignField(was, heir.field, moved, catalogs, seen));
  }
  for (const [index, is] of fields.head.entries()) {
    if (fields.base.some((one) => one.name === is.name)) continue;
    const { basePointer: _, ...place } = { ...fieldPlace(at, undefined, is), ...below(at, -1, index) };
    const renamed = heirs.has(is.name);
    events.push({ kind: "field-added", at: place, field: is, closedBefore: fields.closedBefore, renamed });
  }
  return events;
}

type Seen = Set<string>;

function fieldPlace(at: ValuePlace, base: ComparedField | undefined, head: ComparedField | undefined): ValuePlace {
  const root = at.root ?? { ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) };
  return { ...at, subject: `${at.subject}.${head?.name ?? base?.name ?? ""}`, root };
}

function below(at: ValuePlace, baseIndex: number, headIndex: number): Pick<ValuePlace, "basePointer" | "headPointer"> {
  return {
    ...(at.basePointer === undefined || baseIndex < 0 ? {} : { basePointer: pointer(at.basePointer, baseIndex) }),
    ...(at.headPointer === undefined || headIndex < 0 ? {} : { headPointer: pointer(at.headPointer, headIndex) }),
  };
}

/** The field that answers to the old name, else the only new field of exactly the old one's type and description. */
function heirOf(
  was: ComparedField,
  fields: Fields,
): { readonly field: ComparedField; readonly alias: boolean } | undefined {
  const named = fields.head.find((one) => one.aliases?.some((alias) => alias.name === was.name) === true);
  if (named !== undefined) return { field: named, alias: true };
  const added = fields.head.filter((one) => !fields.base.some((old) => old.name === one.name));
  const alike = added.filter((one) => sameJson(one.type, was.type) && one.description === was.description);
  const [only] = alike;
  return only !== undefined && alike.length === 1 ? { field: only, alias: false } : undefined;
}

function alignField(
  base: ComparedField,
  head: ComparedField,
  at: ValuePlace,
  catalogs: Catalogs,
  seen: Seen,
): DiffEvent[] {
  const spelled = (field: ComparedField) => (field.aliases ?? []).filter((alias) => alias.name !== base.name);
  const lost = spelled(base).filter(
    (alias) => head.name !== alias.name && !spelled(head).some((one) => one.name === alias.name),
  );
  const gained = spelled(head).filter((alias) => !spelled(base).some((one) => one.name === alias.name));
  return [
    { kind: "field-kept", at, base, head },
    { kind: "deprecation-kept", at, base: base.deprecated, head: head.deprecated },
    ...lost.map((alias) => ({ kind: "field-alias-removed" as const, at, field: head, alias })),
    ...gained.map((alias) => ({ kind: "field-alias-added" as const, at, field: head, alias })),
    ...alignType(base.type, head.type, into(at, "", "type"), catalogs, seen),
  ];
}

/** Pairs two types part by part; references are followed, each pair of named types once. */
export function alignType(
  base: Shape,
  head: Shape,
  at: ValuePlace,
  catalogs: Catalogs,
  seen: Seen = new Set(),
): DiffEvent[] {
  if (base.kind === "ref" || head.kind === "ref") {
    const pair = JSON.stringify([base.kind === "ref" ? base.name : base, head.kind === "ref" ? head.name : head]);
    if (seen.has(pair)) return [];
    seen.add(pair);
  }
  const [was, basePointer] = follow(base, catalogs.base, at.basePointer);
  const [is, headPointer] = follow(head, catalogs.head, at.headPointer);
  const place: ValuePlace = {
    ...at,
    ...(basePointer === undefined ? {} : { basePointer }),
    ...(headPointer === undefined ? {} : { headPointer }),
  };
  const kept: DiffEvent = { kind: "type-kept", at: place, base: was, head: is };
  if (was.kind === "array" && is.kind === "array") {
    return [kept, ...alignType(was.items, is.items, into(place, "[]", "items"), catalogs, seen)];
  }
  if (was.kind === "object" && is.kind === "object") {
    const fields: Fields = { base: was.fields, head: is.fields, closedBefore: was.open === false };
    const values =
      typeof was.open === "boolean" || typeof is.open === "boolean"
        ? []
        : alignType(was.open, is.open, into(place, ".*", "open"), catalogs, seen);
    return [
      kept,
      { kind: "openness-kept", at: place, base: was.open, head: is.open },
      ...alignFields(fields, into(place, "", "fields"), catalogs, seen),
      ...values,
    ];
  }
  if (was.kind === "enum" && is.kind === "enum") return [kept, ...alignValues(was, is, place)];
  if (was.kind === "union" && is.kind === "union") return [kept, ...alignOptions(was, is, place, catalogs, seen)];
  return [kept];
}

function follow(node: Shape, catalog: ComparedCatalog, at: string | undefined): readonly [Shape, string | undefined] {
  if (node.kind !== "ref") return [node, at];
  const index = catalog.types.findIndex((type) => type.name === node.name);
  const target = followShape(node, catalog);
  return follow(target, catalog, at === undefined ? undefined : pointer("/types", index, "type"));
}

function into(at: ValuePlace, subject: string, ...keys: readonly (string | number)[]): ValuePlace {
  return {
    ...at,
    subject: at.subject + subject,
    ...(at.basePointer === undefined ? {} : { basePointer: pointer(at.basePointer, ...keys) }),
    ...(at.headPointer === undefined ? {} : { headPointer: pointer(at.headPointer, ...keys) }),
  };
}

function alignValues(base: EnumShape, head: EnumShape, at: ValuePlace): DiffEvent[] {
  const has = (node: EnumShape, value: Json) => node.values.some((one) => sameJson(one.value, value));
  const accepted = (node: EnumShape) =>
    new Set<Json>(node.values.flatMap((one) => [one.value, ...(one.aliases ?? [])]));
  const now = accepted(head);
  return [
    ...base.values
      .filter((one) => !has(head, one.value))
      .map((value) => ({ kind: "value-removed" as const, at, value })),
    ...head.values.filter((one) => !has(base, one.value)).map((value) => ({ kind: "value-added" as const, at, value })),
    ...base.values.flatMap((one) =>
      (one.aliases ?? [])
        .filter((alias) => !now.has(alias))
        .map((alias) => ({ kind: "value-alias-removed" as const, at, value: one.value, alias })),
    ),
    ...head.values.flatMap((one): DiffEvent[] => {
      const was = base.values.find((old) => sameJson(old.value, one.value));
      const place = { ...at, subject: `${at.subject} value ${shownValue(one.value)}` };
      return was === undefined
        ? []
        : [{ kind: "deprecation-kept", at: place, base: was.deprecated, head: one.deprecated }];
    }),
  ];
}

function shownValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function alignOptions(base: UnionShape, head: UnionShape, at: ValuePlace, catalogs: Catalogs, seen: Seen): DiffEvent[] {
  // Options told apart in another way can't be paired; the type as a whole is compared then.
  if (base.discriminator !== head.discriminator) return [];
  const was = base.of.map((option) => unionTag(ownType(option), base.discriminator, ownCatalog(catalogs.base)));
  const is = head.of.map((option) => unionTag(ownType(option), head.discriminator, ownCatalog(catalogs.head)));
  return [
    ...base.of.flatMap((option, index): DiffEvent[] => {
      const tag = was[index] ?? "";
      const headIndex = is.indexOf(tag);
      const kept = head.of[headIndex];
      if (kept === undefined) return [{ kind: "branch-removed", at, option }];
      const place = {
        ...at,
        subject: `${at.subject}|${tag}`,
        ...(at.basePointer === undefined ? {} : { basePointer: pointer(at.basePointer, "of", index) }),
        ...(at.headPointer === undefined ? {} : { headPointer: pointer(at.headPointer, "of", headIndex) }),
      };
      return alignType(option, kept, place, catalogs, seen);
    }),
    ...head.of.flatMap((option, index): DiffEvent[] =>
      was.includes(is[index] ?? "") ? [] : [{ kind: "branch-added", at, option }],
    ),
  ];
}

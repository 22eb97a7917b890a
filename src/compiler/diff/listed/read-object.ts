import { sameJson } from "../../../contract/alias.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { defined } from "../../../contract/own-property.ts";
import type { KeywordSet, Part } from "../../json-schema/keyword-set.ts";
import type { AnyType, ComparableType, ComparedField, ObjectFacets, ObjectType } from "../comparable-type.ts";
import { make, type Reading, rawOf } from "./reading.ts";

type ReadType = (part: Part, reading: Reading) => ComparableType;

export function readObject(set: KeywordSet, reading: Reading, readType: ReadType): ComparableType {
  const fields = readFields(set, reading, readType);
  const additional = set.additional === undefined ? undefined : readType(set.additional, reading);
  const open =
    additional === undefined || isAnything(additional) ? true : additional.kind === "never" ? false : additional;
  const isOpen = open === true && !(reading.looksBack && set.additional !== undefined);
  const { facets, raw } = readFacets(set, reading, readType);
  const declared = fields.filter(({ name }) => set.properties.has(name));
  const properties = byName(
    declared.map(({ name, type }) => [name, type]),
    rawOf,
  );
  const shape: ObjectType = { kind: "object", fields, open, ...facets };
  const members: JsonObject = {
    type: "object",
    ...defined({ properties }),
    ...(set.required.length === 0 ? {} : { required: [...set.required].sort() }),
    ...(isOpen ? {} : { additionalProperties: typeof open === "boolean" ? open : rawOf(open) }),
    ...raw,
  };
  return make(shape, members, reading);
}

function isAnything(shape: ComparableType): boolean {
  return shape.kind === "json" && Object.keys(rawOf(shape)).length === 0;
}

function isAnyName(shape: ComparableType): boolean {
  return isAnything(shape) || sameJson(rawOf(shape), { type: "string" });
}

function readFields(set: KeywordSet, reading: Reading, readType: ReadType): readonly ComparedField[] {
  const fields = [...set.properties].map(([name, part]): ComparedField => {
    const type = readType(part, reading);
    const { description: _description, ...bare } = type;
    // The field describes what it is for; its type is the same type without.
    const quiet = type.description === undefined ? type : make<ComparableType>(bare, rawOf(type), reading);
    reading.places.set(quiet, part.at);
    const texts = reading.texts.get(type) ?? {};
    const field: ComparedField = {
      name,
      type: quiet,
      required: set.required.includes(name),
      ...defined({ description: type.description, default: texts.default, examples: texts.examples }),
      ...(texts.deprecated === undefined ? {} : { deprecated: { since: "" } }),
    };
    reading.places.set(field, part.at);
    return field;
  });
  // What must be there is a field, declared or not.
  for (const name of set.required) {
    if (set.properties.has(name)) continue;
    fields.push({ name, type: make<AnyType>({ kind: "json" }, {}, reading), required: true });
  }
  // The order of keys means nothing.
  return fields.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readFacets(set: KeywordSet, reading: Reading, readType: ReadType) {
  const patterns = [...set.patterns].map(([pattern, part]) => [pattern, readType(part, reading)] as const);
  const allNames = set.propertyNames === undefined ? undefined : readType(set.propertyNames, reading);
  // Names are texts anyway.
  const names = allNames !== undefined && isAnyName(allNames) ? undefined : allNames;
  const rest = set.unevaluatedProperties === undefined ? undefined : readType(set.unevaluatedProperties, reading);
  const schemas = [...set.dependentSchemas].map(([name, part]) => [name, readType(part, reading)] as const);
  const { minProperties = 0, maxProperties } = set.limits;
  const shared = defined({
    minProperties: minProperties <= set.required.length ? undefined : minProperties,
    maxProperties,
    dependentRequired: byName(set.dependentRequired, (all) => [...all].sort()),
  });
  const facets: ObjectFacets = {
    ...(patterns.length === 0 ? {} : { patternProperties: patterns.map(([pattern, type]) => ({ pattern, type })) }),
    ...defined({ propertyNames: names }),
    ...shared,
    ...defined({
      dependentSchemas: byName(schemas, (type) => type),
      unevaluatedProperties: rest?.kind === "never" ? false : rest,
    }),
  };
  const raw: JsonObject = {
    ...defined({ patternProperties: byName(patterns, rawOf), propertyNames: names && rawOf(names) }),
    ...shared,
    ...defined({ dependentSchemas: byName(schemas, rawOf), unevaluatedProperties: rest && rawOf(rest) }),
  };
  return { facets, raw };
}

/** undefined where there is nothing to name. */
function byName<T, U>(entries: Iterable<readonly [string, T]>, made: (one: T) => U): { [name: string]: U } | undefined {
  const all = [...entries].map(([name, one]) => [name, made(one)] as const);
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

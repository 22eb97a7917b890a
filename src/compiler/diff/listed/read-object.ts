import { sameJson } from "../../../contract/alias.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { AnyShape, ComparedField, ObjectFacets, ObjectShape, Shape } from "../shape.ts";
import type { Bag, Part } from "./bag.ts";
import { make, type Reading, rawOf } from "./reading.ts";

type ReadShape = (part: Part, reading: Reading) => Shape;

/** What an object's keywords say, as a shape has it and as a schema has it. */
export interface Members {
  readonly fields: readonly ComparedField[];
  readonly open: boolean | Shape;
  readonly facets: ObjectFacets;
  readonly raw: JsonObject;
  readonly parts: readonly Shape[];
}

export function readObject(bag: Bag, reading: Reading, readShape: ReadShape): Shape {
  const { fields, open, facets, raw, parts } = readMembers(bag, reading, readShape);
  const shape: ObjectShape = { kind: "object", fields, open, ...facets };
  return make(shape, { type: "object", ...raw }, reading, parts);
}

export function readMembers(bag: Bag, reading: Reading, readShape: ReadShape): Members {
  const fields = readFields(bag, reading, readShape);
  const additional = bag.additional === undefined ? undefined : readShape(bag.additional, reading);
  const open =
    additional === undefined || isAnything(additional) ? true : additional.kind === "never" ? false : additional;
  const { facets, raw, parts } = readFacets(bag, reading, readShape);
  const declared = fields.filter(({ name }) => bag.properties.has(name));
  return {
    fields,
    open,
    facets,
    raw: {
      ...(declared.length === 0
        ? {}
        : { properties: Object.fromEntries(declared.map(({ name, type }) => [name, rawOf(type)])) }),
      ...(bag.required.length === 0 ? {} : { required: [...bag.required].sort() }),
      ...(open === true && !(reading.looksBack && bag.additional !== undefined)
        ? {}
        : { additionalProperties: typeof open === "boolean" ? open : rawOf(open) }),
      ...raw,
    },
    parts: [...fields.map(({ type }) => type), ...(typeof open === "boolean" ? [] : [open]), ...parts],
  };
}

export function isAnything(shape: Shape): boolean {
  return shape.kind === "json" && Object.keys(rawOf(shape)).length === 0;
}

function isAnyName(shape: Shape): boolean {
  return isAnything(shape) || sameJson(rawOf(shape), { type: "string" });
}

function readFields(bag: Bag, reading: Reading, readShape: ReadShape): readonly ComparedField[] {
  const fields = [...bag.properties].map(([name, part]): ComparedField => {
    const type = readShape(part, reading);
    const { description: _description, ...bare } = type;
    // The field tells what it is for; its type is the same type without.
    const quiet = type.description === undefined ? type : make<Shape>(bare, rawOf(type), reading, [type]);
    reading.places.set(quiet, part.at);
    const texts = reading.texts.get(type) ?? {};
    const field: ComparedField = {
      name,
      type: quiet,
      required: bag.required.includes(name),
      ...(type.description === undefined ? {} : { description: type.description }),
      ...(texts.default === undefined ? {} : { default: texts.default }),
      ...(texts.examples === undefined ? {} : { examples: texts.examples }),
      ...(texts.deprecated === undefined ? {} : { deprecated: { since: "" } }),
    };
    reading.places.set(field, part.at);
    return field;
  });
  // What must be there is a field, declared or not.
  for (const name of bag.required) {
    if (bag.properties.has(name)) continue;
    fields.push({ name, type: make<AnyShape>({ kind: "json" }, {}, reading, []), required: true });
  }
  // The order of keys says nothing.
  return fields.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readFacets(bag: Bag, reading: Reading, readShape: ReadShape) {
  const patterns = [...bag.patterns].map(([pattern, part]) => ({ pattern, type: readShape(part, reading) }));
  const allNames = bag.propertyNames === undefined ? undefined : readShape(bag.propertyNames, reading);
  // Names are texts anyway.
  const names = allNames !== undefined && isAnyName(allNames) ? undefined : allNames;
  const rest = bag.unevaluatedProperties === undefined ? undefined : readShape(bag.unevaluatedProperties, reading);
  const schemas = [...bag.dependentSchemas].map(([name, part]) => [name, readShape(part, reading)] as const);
  const { minProperties, maxProperties } = bag.limits;
  const shared = {
    ...(minProperties === undefined || minProperties <= bag.required.length ? {} : { minProperties }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
    ...(bag.dependentRequired.size === 0
      ? {}
      : {
          dependentRequired: Object.fromEntries(
            [...bag.dependentRequired].map(([name, all]) => [name, [...all].sort()]),
          ),
        }),
  };
  const facets: ObjectFacets = {
    ...(patterns.length === 0 ? {} : { patternProperties: patterns }),
    ...(names === undefined ? {} : { propertyNames: names }),
    ...shared,
    ...(schemas.length === 0 ? {} : { dependentSchemas: Object.fromEntries(schemas) }),
    ...(rest === undefined ? {} : { unevaluatedProperties: rest.kind === "never" ? false : rest }),
  };
  const raw: JsonObject = {
    ...(patterns.length === 0
      ? {}
      : { patternProperties: Object.fromEntries(patterns.map(({ pattern, type }) => [pattern, rawOf(type)])) }),
    ...(names === undefined ? {} : { propertyNames: rawOf(names) }),
    ...shared,
    ...(schemas.length === 0
      ? {}
      : { dependentSchemas: Object.fromEntries(schemas.map(([name, type]) => [name, rawOf(type)])) }),
    ...(rest === undefined ? {} : { unevaluatedProperties: rawOf(rest) }),
  };
  const parts = [...patterns.map(({ type }) => type), names, ...schemas.map(([, type]) => type), rest];
  return { facets, raw, parts: parts.filter((part) => part !== undefined) };
}

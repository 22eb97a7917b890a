import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import type { JsonType } from "../../../contract/json-schema.ts";
import { type Bag, emptyBag, isBare, nothing, type Part } from "./bag.ts";
import { opaqueSchema } from "./cut.ts";
import { fold, foldTypes } from "./fold.ts";
import { readKeywords } from "./read-keywords.ts";
import { definitionOf, type Reading } from "./reading.ts";

/** One part as a bag of keywords: references followed, `allOf` folded where it folds. */
export function flatten(part: Part, reading: Reading): Bag {
  const { room } = reading;
  if (room.schemas <= 0 || room.levels <= 0) return { ...emptyBag(part.at), opaque: opaquePart(part, reading.root) };
  room.schemas--;
  room.levels--;
  let bag = flattenSchema(part.schema, part.at, reading);
  for (let next = part.and; next !== undefined; next = next.and) {
    bag = join(bag, { schema: next.schema, at: next.at }, reading);
  }
  room.levels++;
  return bag;
}

function opaquePart(part: Part, root: unknown): readonly JsonObject[] {
  const all: JsonObject[] = [];
  for (let next: Part | undefined = part; next !== undefined; next = next.and)
    all.push(opaqueSchema(next.schema, root));
  return all;
}

/** Folds a part into the bag, or leaves it beside. */
function join(bag: Bag, part: Part, reading: Reading): Bag {
  return fold(bag, flatten(part, reading)) ?? { ...bag, allOf: [...bag.allOf, part] };
}

function flattenSchema(schema: unknown, at: string, reading: Reading): Bag {
  const { allOf, unevaluatedProperties, unevaluatedItems, ...own } = withPlainTypes(readKeywords(schema, at));
  let bag = followReferences({ ...withConsequences(own, reading), allOf: [] }, schema, reading);
  // The only option there is comes first: two lists of options, of which one is no choice, would stand beside each other.
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const [only, ...more] = bag[keyword] ?? [];
    if (only === undefined || more.length > 0) continue;
    const { [keyword]: _, ...rest } = bag;
    bag = join(rest, only, reading);
  }
  for (const member of allOf) bag = join(bag, member, reading);
  const whole = withUnevaluated(bag, { unevaluatedProperties, unevaluatedItems });
  return whole.not !== undefined && isAnything(whole.not) ? { ...nothing(at), texts: whole.texts } : whole;
}

/** A condition that nothing follows from asserts nothing; at most it looks at properties and items. */
function withConsequences<B extends Pick<Bag, "conditional">>(bag: B, { looksBack }: Reading): B {
  const { conditional, ...rest } = bag;
  if (conditional === undefined || looksBack || conditional.then !== undefined || conditional.else !== undefined) {
    return bag;
  }
  return rest as B; // without what it need not have
}

/** Options that are nothing but types are `type` in other words, and is read as that: it folds with the rest. */
function withPlainTypes(bag: Bag): Bag {
  const { anyOf = [], ...rest } = bag;
  const named = anyOf.map(({ schema, at, and }): readonly JsonType[] | undefined => {
    const isPlain = and === undefined && isJsonObject(schema) && Object.keys(schema).join() === "type";
    return isPlain ? readKeywords(schema, at).types : undefined;
  });
  if (anyOf.length === 0 || named.includes(undefined)) return bag;
  const types = named.flatMap((some) => some ?? []);
  const known = types.filter((type, index) => types.indexOf(type) === index);
  const left = foldTypes(bag.types, known.includes("number") ? known.filter((type) => type !== "integer") : known);
  return { ...rest, types: left ?? [] };
}

function isAnything({ schema, and }: Part): boolean {
  return (
    and === undefined &&
    (schema === true || (isJsonObject(schema) && isBare(readKeywords(schema, "")) && schema.$ref === undefined))
  );
}

function followReferences(bag: Bag, schema: unknown, reading: Reading): Bag {
  if (!isJsonObject(schema)) return bag;
  const { $ref, $dynamicRef, $recursiveRef } = schema;
  // Where these lead is known only to whoever refers to the schema.
  const dynamic = $dynamicRef ?? $recursiveRef;
  if (dynamic !== undefined) return { ...bag, opaque: [opaqueSchema({ $ref: dynamic }, reading.root)] };
  if (typeof $ref !== "string") return bag;
  const target = reading.references.follow($ref);
  if (target === undefined) return { ...bag, opaque: [{ $ref }] };
  if (reading.references.isRecursive(target)) {
    return { ...bag, refs: [definitionOf(target, reading).key] };
  }
  const followed = flatten({ schema: target.schema, at: target.at }, reading);
  const titled = { ...followed, texts: { title: target.name, ...followed.texts } };
  return fold(bag, titled) ?? { ...bag, allOf: [{ schema: target.schema, at: target.at }] };
}

/** Where nothing but its own keywords evaluates anything, `unevaluated…` means what `additional…` does. */
function withUnevaluated(
  bag: Bag,
  rest: { readonly unevaluatedProperties: Part | undefined; readonly unevaluatedItems: Part | undefined },
): Bag {
  const isAlone =
    bag.anyOf === undefined &&
    bag.oneOf === undefined &&
    bag.conditional === undefined &&
    bag.allOf.length + bag.refs.length + bag.opaque.length + bag.dependentSchemas.size === 0;
  const { unevaluatedProperties: properties, unevaluatedItems: items } = rest;
  const whole = { ...bag };
  if (properties !== undefined) {
    if (!isAlone) whole.unevaluatedProperties = properties;
    else if (bag.additional === undefined) whole.additional = properties;
  }
  if (items !== undefined) {
    // What `contains` found is evaluated too.
    if (!isAlone || bag.contains !== undefined) whole.unevaluatedItems = items;
    else if (bag.items === undefined) whole.items = items;
  }
  return whole;
}

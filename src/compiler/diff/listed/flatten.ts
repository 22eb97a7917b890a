import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import type { JsonType } from "../../../contract/json-schema.ts";
import { isRecursive, resolve } from "../../json-schema/document.ts";
import { emptySet, isBare, type KeywordSet, nothing, type Part } from "../../json-schema/keyword-set.ts";
import { mergeAllOf, mergeTypes } from "../../json-schema/merge-all-of.ts";
import { readKeywordSet } from "../../json-schema/read-keyword-set.ts";
import { opaqueSchema } from "./cut.ts";
import { definitionOf, type Reading } from "./reading.ts";

/** One part as a set of keywords: references followed, `allOf` merged where it can be. */
export function flatten(part: Part, reading: Reading): KeywordSet {
  const { budget } = reading;
  if (budget.schemas <= 0 || budget.levels <= 0) return { ...emptySet(part.at), opaque: opaquePart(part, reading) };
  budget.schemas--;
  budget.levels--;
  let set = flattenSchema(part.schema, part.at, reading);
  for (let next = part.and; next !== undefined; next = next.and) {
    set = join(set, { schema: next.schema, at: next.at }, reading);
  }
  budget.levels++;
  return set;
}

function opaquePart(part: Part, { document }: Reading): readonly JsonObject[] {
  const all: JsonObject[] = [];
  for (let next: Part | undefined = part; next !== undefined; next = next.and)
    all.push(opaqueSchema(next.schema, document.root));
  return all;
}

/** Merges a part into the set, or leaves it beside. */
function join(set: KeywordSet, part: Part, reading: Reading): KeywordSet {
  return mergeExactly(set, flatten(part, reading)) ?? { ...set, allOf: [...set.allOf, part] };
}

/** @returns undefined when both can't be expressed in one */
export function mergeExactly(a: KeywordSet, b: KeywordSet): KeywordSet | undefined {
  const { set, clashes } = mergeAllOf(a, b);
  if (set.types?.length === 0) return { ...nothing(a.at), texts: set.texts };
  return clashes.length === 0 ? set : undefined;
}

function flattenSchema(schema: unknown, at: string, reading: Reading): KeywordSet {
  const { allOf, unevaluatedProperties, unevaluatedItems, ...own } = withPlainTypes(readKeywordSet(schema, at));
  let set = followReferences({ ...withConsequences(own, reading), allOf: [] }, schema, reading);
  // An only option comes first: otherwise two lists of options, one of them without a choice, would stand together.
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const [only, ...more] = set[keyword] ?? [];
    if (only === undefined || more.length > 0) continue;
    const { [keyword]: _, ...rest } = set;
    set = join(rest, only, reading);
  }
  for (const member of allOf) set = join(set, member, reading);
  const whole = withUnevaluated(set, { unevaluatedProperties, unevaluatedItems });
  return whole.not !== undefined && isAnything(whole.not) ? { ...nothing(at), texts: whole.texts } : whole;
}

/** A condition that nothing follows from asserts nothing; at most it looks at properties and items. */
function withConsequences<B extends Pick<KeywordSet, "conditional">>(set: B, { looksBack }: Reading): B {
  const { conditional, ...rest } = set;
  if (conditional === undefined || looksBack || conditional.then !== undefined || conditional.else !== undefined) {
    return set;
  }
  return rest as B; // without what it need not have
}

/** Options that are nothing but types are `type` in other words, and is read as that, so that it can be merged. */
function withPlainTypes(set: KeywordSet): KeywordSet {
  const { anyOf = [], ...rest } = set;
  const named = anyOf.map(({ schema, at, and }): readonly JsonType[] | undefined => {
    const isPlain = and === undefined && isJsonObject(schema) && Object.keys(schema).join() === "type";
    return isPlain ? readKeywordSet(schema, at).types : undefined;
  });
  if (anyOf.length === 0 || named.includes(undefined)) return set;
  const types = named.flatMap((some) => some ?? []);
  const known = types.filter((type, index) => types.indexOf(type) === index);
  const left = mergeTypes(set.types, known.includes("number") ? known.filter((type) => type !== "integer") : known);
  return { ...rest, types: left ?? [] };
}

function isAnything({ schema, and }: Part): boolean {
  return (
    and === undefined &&
    (schema === true || (isJsonObject(schema) && isBare(readKeywordSet(schema, "")) && schema.$ref === undefined))
  );
}

function followReferences(set: KeywordSet, schema: unknown, reading: Reading): KeywordSet {
  if (!isJsonObject(schema)) return set;
  const { $ref, $dynamicRef, $recursiveRef } = schema;
  // Where these lead depends on what refers to the schema.
  const dynamic = $dynamicRef ?? $recursiveRef;
  if (dynamic !== undefined) return { ...set, opaque: [opaqueSchema({ $ref: dynamic }, reading.document.root)] };
  if (typeof $ref !== "string") return set;
  const target = resolve($ref, schema, reading.document);
  if (typeof target?.schema !== "boolean" && !isJsonObject(target?.schema)) return { ...set, opaque: [{ $ref }] };
  if (isRecursive(target.schema, reading.document)) return { ...set, refs: [definitionOf(target, reading).key] };
  const followed = flatten({ schema: target.schema, at: target.at }, reading);
  const titled = { ...followed, texts: { title: target.name, ...followed.texts } };
  return mergeExactly(set, titled) ?? { ...set, allOf: [{ schema: target.schema, at: target.at }] };
}

/** Where nothing but its own keywords evaluates anything, `unevaluated…` means what `additional…` does. */
function withUnevaluated(
  set: KeywordSet,
  rest: { readonly unevaluatedProperties: Part | undefined; readonly unevaluatedItems: Part | undefined },
): KeywordSet {
  const isAlone =
    set.anyOf === undefined &&
    set.oneOf === undefined &&
    set.conditional === undefined &&
    set.allOf.length + set.refs.length + set.opaque.length + set.dependentSchemas.size === 0;
  const { unevaluatedProperties: properties, unevaluatedItems: items } = rest;
  const whole = { ...set };
  if (properties !== undefined) {
    if (!isAlone) whole.unevaluatedProperties = properties;
    else if (set.additional === undefined) whole.additional = properties;
  }
  if (items !== undefined) {
    // What `contains` found is evaluated too.
    if (!isAlone || set.contains !== undefined) whole.unevaluatedItems = items;
    else if (set.items === undefined) whole.items = items;
  }
  return whole;
}

import type { JsonObject } from "../../../contract/json.ts";
import { defined } from "../../../contract/own-property.ts";
import type { KeywordSet, Part } from "../../json-schema/keyword-set.ts";
import type { ComparableType, ForeignFacets } from "../comparable-type.ts";
import { type Reading, rawOf, refTo } from "./reading.ts";

/** Keywords that concern values of any type, and that could not be merged into the rest. */
export interface Rest {
  readonly facets: Pick<ForeignFacets, "allOf" | "not" | "conditional">;
  readonly raw: JsonObject;
}

export function readRest(
  set: KeywordSet,
  reading: Reading,
  readType: (part: Part, reading: Reading) => ComparableType,
): Rest | undefined {
  const read = (part: Part) => rawOf(readType(part, reading));
  const readMaybe = (part: Part | undefined) => (part === undefined ? undefined : read(part));
  const allOf: JsonObject[] = [
    ...set.allOf.map(read),
    ...set.refs.map(refTo),
    ...set.opaque.map((schema) => schema as JsonObject), // only objects are put there
    ...(set.anyOf === undefined ? [] : [{ anyOf: set.anyOf.map(read) }]),
    ...(set.oneOf === undefined ? [] : [{ oneOf: set.oneOf.map(read) }]),
  ];
  const not = readMaybe(set.not);
  const { conditional } = set;
  if (allOf.length === 0 && not === undefined && conditional === undefined) return undefined;
  const members = { ...(allOf.length === 0 ? {} : { allOf }), ...defined({ not }) };
  if (conditional === undefined) return { facets: asFacets(members), raw: members };
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema, never awaited
  const more = defined({ then: readMaybe(conditional.then), else: readMaybe(conditional.else) });
  const condition = { if: read(conditional.if), ...more };
  return { facets: asFacets({ ...members, conditional: condition }), raw: { ...members, ...condition } };
}

/** What was read is printed in the whole vocabulary, as `asSchema`. */
function asFacets(members: JsonObject): Rest["facets"] {
  return members as Rest["facets"];
}

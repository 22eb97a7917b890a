import type { JsonObject } from "../../../contract/json.ts";
import type { KeywordSet, Part } from "../../json-schema/keyword-set.ts";
import type { ForeignFacets, Shape } from "../shape.ts";
import { asSchema, type Reading, rawOf } from "./reading.ts";

/** Keywords that concern values of any type, and that could not be folded into the rest. */
export interface Rest {
  readonly facets: Pick<ForeignFacets, "allOf" | "not" | "conditional">;
  readonly raw: JsonObject;
  readonly parts: readonly Shape[];
  readonly uses: readonly string[];
}

export function readRest(
  set: KeywordSet,
  reading: Reading,
  readShape: (part: Part, reading: Reading) => Shape,
): Rest | undefined {
  const parts: Shape[] = [];
  const read = (part: Part): JsonObject => {
    const shape = readShape(part, reading);
    parts.push(shape);
    return rawOf(shape);
  };
  const allOf: JsonObject[] = [
    ...set.allOf.map(read),
    ...set.refs.map((ref) => ({
      $ref: `#/$defs/${encodeURIComponent(ref.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
    })),
    ...set.opaque.map((schema) => schema as JsonObject), // only objects are put there
    ...(set.anyOf === undefined ? [] : [{ anyOf: set.anyOf.map(read) }]),
    ...(set.oneOf === undefined ? [] : [{ oneOf: set.oneOf.map(read) }]),
  ];
  const not = set.not === undefined ? undefined : read(set.not);
  const { conditional } = set;
  const condition =
    conditional === undefined
      ? undefined
      : {
          if: read(conditional.if),
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nobody awaits it
          ...(conditional.then === undefined ? {} : { then: read(conditional.then) }),
          ...(conditional.else === undefined ? {} : { else: read(conditional.else) }),
        };
  if (allOf.length === 0 && not === undefined && condition === undefined) return undefined;
  return {
    facets: {
      ...(allOf.length === 0 ? {} : { allOf: allOf.map(asSchema) }),
      ...(not === undefined ? {} : { not: asSchema(not) }),
      ...(condition === undefined ? {} : { conditional: schemasOf(condition) }),
    },
    raw: {
      ...(allOf.length === 0 ? {} : { allOf }),
      ...(not === undefined ? {} : { not }),
      ...(condition ?? {}),
    },
    parts,
    uses: set.refs,
  };
}

function schemasOf(condition: { readonly if: JsonObject; readonly then?: JsonObject; readonly else?: JsonObject }) {
  return {
    if: asSchema(condition.if),
    // biome-ignore lint/suspicious/noThenProperty: as above
    ...(condition.then === undefined ? {} : { then: asSchema(condition.then) }),
    ...(condition.else === undefined ? {} : { else: asSchema(condition.else) }),
  };
}

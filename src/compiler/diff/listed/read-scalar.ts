import type { JsonObject } from "../../../contract/json.ts";
import { defined } from "../../../contract/own-property.ts";
import type { KeywordSet } from "../../json-schema/keyword-set.ts";
import { leastMultiple } from "../../json-schema/merge-all-of.ts";
import { type Bound, boundAs } from "../../json-schema/read-keywords.ts";
import type { ComparableType, NumberType, StringType } from "../comparable-type.ts";
import { make, type Reading } from "./reading.ts";

export function readString(set: KeywordSet, reading: Reading): ComparableType {
  const { minLength, maxLength } = set.limits;
  const { contentEncoding, contentMediaType } = set.texts;
  const keywords = defined({ minLength: positive(minLength), maxLength, pattern: set.pattern, format: set.format });
  const shape: StringType = {
    kind: "string",
    trim: false,
    ...keywords,
    ...defined({ contentEncoding, contentMediaType }),
  };
  return make(shape, { type: "string", ...keywords }, reading);
}

/** A number of which only multiples of an integer pass is an integer, and integers have no use for an exclusive bound. */
export function readNumber(set: KeywordSet, type: "integer" | "number", reading: Reading): ComparableType {
  const { low, high } = set;
  const { multipleOf: written } = set.limits;
  const multipleOf = type === "integer" && written !== undefined ? (leastMultiple(written, 1) ?? written) : written;
  const isInteger = type === "integer" || (multipleOf !== undefined && Number.isInteger(multipleOf));
  const step = multipleOf === undefined || (isInteger && multipleOf === 1) ? {} : { multipleOf };
  const kind = isInteger ? "integer" : "number";
  const from = isInteger ? included(low.exclusive ? Math.floor(low.value) + 1 : Math.ceil(low.value)) : low;
  const to = isInteger ? included(high.exclusive ? Math.ceil(high.value) - 1 : Math.floor(high.value)) : high;
  const shape: NumberType = { kind, ...boundAs(from, "min", "above"), ...boundAs(to, "max", "below"), ...step };
  const raw: JsonObject = {
    type: kind,
    ...boundAs(from, "minimum", "exclusiveMinimum"),
    ...boundAs(to, "maximum", "exclusiveMaximum"),
    ...step,
  };
  return make(shape, raw, reading);
}

function included(value: number): Bound {
  return { value, exclusive: false };
}

/** A lower limit; one of 0 limits nothing. */
export function positive(limit: number | undefined): number | undefined {
  return limit === undefined || limit <= 0 ? undefined : limit;
}

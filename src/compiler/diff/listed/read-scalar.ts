import type { JsonObject } from "../../../contract/json.ts";
import type { NumberShape, Shape, StringShape } from "../shape.ts";
import type { Bag } from "./bag.ts";
import { leastMultiple } from "./fold.ts";
import { make, type Reading } from "./reading.ts";

export function readString(bag: Bag, reading: Reading): Shape {
  const { minLength, maxLength } = bag.limits;
  const { contentEncoding, contentMediaType } = bag.texts;
  const keywords = {
    ...(minLength === undefined || minLength <= 0 ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(bag.pattern === undefined ? {} : { pattern: bag.pattern }),
    ...(bag.format === undefined ? {} : { format: bag.format }),
  };
  const shape: StringShape = {
    kind: "string",
    trim: false,
    ...keywords,
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
    ...(contentMediaType === undefined ? {} : { contentMediaType }),
  };
  return make(shape, { type: "string", ...keywords }, reading, []);
}

/** A number of which only multiples of an integer pass is an integer, and integers have no use for an exclusive bound. */
export function readNumber(bag: Bag, type: "integer" | "number", reading: Reading): Shape {
  const { multipleOf: written, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bag.limits;
  const multipleOf = type === "integer" && written !== undefined ? (leastMultiple(written, 1) ?? written) : written;
  const isInteger = type === "integer" || (multipleOf !== undefined && Number.isInteger(multipleOf));
  const step = multipleOf === undefined || (isInteger && multipleOf === 1) ? {} : { multipleOf };
  const low = higher(minimum, exclusiveMinimum);
  const high = lower(maximum, exclusiveMaximum);
  const bounds = isInteger
    ? {
        ...(low === undefined ? {} : { min: low.exclusive ? Math.floor(low.value) + 1 : Math.ceil(low.value) }),
        ...(high === undefined ? {} : { max: high.exclusive ? Math.ceil(high.value) - 1 : Math.floor(high.value) }),
      }
    : {
        ...(low === undefined ? {} : low.exclusive ? { above: low.value } : { min: low.value }),
        ...(high === undefined ? {} : high.exclusive ? { below: high.value } : { max: high.value }),
      };
  const kind = isInteger ? "integer" : "number";
  const shape: NumberShape = { kind, ...bounds, ...step };
  const raw: JsonObject = {
    type: kind,
    ...(shape.min === undefined ? {} : { minimum: shape.min }),
    ...(shape.above === undefined ? {} : { exclusiveMinimum: shape.above }),
    ...(shape.max === undefined ? {} : { maximum: shape.max }),
    ...(shape.below === undefined ? {} : { exclusiveMaximum: shape.below }),
    ...step,
  };
  return make(shape, raw, reading, []);
}

interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

function higher(inclusive: number | undefined, exclusive: number | undefined): Bound | undefined {
  if (inclusive === undefined && exclusive === undefined) return undefined;
  if (exclusive !== undefined && (inclusive === undefined || exclusive >= inclusive))
    return { value: exclusive, exclusive: true };
  return { value: inclusive ?? 0, exclusive: false };
}

function lower(inclusive: number | undefined, exclusive: number | undefined): Bound | undefined {
  if (inclusive === undefined && exclusive === undefined) return undefined;
  if (exclusive !== undefined && (inclusive === undefined || exclusive <= inclusive))
    return { value: exclusive, exclusive: true };
  return { value: inclusive ?? 0, exclusive: false };
}

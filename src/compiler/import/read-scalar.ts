import { isFormatName } from "../../contract/formats.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { NumberNode, StringNode } from "../catalog/type-node.ts";
import { loseAt, type Reading, takeLetters } from "./reading.ts";
import { safePattern } from "./safe-pattern.ts";

export function readString(reading: Reading, schema: JsonObject): StringNode {
  const { minLength, maxLength } = countRange(reading, schema, "minLength", "maxLength");
  const pattern = readPattern(reading, schema);
  const format = readFormat(reading, schema);
  return {
    kind: "string",
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
    // JSON Schema judges the text as it is; trimmed, `" "` would be another text.
    trim: false,
  };
}

function readPattern(reading: Reading, schema: JsonObject): string | undefined {
  const raw = schema.pattern;
  if (raw === undefined) return undefined;
  const safe = typeof raw === "string" ? safePattern(raw) : { problem: "it is no text" };
  if ("problem" in safe) {
    loseAt(reading, schema, "pattern", "wider", safe.problem, "no pattern");
    return undefined;
  }
  if (!takeLetters(reading, schema, "pattern", "wider", safe.pattern.length)) return undefined;
  if (safe.pattern !== raw) {
    loseAt(reading, schema, "pattern", "reworded", "patterns are read with the flag u", safe.pattern);
  }
  return safe.pattern;
}

function readFormat(reading: Reading, schema: JsonObject): string | undefined {
  const raw = schema.format;
  if (raw === undefined) return undefined;
  if (typeof raw !== "string" || !isFormatName(raw)) {
    loseAt(reading, schema, "format", "wider", `the language knows no format ${quote(raw)}`, "no format");
    return undefined;
  }
  const why = `the format '${raw}' is checked here, by our own rule; JSON Schema leaves that to the reader`;
  loseAt(reading, schema, "format", "narrower", why, `format: ${raw}`);
  return raw;
}

export function readNumber(reading: Reading, schema: JsonObject, kind: "integer" | "number"): NumberNode {
  const node: { -readonly [K in keyof NumberNode]: NumberNode[K] } = { kind };
  const min = bound(reading, schema, "minimum");
  const max = bound(reading, schema, "maximum");
  const above = exclusiveBound(reading, schema, "exclusiveMinimum", min);
  const below = exclusiveBound(reading, schema, "exclusiveMaximum", max);
  if (above !== undefined) node.above = above;
  if (min !== undefined && min !== above) node.min = min;
  if (below !== undefined) node.below = below;
  if (max !== undefined && max !== below) node.max = max;
  if (isEmptyRange(node)) {
    loseAt(reading, schema, "maximum", "wider", "no number lies between the bounds", "no upper bound");
    delete node.max;
    delete node.below;
  }
  const multiple = schema.multipleOf;
  if (multiple !== undefined) {
    // The check allows for what floating point loses, which is 1e-10.
    if (isWritable(multiple) && multiple >= 1e-9) node.multipleOf = multiple;
    else loseAt(reading, schema, "multipleOf", "wider", "it is no number that can be checked", "any multiple");
  }
  return node;
}

function bound(reading: Reading, schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (isWritable(value)) return value;
  loseAt(reading, schema, keyword, "wider", "it is no number that a schema file can hold exactly", "no such bound");
  return undefined;
}

/** In draft-04 the keyword is a boolean that makes the other bound exclusive. */
function exclusiveBound(
  reading: Reading,
  schema: JsonObject,
  keyword: string,
  inclusive: number | undefined,
): number | undefined {
  if (schema[keyword] === true) return inclusive;
  return schema[keyword] === false ? undefined : bound(reading, schema, keyword);
}

/** @see `bounds-empty`, which judges the same in the finished catalog */
export function isEmptyRange({ kind, min, max, above, below }: NumberNode): boolean {
  const whole = kind === "integer";
  const low = Math.max(
    min === undefined ? -Infinity : whole ? Math.ceil(min) : min,
    above === undefined ? -Infinity : whole ? Math.floor(above) + 1 : above,
  );
  const high = Math.min(
    max === undefined ? Infinity : whole ? Math.floor(max) : max,
    below === undefined ? Infinity : whole ? Math.ceil(below) - 1 : below,
  );
  const touches = !whole && low === high && (above === low || below === high);
  return low > high || touches;
}

/** Two counts, such as the lengths of a text; a pair that nothing fits loses its upper end. */
export function countRange<Low extends string, High extends string>(
  reading: Reading,
  schema: JsonObject,
  low: Low,
  high: High,
): { readonly [K in Low | High]?: number } {
  const least = count(reading, schema, low);
  let most = count(reading, schema, high);
  if (least !== undefined && most !== undefined && least > most) {
    loseAt(reading, schema, high, "wider", `nothing fits: '${low}' is greater`, `no '${high}'`);
    most = undefined;
  }
  const range: { [K in Low | High]?: number } = {};
  if (least !== undefined && least > 0) range[low] = least;
  if (most !== undefined) range[high] = most;
  return range;
}

function count(reading: Reading, schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxCounted) return value;
  loseAt(reading, schema, keyword, "wider", "it is no count that a schema file can hold", "no such limit");
  return undefined;
}

/** No text or list of ours gets there, so a limit beyond it would decide nothing. */
const maxCounted = 2 ** 31;

export function isWritable(value: unknown): value is number {
  return (
    typeof value === "number" && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  );
}

export function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;
}

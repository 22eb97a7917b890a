import { isFormatName } from "../../contract/formats.ts";
import { defined } from "../../contract/own-property.ts";
import type { NumberNode, StringNode } from "../catalog/type-node.ts";
import type { KeywordSet, LimitKeyword } from "../json-schema/keyword-set.ts";
import { type Bound, boundAs } from "../json-schema/read-keywords.ts";
import { loseAt, type Reading, takeLetters, widen } from "./reading.ts";
import { safePattern } from "./safe-pattern.ts";

export function readString(reading: Reading, set: KeywordSet): StringNode {
  const lengths = countRange(reading, set, "minLength", "maxLength");
  const pattern = readPattern(reading, set);
  const format = readFormat(reading, set);
  // JSON Schema judges the text as it is; trimmed, `" "` would be another text.
  return { kind: "string", ...lengths, ...defined({ pattern, format }), trim: false };
}

function readPattern(reading: Reading, set: KeywordSet): string | undefined {
  const { pattern: raw } = set;
  if (raw === undefined) return undefined;
  const safe = safePattern(raw, set.limits.maxLength);
  if ("problem" in safe) {
    widen(reading, set, "pattern", safe.problem, "no pattern");
    return undefined;
  }
  if (!takeLetters(reading, set, "pattern", "wider", safe.pattern.length)) return undefined;
  if (safe.pattern !== raw) {
    loseAt(reading, set, "pattern", "reworded", "patterns are read with the flag u", safe.pattern);
  }
  return safe.pattern;
}

function readFormat(reading: Reading, set: KeywordSet): string | undefined {
  const { format: raw } = set;
  if (raw === undefined) return undefined;
  if (!isFormatName(raw)) {
    widen(reading, set, "format", `the language knows no format ${quote(raw)}`, "no format");
    return undefined;
  }
  // A list leaves open whether the server looks at formats; code says that it does.
  if (reading.ofCode) widen(reading, set, "format", `the format '${raw}' is published and not checked`, "any text");
  return raw;
}

export function readNumber(reading: Reading, set: KeywordSet, kind: "integer" | "number"): NumberNode {
  const low = writable(reading, set, set.low, { none: -Infinity, plain: "minimum", excluding: "exclusiveMinimum" });
  const high = writable(reading, set, set.high, { none: Infinity, plain: "maximum", excluding: "exclusiveMaximum" });
  const from: NumberNode = { kind, ...boundAs(low, "min", "above") };
  let node: NumberNode = { ...from, ...boundAs(high, "max", "below") };
  if (isEmptyRange(node)) {
    widen(reading, set, "maximum", "no number lies between the bounds", "no upper bound");
    node = from;
  }
  const { multipleOf } = set.limits;
  if (multipleOf === undefined) return node;
  // The check allows for what floating point loses, which is 1e-10.
  if (isWritable(multipleOf) && multipleOf >= 1e-9) return { ...node, multipleOf };
  widen(reading, set, "multipleOf", "it is not a number that can be checked", "any multiple");
  return node;
}

function writable(
  reading: Reading,
  set: KeywordSet,
  bound: Bound,
  { none, plain, excluding }: { readonly none: number; readonly plain: string; readonly excluding: string },
): Bound {
  if (bound.value === none || isWritable(bound.value)) return bound;
  const keyword = bound.exclusive && set.sources.has(excluding) ? excluding : plain;
  widen(reading, set, keyword, "a schema file can't hold this number exactly", "no such bound");
  return { value: none, exclusive: false };
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
export function countRange<Low extends LimitKeyword, High extends LimitKeyword>(
  reading: Reading,
  set: KeywordSet,
  low: Low,
  high: High,
): { readonly [K in Low | High]?: number } {
  const least = count(reading, set, low);
  let most = count(reading, set, high);
  if (least !== undefined && most !== undefined && least > most) {
    widen(reading, set, high, `nothing fits: '${low}' is greater`, `no '${high}'`);
    most = undefined;
  }
  const range: { [K in Low | High]?: number } = {};
  if (least !== undefined && least > 0) range[low] = least;
  if (most !== undefined) range[high] = most;
  return range;
}

function count(reading: Reading, set: KeywordSet, keyword: LimitKeyword): number | undefined {
  const value = set.limits[keyword];
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= maxCounted)) return value;
  widen(reading, set, keyword, "it is not a count that a schema file can hold", "no such limit");
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

import { formatPatterns, isFormatName } from "../../../contract/formats.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import {
  isTypeName,
  type JsonKind,
  kindOfTypeName,
  numberOf,
  tupleOf as readTuple,
  type Tuple,
} from "../../json-schema/read-keywords.ts";
import type { NullableReading } from "./checked-document.ts";
import { Undecidable } from "./undecidable.ts";

// Keywords as the evaluator and the search read them: what is not a schema is refused.

export interface Types {
  readonly kinds: ReadonlySet<JsonKind>;
  /** Of numbers only integers. */
  readonly integer: boolean;
}

/** undefined: every type. */
export function typesOf(raw: Keywords, nullable: NullableReading): Types | undefined {
  const names = typeof raw.type === "string" ? [raw.type] : Array.isArray(raw.type) ? raw.type : undefined;
  if (names === undefined) return undefined;
  const kinds = new Set<JsonKind>();
  for (const name of names) {
    if (!isTypeName(name)) throw new Undecidable(`'${String(name)}' is not a type of JSON Schema`);
    kinds.add(kindOfTypeName(name));
  }
  if (raw.nullable === true && nullable === "type") kinds.add("null");
  return { kinds, integer: names.includes("integer") && !names.includes("number") };
}

export function divisorOf(raw: Keywords): number | undefined {
  const divisor = raw.multipleOf;
  if (typeof divisor !== "number") return undefined;
  if (!(divisor > 0 && Number.isFinite(divisor))) throw new Undecidable(`multipleOf ${divisor} is not above 0`);
  return divisor;
}

/** Patterns of a string: its own and its format's, where that is asserted. */
export function patternsOf(raw: Keywords): readonly string[] {
  const patterns: string[] = [];
  if (typeof raw.pattern === "string") patterns.push(raw.pattern);
  if (typeof raw.format === "string" && isFormatName(raw.format)) patterns.push(formatPatterns[raw.format].source);
  return patterns;
}

export function tupleOf(raw: Keywords): Tuple | undefined {
  if (Array.isArray(raw.items) && Array.isArray(raw.prefixItems)) {
    throw new Undecidable("prefixItems stands beside a list of items");
  }
  return readTuple(raw);
}

export interface Contains {
  readonly schema: RawSchema;
  readonly min: number;
  readonly max: number;
}

export function containsOf(raw: Keywords): Contains | undefined {
  if (raw.contains === undefined) return undefined;
  const min = Math.ceil(numberOf(raw, "minContains", 1));
  return { schema: raw.contains, min, max: Math.floor(numberOf(raw, "maxContains", Infinity)) };
}

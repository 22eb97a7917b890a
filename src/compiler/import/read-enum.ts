import type { Json } from "../../contract/json.ts";
import type { NumberNode, TypeNode } from "../catalog/type-node.ts";
import type { KeywordSet } from "../json-schema/keyword-set.ts";
import { isOfType } from "../json-schema/read-keywords.ts";
import { combineTypes } from "./combine-types.ts";
import { isWritable } from "./read-scalar.ts";
import { anyValue, type Reading, widen, withNull } from "./reading.ts";

/** A list of values, as types: words become an enum, null makes it nullable, numbers become a range. */
export function readValues(reading: Reading, set: KeywordSet, all: readonly Json[]): TypeNode {
  const keyword = set.constant === true ? "const" : "enum";
  const { types } = set;
  // OpenAPI's `nullable` adds null to the types; the values still decide.
  const values = distinct(all).filter((value) => types === undefined || types.some((type) => isOfType(type, value)));
  const lose = (why: string, instead: string) => widen(reading, set, keyword, why, instead);
  for (const beside of assertions) {
    if (set.sources.has(beside) && values.length > 0) {
      widen(reading, set, beside, `it can't be expressed beside '${keyword}'`, `'${keyword}' alone`);
    }
  }
  const others = values.filter((value) => value !== null);
  const nodes: TypeNode[] = [];
  const words = others.filter((value) => typeof value === "string");
  if (words.length > 0) nodes.push(readWords(reading, words, lose));
  const numbers = others.filter((value) => typeof value === "number");
  if (numbers.length > 0) nodes.push(readNumbers(numbers, lose));
  const booleans = others.filter((value) => typeof value === "boolean");
  if (booleans.length === 1) lose("a constant that is true or false can't be expressed", "a boolean");
  if (booleans.length > 0) nodes.push({ kind: "boolean" });
  if (others.some((value) => typeof value === "object")) {
    lose("constants that are lists or objects can't be expressed", "any value");
    return anyValue;
  }
  const isNullable = values.length > others.length;
  if (nodes.length === 0) {
    const why = isNullable ? "there is no type of null alone" : "no value is allowed, which no type can express";
    lose(why, "any value");
    if (types !== undefined) widen(reading, set, "type", why, "any value");
    return anyValue;
  }
  const node = combineTypes(reading, set, nodes);
  return isNullable ? withNull(node) : node;
}

const assertions = [
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];

function distinct(values: readonly Json[]): readonly Json[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    if (typeof value === "object" && value !== null) return true;
    const key = `${typeof value} ${String(value)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Most words of an enum, and most characters of all of them: what a model could still read. */
const maxWords = 2000;
const maxInWords = 60_000;

function readWords(reading: Reading, words: readonly string[], lose: (why: string, instead: string) => void): TypeNode {
  if (words.some((word) => /\p{Surrogate}/u.test(word))) {
    lose("one of the words is not valid Unicode", "any text");
    return { kind: "string", trim: false };
  }
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  if (words.length > maxWords || letters > maxInWords || reading.budget.letters < letters) {
    lose(`${words.length} words are more than a schema file may list`, "any text");
    return { kind: "string", trim: false };
  }
  reading.budget.letters -= letters;
  if (words.every((word) => /\S/.test(word))) return { kind: "enum", values: words.map((value) => ({ value })) };
  return { kind: "string", pattern: patternOf(words), trim: false };
}

/** Words of an enum must not be blank; a pattern may contain them. */
export function patternOf(words: readonly string[]): string {
  return `^(?:${words.map(escaped).join("|")})$`;
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function readNumbers(numbers: readonly number[], lose: (why: string, instead: string) => void): NumberNode {
  const kind = numbers.every((value) => Number.isInteger(value)) ? "integer" : "number";
  if (!numbers.every(isWritable)) {
    lose("one of the numbers can't be held by a schema file", `any ${kind}`);
    return { kind };
  }
  const sorted = numbers.toSorted((a, b) => a - b);
  const min = sorted[0] ?? 0;
  const max = sorted.at(-1) ?? 0;
  const step = kind === "integer" ? stepOf(sorted) : undefined;
  const isExact =
    sorted.length === 1 || (step !== undefined && (max - min) / step + 1 === sorted.length && min % step === 0);
  const node: NumberNode = {
    kind,
    min,
    max,
    ...(isExact && step !== undefined && step > 1 ? { multipleOf: step } : {}),
  };
  if (!isExact)
    lose("an enum holds words only", `${kind === "integer" ? "whole numbers" : "numbers"} from ${min} to ${max}`);
  return node;
}

/** The one distance between neighbours; undefined when there are several. */
function stepOf(sorted: readonly number[]): number | undefined {
  const steps = new Set(sorted.slice(1).map((value, index) => value - (sorted[index] ?? 0)));
  const [step] = steps;
  return steps.size === 1 ? step : undefined;
}

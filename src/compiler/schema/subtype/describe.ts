import { isJsonObject } from "../../../contract/json.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import { highOf, type JsonKind, listOf, lowOf, numberOf } from "../../json-schema/read-keywords.ts";
import { type CheckedDocument, certainTargets } from "./checked-document.ts";
import { patternsOf, typesOf } from "./read-keywords.ts";

/**
 * A schema in a few words, for reasons: "a string of at most 10 characters, or null".
 * @param kind where the schema names no type, the one to describe
 */
export function describe(raw: RawSchema, document: CheckedDocument, kind?: JsonKind, depth = 0): string {
  if (!isJsonObject(raw)) return raw === false ? "nothing" : "anything";
  const keywords: Keywords = raw;
  if (Array.isArray(keywords.enum)) return describeValues(keywords.enum);
  if (keywords.const !== undefined) return describeValues([keywords.const]);
  const inner = (child: RawSchema): string => (depth > maxDepth ? "…" : describe(child, document, kind, depth + 1));
  const parts: string[] = [];
  const own = describeTypes(keywords, document, kind);
  if (own !== undefined) parts.push(own);
  for (const target of certainTargets(keywords, document) ?? []) parts.push(inner(target));
  for (const member of listOf(keywords, "allOf") ?? []) parts.push(inner(member));
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = listOf(keywords, keyword);
    if (options !== undefined) parts.push([...new Set(options.map(inner))].join(", or ") || "nothing");
  }
  if (keywords.not !== undefined) parts.push(`not ${inner(keywords.not)}`);
  const said = [...new Set(parts)].filter((part) => part !== "anything");
  return said.length === 0 ? "anything" : said.join(" and ");
}

const maxDepth = 3;

function describeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
  const more = values.length > shown.length ? ", …" : "";
  if (shown.length === 0) return "nothing";
  return shown.length === 1 ? shown.join() : `one of ${shown.join(", ")}${more}`;
}

function describeTypes(raw: Keywords, document: CheckedDocument, kind: JsonKind | undefined): string | undefined {
  const types = typesOf(raw, document.nullable);
  const kinds = types?.kinds ?? new Set(kind === undefined ? [] : [kind]);
  const plain = [...(kinds.has("null") ? ["null"] : []), ...(kinds.has("boolean") ? ["true or false"] : [])];
  const parts = [
    ...plain,
    ...(kinds.has("number") ? [describeNumber(raw, types?.integer ?? false)] : []),
    ...(kinds.has("string") ? [describeString(raw)] : []),
    ...(kinds.has("array") ? [describeArray(raw)] : []),
    ...(kinds.has("object") ? [describeObject(raw)] : []),
  ];
  if (types === undefined && parts.every((part) => bare.has(part))) return undefined;
  return parts.join(", or ");
}

/** Descriptions that name only the type. */
const bare = new Set(["null", "true or false", "a number", "a string", "an array", "an object"]);

function describeNumber(raw: Keywords, integer: boolean): string {
  const [low, high] = [lowOf(raw), highOf(raw)];
  const from = low.exclusive ? ` above ${low.value}` : ` from ${low.value}`;
  const to = high.exclusive ? ` below ${high.value}` : ` up to ${high.value}`;
  const multiples = typeof raw.multipleOf === "number" ? `, a multiple of ${raw.multipleOf}` : "";
  const bounds = `${Number.isFinite(low.value) ? from : ""}${Number.isFinite(high.value) ? to : ""}`;
  return `${integer ? "an integer" : "a number"}${bounds}${multiples}`;
}

function describeString(raw: Keywords): string {
  const length = range(numberOf(raw, "minLength", 0), numberOf(raw, "maxLength", Infinity), "character");
  const pattern = patternsOf({ pattern: raw.pattern }).map((one) => ` matching ${one}`);
  const format = patternsOf({ format: raw.format }).length > 0 ? ` of the format ${String(raw.format)}` : "";
  return `a string${length === "" ? "" : ` of ${length}`}${format}${pattern.join("")}`;
}

function describeArray(raw: Keywords): string {
  const count = range(numberOf(raw, "minItems", 0), numberOf(raw, "maxItems", Infinity), "item");
  return `an array${count === "" ? "" : ` of ${count}`}${raw.uniqueItems === true ? " without repeats" : ""}`;
}

function describeObject(raw: Keywords): string {
  const count = range(numberOf(raw, "minProperties", 0), numberOf(raw, "maxProperties", Infinity), "property");
  return `an object${count === "" ? "" : ` of ${count}`}`;
}

function range(min: number, max: number, unit: string): string {
  const units = (count: number) => `${count} ${count === 1 ? unit : (plurals[unit] ?? `${unit}s`)}`;
  if (min > 0 && max < Infinity) return min === max ? units(min) : `${min} to ${units(max)}`;
  if (min > 0) return `at least ${units(min)}`;
  return max < Infinity ? `at most ${units(max)}` : "";
}

const plurals: { readonly [unit: string]: string } = { property: "properties" };

import { formatPatterns } from "../../contract/formats.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import type { DiagnosticExtras, Fix } from "../../diagnostics/diagnostic.ts";
import { replaceWord } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { SpecEntry, SpecMap, SpecNode } from "./spec-node.ts";

// Words of JSON Schema, OpenAPI, Zod and programming languages in the place of ours: what their author has to write instead. Only
// what means the same is a fix.

type Repair = Pick<DiagnosticExtras, "help" | "fix">;

/** Keys of types that are only called differently. */
const renamed: { readonly [key: string]: string } = {
  minimum: "min",
  gte: "min",
  maximum: "max",
  lte: "max",
  exclusiveMinimum: "above",
  gt: "above",
  exclusiveMaximum: "below",
  lt: "below",
  properties: "fields",
  uniqueItems: "unique",
  desc: "description",
  doc: "description",
  regex: "pattern",
  secret: "sensitive",
  writeOnly: "sensitive",
};

/** Limits that each type calls differently. */
const limits: { readonly [key: string]: { readonly [type: string]: string } } = {
  min: { string: "min_length", array: "min_items" },
  max: { string: "max_length", array: "max_items" },
  minimum: { string: "min_length", array: "min_items" },
  maximum: { string: "max_length", array: "max_items" },
};

const explained: { readonly [key: string]: string } = {
  optional: "remove it: a field is optional unless it says 'required: true'",
  title: "remove it: a field has no title; its 'description' says what it means",
  const: "write 'type: enum' with the one word under 'values'",
  oneOf: "write 'type: union' with the types under 'of'",
  anyOf: "write 'type: union' with the types under 'of'",
  allOf: "write one object that has the fields of all of them",
  prefixItems: "lists have items of one type; write an object with a field for each place",
  patternProperties: "'open: {type: …}' takes any key whose value has that type",
  propertyNames: "'open: {type: …}' takes any key whose value has that type",
  $defs: "write named types in schema/types, and 'ref' where they are used",
  definitions: "write named types in schema/types, and 'ref' where they are used",
  length: "write 'min_length' and 'max_length'",
};

/** What stands under these keys stands under ours, in whatever form: that ours is missing, or empty, is the same mistake. */
const meant: { readonly [key: string]: string } = {
  properties: "fields",
  oneOf: "of",
  anyOf: "of",
  const: "values",
  enum: "values",
  prefixItems: "items",
};

/** The key of a type that these keys of another language are in place of. */
export function keysMeant(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => (Object.hasOwn(meant, name) ? (meant[name] ?? []) : []));
}

/** Keys of maps without a type, such as tools, effects and examples: what each of them is here. The first that the map can have counts. */
const ofRecords: { readonly [key: string]: readonly string[] } = {
  inputSchema: ["params"],
  input_schema: ["params"],
  parameters: ["params"],
  arguments: ["params"],
  args: ["arguments", "params", "with"],
  params: ["arguments", "with"],
  returns: ["result"],
  return: ["result"],
  response: ["result"],
  outputSchema: ["result"],
  output_schema: ["result"],
  annotations: ["effects"],
  readOnlyHint: ["read_only"],
  destructiveHint: ["destructive"],
  idempotentHint: ["idempotent"],
  openWorldHint: ["open_world"],
  required: ["requires"],
};

/** The key of ours that another language calls so, where the map can have it and has not. */
export function keyInstead(name: string, map: SpecMap, table: object): string | undefined {
  const ours = Object.hasOwn(ofRecords, name) ? ofRecords[name] : undefined;
  return ours?.find((key) => Object.hasOwn(table, key) && !map.entries.has(key));
}

/** Keys of maps without a type that ours says elsewhere, where the map has the key that `beside` names. */
const explainedOfRecords: { readonly [key: string]: { readonly beside: string; readonly help: string } } = {
  required: { beside: "params", help: "write 'required: true' in each of these params" },
};

/** What to do with a key of another language that no key of ours is in place of. */
export function keyExplained(name: string, table: object): string | undefined {
  const explanation = Object.hasOwn(explainedOfRecords, name) ? explainedOfRecords[name] : undefined;
  return explanation !== undefined && Object.hasOwn(table, explanation.beside) ? explanation.help : undefined;
}

/** Keys that say the type by themselves in those languages: that 'type' is missing is the same mistake. */
const selecting: ReadonlySet<string> = new Set(["enum", "const", "oneOf", "anyOf", "allOf", "properties", "$ref"]);

/** @param type the word under `type`, where it is known */
export function foreignKey(name: string, entry: SpecEntry, map: SpecMap, type: string | undefined): Repair | undefined {
  if (name === "enum") return repairOfEnum(entry, map);
  if (name === "$ref") return repairOfRef(entry, map);
  if (name === "additionalProperties") return repairOfOpen(entry, map);
  const ours = limits[name]?.[type ?? ""] ?? renamed[name];
  if (ours !== undefined) return { help: `write '${ours}'`, fix: renaming(entry.key, ours, map) };
  const help = Object.hasOwn(explained, name) ? explained[name] : undefined;
  return help === undefined ? undefined : { help };
}

export function selectsType(map: SpecMap): boolean {
  return [...map.entries.keys()].some((key) => selecting.has(key));
}

function repairOfEnum({ key, value }: SpecEntry, map: SpecMap): Repair {
  const help = "write 'type: enum' with the words under 'values'";
  if (value.kind !== "list" || map.entries.has("values")) return { help };
  const type = map.entries.get("type")?.value;
  if (type === undefined) return { help, fix: edited(help, [key, `type: enum${betweenKeys(map, key)}values`]) };
  if (type.kind !== "scalar" || type.value !== "string") return { help };
  return { help, fix: edited(help, [type.span, "enum"], [key, "values"]) };
}

function repairOfRef({ key, value }: SpecEntry, map: SpecMap): Repair {
  const target = value.kind === "scalar" && typeof value.value === "string" ? value.value : "";
  const [, param] = /^#\/params\/([a-z][a-z0-9_]*)$/.exec(target) ?? [];
  if (param !== undefined) {
    const help = `write 'use: ${param}'`;
    return { help, fix: map.entries.has("use") ? undefined : edited(help, [key, "use"], [value.span, param]) };
  }
  const [, name] = /^#\/(?:\$defs|definitions|types|components\/schemas)\/([A-Z][A-Za-z0-9]*)$/.exec(target) ?? [];
  if (name === undefined) return { help: "write 'ref' with the name of a type of schema/types" };
  const help = `write 'ref: ${name}'`;
  return { help, fix: map.entries.has("ref") ? undefined : edited(help, [key, "ref"], [value.span, name]) };
}

function repairOfOpen({ key, value }: SpecEntry, map: SpecMap): Repair {
  if (value.kind === "scalar" && value.value === false) {
    return { help: "remove it: an object takes no other keys unless it says 'open'" };
  }
  return { help: "write 'open'", fix: renaming(key, "open", map) };
}

const types: { readonly [word: string]: string } = {
  str: "string",
  text: "string",
  varchar: "string",
  int: "integer",
  int32: "integer",
  int64: "integer",
  long: "integer",
  float: "number",
  double: "number",
  decimal: "number",
  bool: "boolean",
  list: "array",
  tuple: "array",
  any: "json",
  unknown: "json",
};

const explainedTypes: { readonly [word: string]: string } = {
  map: "write 'type: object' with the type of its values under 'open'",
  dict: "write 'type: object' with the type of its values under 'open'",
  record: "write 'type: object' with the type of its values under 'open'",
  null: "write the type of the other values, and 'nullable: true'",
  literal: "write 'type: enum' with the one word under 'values'",
  oneOf: "write 'type: union' with the types under 'of'",
  anyOf: "write 'type: union' with the types under 'of'",
};

const formats: { readonly [word: string]: string } = { datetime: "date-time", timestamp: "date-time", url: "uri" };

/** @param map in which `word` stands under `type` */
export function foreignType(word: string, span: Span, map: SpecMap): Repair | undefined {
  const ours = Object.hasOwn(types, word) ? types[word] : undefined;
  if (ours !== undefined) return { help: `write '${ours}'`, fix: replaceWord(span, ours) };
  if (Object.hasOwn(explainedTypes, word)) return { help: explainedTypes[word] };
  const format = Object.hasOwn(formats, word) ? formats[word] : word;
  if (format !== undefined && Object.hasOwn(formatPatterns, format)) {
    const help = `write 'type: string' with 'format: ${format}'`;
    const key = map.entries.get("type")?.key;
    if (key === undefined || map.entries.has("format")) return { help };
    return { help, fix: edited(help, [span, `string${betweenKeys(map, key)}format: ${format}`]) };
  }
  if (!/^[A-Z][A-Za-z0-9]*$/.test(word)) return undefined;
  const key = map.entries.get("type")?.key;
  const help = `write 'ref: ${word}' for a type of schema/types`;
  return { help, fix: key === undefined || map.entries.has("ref") ? undefined : edited(help, [key, "ref"]) };
}

/** Several types in one place. */
export const listOfTypes: Repair = {
  help: "write one type; a union has its types under 'of', and 'nullable: true' allows null",
};

/** The name of a shared param where its map must stand. @param words the types */
export function sharedInShort(node: SpecNode, words: readonly string[]): Repair | undefined {
  if (node.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const type = nearMiss(node.value, words);
  const written = type !== undefined ? `{type: ${type}}` : `{use: ${node.value}}`;
  if (!/^[a-z][a-z0-9_]*$/.test(node.value)) return undefined;
  return { help: `write ${written}`, fix: edited(`write ${written}`, [node.span, written]) };
}

/** A value where the map of a type must stand: the name of a type alone, or a list of types. */
export function typeInShort(node: SpecNode, words: readonly string[]): Repair | undefined {
  if (node.kind === "list") return listOfTypes;
  if (node.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const { value, span } = node;
  const ours = words.includes(value) ? value : Object.hasOwn(types, value) ? types[value] : undefined;
  const written =
    ours !== undefined ? `{type: ${ours}}` : /^[A-Z][A-Za-z0-9]*$/.test(value) ? `{ref: ${value}}` : undefined;
  return written === undefined
    ? undefined
    : { help: `write ${written}`, fix: edited(`write ${written}`, [span, written]) };
}

/** A type that the keys of a map can only belong to: "object" where there are `fields`. */
export function typeByKeys(map: SpecMap): Repair | undefined {
  const owners = { values: "enum", items: "array", of: "union" };
  const [first] = map.entries.values();
  for (const [name, type] of Object.entries(owners)) {
    if (!map.entries.has(name) || first === undefined) continue;
    const { file, start } = first.key;
    const help = `add 'type: ${type}'`;
    return { help, fix: edited(help, [{ file, start, end: start }, `type: ${type}${betweenKeys(map, first.key)}`]) };
  }
  return undefined;
}

function renaming(key: Span, ours: string, map: SpecMap): Fix | undefined {
  return map.entries.has(ours) ? undefined : replaceWord(key, ours);
}

function edited(title: string, ...edits: readonly (readonly [Span, string])[]): Fix {
  return { title, edits: edits.map(([span, text]) => ({ span, text })) };
}

/** What separates two keys of a map: a comma in braces, else a new line with the same indentation. */
function betweenKeys(map: SpecMap, { file, start }: Span): string {
  if (file.text[map.span.start] === "{") return ", ";
  const line = file.text.slice(file.text.lastIndexOf("\n", start - 1) + 1, start);
  return `\n${line.replaceAll(/[^ ]/g, " ")}`;
}

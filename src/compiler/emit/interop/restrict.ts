import { definitionName, definitionOf } from "../../../contract/definition.ts";
import type { Json } from "../../../contract/json.ts";
import type { JsonSchema, JsonType } from "../../../contract/json-schema.ts";
import { pointer } from "../../catalog/origins.ts";
import { describeKeyword } from "./describe-keyword.ts";
import type { Dialect } from "./dialect.ts";

/** A schema in the dialect of an API; OpenAPI's `nullable` is the only keyword that `JsonSchema` lacks. */
export interface DialectSchema {
  readonly [keyword: string]: unknown;
}

export interface Restricted {
  readonly schema: DialectSchema;
  readonly dropped: readonly Omit<Dropped, "tool">[];
}

/**
 * Rewrites a published schema for an API: the closest schema that the API can express, and a list of what it can't.
 * Terminates on every schema, also on recursive ones; depth is bounded by the depth of the schema.
 */
export function restrict(root: JsonSchema, dialect: Dialect): Restricted {
  const walk: Walk = { root, dialect, dropped: [] };
  const schema = node(walk, root, "", [], true);
  if (dialect.refs === "inline" || root.$defs === undefined) return { schema, dropped: walk.dropped };
  const definitions = Object.entries(root.$defs).map(
    ([name, definition]) => [name, node(walk, definition, pointer("/$defs", name), [], false)] as const,
  );
  return { schema: { ...schema, $defs: Object.fromEntries(definitions) }, dropped: walk.dropped };
}

interface Walk {
  readonly root: JsonSchema;
  readonly dialect: Dialect;
  readonly dropped: Omit<Dropped, "tool">[];
}

/** Keywords that are rewritten below rather than kept or dropped one by one. */
const structural = new Set([
  ...["$ref", "$defs", "type", "properties", "required", "items", "anyOf", "additionalProperties"],
  ...["enum", "const", "description"],
]);

/** One schema inside the root. */
interface Visit extends Walk {
  readonly given: JsonSchema;
  /** Its place: JSON Pointer into the root. */
  readonly at: string;
  /** Definitions that it is written out from. */
  readonly inside: readonly string[];
  /** What its description has to say instead of keywords. */
  readonly described: string[];
}

function node(walk: Walk, given: JsonSchema, at: string, inside: readonly string[], isRoot: boolean): DialectSchema {
  const { dialect } = walk;
  const visit: Visit = { ...walk, given, at, inside, described: [] };
  if (given.$ref !== undefined) return reference(visit, given.$ref);
  const nullable = allowsNull(given);
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(given) as [keyof JsonSchema, Json][]) {
    if (structural.has(keyword)) continue;
    if (keeps(dialect, keyword, value)) kept[keyword] = value;
    else drop(visit, { keyword, value, effect: effectOf(keyword), why: cannot(dialect, keyword, value) });
  }
  const options = unionOf(visit);
  const values = valuesOf(visit);
  const type = typeOf(visit, options !== undefined || values.enum !== undefined);
  const members = type === "object" && options === undefined ? objectOf(visit) : {};
  const items = given.items === undefined ? {} : { items: node(walk, given.items, `${at}/items`, inside, false) };
  const description = describe(given.description, visit.described);
  return {
    ...(given.type === "null" ? { type: "null" } : typeKeyword(dialect, type, nullable && options === undefined)),
    ...values,
    ...options,
    ...members,
    ...items,
    ...kept,
    ...(dialect.nullable === "keyword" && nullable && !isRoot ? { nullable: true } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

function reference(visit: Visit, ref: string): DialectSchema {
  const { given, at, inside, dialect, dropped } = visit;
  const name = definitionName(ref) ?? ref;
  const { $ref: _ref, type: _type, $defs: _defs, ...beside } = given;
  if (dialect.refs === "keep") {
    const { description, ...rest } = beside;
    const why = "nothing is allowed beside a reference";
    const kept: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(rest) as [keyof JsonSchema, Json][]) {
      if (keeps(dialect, keyword, value)) kept[keyword] = value;
      else dropped.push({ at, keyword, value, effect: effectOf(keyword), why });
    }
    if (description === undefined) return { $ref: ref, ...kept };
    if (!dialect.strict) return { $ref: ref, ...kept, description };
    dropped.push({ at, keyword: "description", value: description, effect: "same", why });
    return { $ref: ref, ...kept };
  }
  const target = definitionOf(ref, visit.root);
  if (target === undefined || inside.includes(name)) {
    const why = `${dialect.name} does not support references, so a recursive type ends here`;
    drop(visit, { keyword: "$ref", value: ref, effect: "wider", why });
    const description = describe(given.description ?? target?.description, [`another ${name}`]);
    return { type: "object", description };
  }
  return node(visit, { ...target, ...beside }, at, [...inside, name], false);
}

/** `anyOf` without its null branch, which became `nullable` where the dialect has that keyword. */
function unionOf(visit: Visit): { readonly anyOf: readonly DialectSchema[] } | undefined {
  const { given, at, inside, dialect } = visit;
  if (given.anyOf === undefined) return undefined;
  if (!dialect.keywords.has("anyOf")) {
    const why = `${dialect.name} does not support unions`;
    drop(visit, { keyword: "anyOf", value: given.anyOf as unknown as Json, effect: "wider", why });
    return undefined;
  }
  const options = given.anyOf.flatMap((option, index) => {
    if (dialect.nullable === "keyword" && option.type === "null") return [];
    return [node(visit, option, pointer(at, "anyOf", index), inside, false)];
  });
  return { anyOf: options };
}

function valuesOf(visit: Visit): { readonly enum?: readonly Json[] } & DialectSchema {
  const { given, dialect } = visit;
  if (given.const !== undefined) {
    if (dialect.keywords.has("const")) return { const: given.const };
    if (typeof given.const === "string") return { enum: [given.const] };
    const why = `${dialect.name} accepts only texts as values`;
    drop(visit, { keyword: "const", value: given.const, effect: "wider", why });
    return {};
  }
  if (given.enum === undefined) return {};
  return { enum: dialect.nullable === "keyword" ? given.enum.filter((value) => value !== null) : given.enum };
}

/** The one type, null aside; "object" where an API requires a type and the schema allows any JSON value. */
function typeOf(visit: Visit, reported: boolean): JsonType | undefined {
  const { given, dialect } = visit;
  const types = (typeof given.type === "string" ? [given.type] : (given.type ?? [])).filter((type) => type !== "null");
  const [type] = types;
  if (type !== undefined || reported || dialect.untyped || given.type === "null") return type;
  const why = `${dialect.name} requires a type, and any JSON value has none`;
  drop(visit, { keyword: "type", value: null, effect: "narrower", why });
  return "object";
}

function objectOf(visit: Visit): DialectSchema {
  const { given, at, inside, dialect } = visit;
  const required = given.required ?? [];
  const properties = Object.entries(given.properties ?? {}).map(([name, property]) => {
    const child = node(visit, property, pointer(at, "properties", name), inside, false);
    return [name, dialect.strict && !required.includes(name) ? orNull(child) : child] as const;
  });
  const open = openOf(visit);
  const all = dialect.strict ? properties.map(([name]) => name) : required;
  return {
    ...(given.properties === undefined && !dialect.strict ? {} : { properties: Object.fromEntries(properties) }),
    ...(all.length === 0 ? {} : { required: all }),
    ...open,
  };
}

function openOf(visit: Visit): DialectSchema {
  const { at, inside, dialect, dropped } = visit;
  const { additionalProperties: open } = visit.given;
  if (dialect.strict) {
    // Maps can't be expressed; `strictReasons` excludes such tools. An open root loses only keys that are ignored.
    if (open !== false && at !== "") {
      const value = open === undefined ? true : (open as unknown as Json);
      const why = "a strict object is closed";
      dropped.push({ at, keyword: "additionalProperties", value, effect: "narrower", why });
    }
    return { additionalProperties: false };
  }
  if (open === undefined) return {};
  if (dialect.keywords.has("additionalProperties")) {
    if (typeof open === "boolean") return { additionalProperties: open };
    return { additionalProperties: node(visit, open, `${at}/additionalProperties`, inside, false) };
  }
  const words = open === false ? undefined : "any further keys are values of one kind";
  if (words !== undefined) visit.described.push(words);
  dropped.push({
    at,
    keyword: "additionalProperties",
    value: open as unknown as Json,
    effect: "wider",
    why: `${dialect.name} doesn't know the keyword`,
    ...(words === undefined ? {} : { described: words }),
  });
  return {};
}

/** An optional property of a strict object: null stands for leaving it out. */
function orNull(schema: DialectSchema): DialectSchema {
  const { type, anyOf } = schema;
  // Where null is a normal value, it can't also mean "left out"; then the model has to choose a value.
  if (Array.isArray(type)) return schema;
  const options = Array.isArray(anyOf) ? (anyOf as readonly DialectSchema[]) : undefined;
  if (options?.some((option) => option.type === "null")) return schema;
  const { description: text, ...rest } = schema;
  const words = "Null leaves it out.";
  const description = typeof text === "string" ? `${text.trimEnd().replace(/\.$/, "")}. ${words}` : words;
  if (options !== undefined) return { ...rest, anyOf: [...options, { type: "null" }], description };
  if (typeof type !== "string" || schema.const !== undefined) return { anyOf: [rest, { type: "null" }], description };
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...rest, type: [type, "null"], ...values, description };
}

function typeKeyword(dialect: Dialect, type: JsonType | undefined, nullable: boolean): DialectSchema {
  if (type === undefined) return {};
  return { type: nullable && dialect.nullable === "type-list" ? [type, "null"] : type };
}

function allowsNull(given: JsonSchema): boolean {
  if (Array.isArray(given.type) && given.type.includes("null")) return true;
  return given.anyOf?.some((option) => option.type === "null") ?? false;
}

function keeps(dialect: Dialect, keyword: keyof JsonSchema, value: Json): boolean {
  if (!dialect.keywords.has(keyword)) return false;
  return keyword !== "format" || dialect.formats === undefined || dialect.formats.has(String(value));
}

function cannot(dialect: Dialect, keyword: string, value: Json): string {
  return keyword === "format" && dialect.keywords.has("format")
    ? `${dialect.name} doesn't know the format '${String(value)}'`
    : `${dialect.name} doesn't know the keyword`;
}

/** Texts and annotations do not change which arguments are valid. */
function effectOf(keyword: string): Dropped["effect"] {
  return ["title", "description", "default", "examples", "deprecated"].includes(keyword) ? "same" : "wider";
}

function drop(visit: Visit, dropped: Omit<Dropped, "tool" | "at" | "described">): void {
  const words = describeKeyword(dropped.keyword, dropped.value);
  if (words !== undefined) visit.described.push(words);
  visit.dropped.push({ at: visit.at, ...dropped, ...(words === undefined ? {} : { described: words }) });
}

/** "Title of the note (at least 3 characters; default 10)". */
function describe(description: string | undefined, described: readonly string[]): string | undefined {
  const words = [...new Set(described)].join("; ");
  if (words === "") return description;
  if (description === undefined || description.trim() === "") return words;
  return `${description.trimEnd().replace(/\.$/, "")} (${words})`;
}

/** Something that an API's schemas can't express. */
export interface Dropped {
  readonly tool: string;
  /** JSON Pointer into the tool's published input schema; "" is the whole. */
  readonly at: string;
  readonly keyword: string;
  /** The value that was dropped. */
  readonly value: Json;
  /**
   * How the set of arguments that the API lets through changes. `wider`: more, and the server rejects the rest.
   * `narrower`: fewer; the server would have accepted the others. `same`: only texts or form were lost.
   */
  readonly effect: "wider" | "narrower" | "same";
  readonly why: string;
  /** The words in the description that replace it, where there are any. */
  readonly described?: string;
}

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
  "$ref",
  "$defs",
  "type",
  "properties",
  "required",
  "items",
  "anyOf",
  "additionalProperties",
  "enum",
  "const",
  "description",
]);

function node(walk: Walk, given: JsonSchema, at: string, inside: readonly string[], isRoot: boolean): DialectSchema {
  const { dialect } = walk;
  if (given.$ref !== undefined) return reference(walk, given, given.$ref, at, inside);
  const nullable = allowsNull(given);
  const kept: Record<string, unknown> = {};
  const described: string[] = [];
  for (const [keyword, value] of Object.entries(given) as [keyof JsonSchema, Json][]) {
    if (structural.has(keyword)) continue;
    if (keeps(dialect, keyword, value)) kept[keyword] = value;
    else drop(walk, described, { at, keyword, value, effect: effectOf(keyword), why: cannot(dialect, keyword, value) });
  }
  const options = unionOf(walk, given, at, inside, described);
  const values = valuesOf(walk, given, at, described);
  const type = typeOf(walk, given, at, options !== undefined || values.enum !== undefined, described);
  const members = type === "object" && options === undefined ? objectOf(walk, given, at, inside, described) : {};
  const items = given.items === undefined ? {} : { items: node(walk, given.items, `${at}/items`, inside, false) };
  const description = describe(given.description, described);
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

function reference(walk: Walk, given: JsonSchema, ref: string, at: string, inside: readonly string[]): DialectSchema {
  const name = definitionName(ref) ?? ref;
  const { $ref: _ref, type: _type, $defs: _defs, ...beside } = given;
  if (walk.dialect.refs === "keep") {
    const { description, ...rest } = beside;
    for (const [keyword, value] of Object.entries(rest) as [keyof JsonSchema, Json][]) {
      const why = "nothing is allowed beside a reference";
      if (keeps(walk.dialect, keyword, value)) continue;
      walk.dropped.push({ at, keyword, value, effect: effectOf(keyword), why });
    }
    const kept = Object.entries(rest).filter(([keyword, value]) =>
      keeps(walk.dialect, keyword as keyof JsonSchema, value as Json),
    );
    if (description === undefined) return { $ref: ref, ...Object.fromEntries(kept) };
    if (!walk.dialect.strict) return { $ref: ref, ...Object.fromEntries(kept), description };
    const why = "nothing is allowed beside a reference";
    walk.dropped.push({ at, keyword: "description", value: description, effect: "same", why });
    return { $ref: ref, ...Object.fromEntries(kept) };
  }
  const target = definitionOf(ref, walk.root);
  if (target === undefined || inside.includes(name)) {
    const described: string[] = [];
    const why = `${walk.dialect.name} does not support references, so a recursive type ends here`;
    drop(walk, described, { at, keyword: "$ref", value: ref, effect: "wider", why });
    const description = describe(given.description ?? target?.description, [`another ${name}`]);
    return { type: "object", description };
  }
  return node(walk, { ...target, ...beside }, at, [...inside, name], false);
}

/** `anyOf` without its null branch, which became `nullable` where the dialect has that keyword. */
function unionOf(
  walk: Walk,
  given: JsonSchema,
  at: string,
  inside: readonly string[],
  described: string[],
): { readonly anyOf: readonly DialectSchema[] } | undefined {
  if (given.anyOf === undefined) return undefined;
  if (!walk.dialect.keywords.has("anyOf")) {
    const why = `${walk.dialect.name} does not support unions`;
    drop(walk, described, { at, keyword: "anyOf", value: given.anyOf as unknown as Json, effect: "wider", why });
    return undefined;
  }
  const options = given.anyOf.flatMap((option, index) => {
    if (walk.dialect.nullable === "keyword" && option.type === "null") return [];
    return [node(walk, option, pointer(at, "anyOf", index), inside, false)];
  });
  return { anyOf: options };
}

function valuesOf(
  walk: Walk,
  given: JsonSchema,
  at: string,
  described: string[],
): { readonly enum?: readonly Json[] } & DialectSchema {
  const { dialect } = walk;
  if (given.const !== undefined) {
    if (dialect.keywords.has("const")) return { const: given.const };
    if (typeof given.const === "string") return { enum: [given.const] };
    const why = `${dialect.name} accepts only texts as values`;
    drop(walk, described, { at, keyword: "const", value: given.const, effect: "wider", why });
    return {};
  }
  if (given.enum === undefined) return {};
  return { enum: dialect.nullable === "keyword" ? given.enum.filter((value) => value !== null) : given.enum };
}

/** The one type, null aside; "object" where an API requires a type and the schema allows any JSON value. */
function typeOf(
  walk: Walk,
  given: JsonSchema,
  at: string,
  reported: boolean,
  described: string[],
): JsonType | undefined {
  const types = (typeof given.type === "string" ? [given.type] : (given.type ?? [])).filter((type) => type !== "null");
  const [type] = types;
  if (type !== undefined || reported || walk.dialect.untyped || given.type === "null") return type;
  const why = `${walk.dialect.name} requires a type, and any JSON value has none`;
  drop(walk, described, { at, keyword: "type", value: null, effect: "narrower", why });
  return "object";
}

function objectOf(
  walk: Walk,
  given: JsonSchema,
  at: string,
  inside: readonly string[],
  described: string[],
): DialectSchema {
  const { dialect } = walk;
  const required = given.required ?? [];
  const properties = Object.entries(given.properties ?? {}).map(([name, property]) => {
    const child = node(walk, property, pointer(at, "properties", name), inside, false);
    return [name, dialect.strict && !required.includes(name) ? orNull(child) : child] as const;
  });
  const open = openOf(walk, given, at, inside, described);
  const all = dialect.strict ? properties.map(([name]) => name) : required;
  return {
    ...(given.properties === undefined && !dialect.strict ? {} : { properties: Object.fromEntries(properties) }),
    ...(all.length === 0 ? {} : { required: all }),
    ...open,
  };
}

function openOf(
  walk: Walk,
  given: JsonSchema,
  at: string,
  inside: readonly string[],
  described: string[],
): DialectSchema {
  const { dialect } = walk;
  const { additionalProperties: open } = given;
  if (dialect.strict) {
    // Maps can't be expressed; `strictReasons` excludes such tools. An open root loses only keys that are ignored.
    if (open !== false && at !== "") {
      walk.dropped.push({
        at,
        keyword: "additionalProperties",
        value: open === undefined ? true : (open as unknown as Json),
        effect: "narrower",
        why: "a strict object is closed",
      });
    }
    return { additionalProperties: false };
  }
  if (open === undefined) return {};
  if (dialect.keywords.has("additionalProperties")) {
    if (typeof open === "boolean") return { additionalProperties: open };
    return { additionalProperties: node(walk, open, `${at}/additionalProperties`, inside, false) };
  }
  const words = open === false ? undefined : "any further keys are values of one kind";
  if (words !== undefined) described.push(words);
  walk.dropped.push({
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

function drop(walk: Walk, described: string[], dropped: Omit<Dropped, "tool" | "described">): void {
  const words = describeKeyword(dropped.keyword, dropped.value);
  if (words !== undefined) described.push(words);
  walk.dropped.push({ ...dropped, ...(words === undefined ? {} : { described: words }) });
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

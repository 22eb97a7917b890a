import type { JsonObject } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import type { SchemaDocument, Target } from "../../json-schema/document.ts";
import type { Part, Texts } from "../../json-schema/keyword-set.ts";
import type { ComparableType } from "../comparable-type.ts";

/** The state of reading one schema. */
export interface Reading {
  readonly document: SchemaDocument;
  /** It has `unevaluated…`: then what lets everything through counts, because what was let through was looked at. */
  readonly looksBack: boolean;
  /** Before the names of this schema's types, so that they are unique in the whole list. */
  readonly prefix: string;
  /** Types that contain themselves, by the object that defines them; read one after the other. */
  readonly definitions: Map<unknown, Definition>;
  /** How many schemas may still be looked at, and how many levels below this one. */
  readonly budget: { schemas: number; levels: number };
  /** Where fields, types and tools stand in the list. */
  readonly places: WeakMap<object, string>;
  /** What asserts nothing, of shapes that were read. */
  readonly texts: WeakMap<object, Texts>;
  /** Every shape that was made. */
  readonly made: ComparableType[];
}

export interface Definition {
  /** As `$defs` of the schema have it. */
  readonly key: string;
  /** As the compared catalog's types have it. */
  readonly name: string;
  readonly part: Part;
  shape?: ComparableType;
}

/** Levels below which nothing of a schema is looked at: no tool that people call is so deep. */
export const maxDepth = 100;

/** Most schemas of one tool's arguments or result, those that are referred to counted each time. */
export const maxSchemas = 10_000;

/** The definition of a type that contains itself; it is read later. */
export function definitionOf(target: Target, reading: Reading): Definition {
  const known = reading.definitions.get(target.schema);
  if (known !== undefined) return known;
  const taken = new Set([...reading.definitions.values()].map(({ key }) => key));
  let key = target.name;
  for (let count = 2; taken.has(key); count++) key = `${target.name}_${count}`;
  const made: Definition = { key, name: reading.prefix + key, part: { schema: target.schema, at: target.at } };
  reading.definitions.set(target.schema, made);
  return made;
}

/** A shape and its schema, in one spelling. `$defs` come at the end, when all definitions are known. */
export function make<S extends ComparableType>(shape: S, raw: JsonObject, reading: Reading): S {
  const made = { ...shape, raw: asSchema(raw) };
  reading.made.push(made);
  return made;
}

/** A reference to a definition. */
export function refTo(key: string): JsonObject {
  return { $ref: `#/$defs/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}` };
}

/** The whole vocabulary stands in `raw`; its type names the part that we publish. */
export function asSchema(raw: JsonObject): JsonSchema {
  return raw as JsonSchema;
}

/** The schema of a shape, where it stands in that of another. */
export function rawOf(shape: ComparableType): JsonObject {
  return (shape.raw ?? {}) as JsonObject; // it was read from JSON
}

// What a word of the shell means where a schema wants something. The schema is not trusted; what is not understood stays
// a text, and validation says the rest. Pure.
import { openDocument, resolve, type SchemaDocument } from "../../compiler/json-schema/document.ts";
import { kindOf, listOf, typeNames } from "../../compiler/json-schema/read-keywords.ts";
import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../contract/json.ts";

/** References followed, as far as they stay in the schema. */
export function resolved(schema: JsonObject, root: JsonObject, depth = 0): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== "string" || depth > maxReferences) return schema;
  const document = documents.get(root) ?? openDocument(root);
  documents.set(root, document);
  const target = resolve($ref, schema, document)?.schema;
  return isJsonObject(target) ? resolved(target, root, depth + 1) : schema;
}

const maxReferences = 16;
/** A tool's schema is asked for every word. */
const documents = new WeakMap<JsonObject, SchemaDocument>();

/** The JSON types that it names; empty: it names none. */
export function typesOf(given: JsonObject, root: JsonObject, depth = 0): ReadonlySet<string> {
  const schema = resolved(given, root);
  if (schema.type !== undefined) return new Set(typeNames(schema));
  const values = listOf(schema, "enum") ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) return new Set(values.map(typeOfValue));
  if (depth > maxReferences) return new Set();
  return new Set(unionOptions(schema).flatMap((option) => [...typesOf(option, root, depth + 1)]));
}

/** What a union offers; empty where the schema is not one. */
export function unionOptions(schema: JsonObject): readonly JsonObject[] {
  return ["anyOf", "oneOf"].flatMap((keyword) => listOf(schema, keyword) ?? []).filter(isJsonObject);
}

/** What a text of the command line stands for. A text is a text wherever one may stand. */
export function typed(text: string, given: JsonObject, root: JsonObject): Json {
  const schema = resolved(given, root);
  const { enum: values } = schema;
  if (Array.isArray(values)) return values.find((value: Json) => textOf(value) === text) ?? text;
  const types = typesOf(schema, root);
  if (types.size === 0 || types.has("string")) return text;
  if (text === "null" && types.has("null")) return null;
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("integer") || types.has("number")) {
    const number = numberOf(text);
    if (number !== undefined) return number;
  }
  if (types.has("array")) {
    const list = jsonIn(text);
    if (Array.isArray(list)) return list;
    return [typed(text, itemsOf(schema, root), root)];
  }
  if (types.has("object")) {
    const value = jsonIn(text);
    if (isJsonObject(value)) return value;
  }
  return text;
}

/** A list, where no text may stand: words may add up to it. */
export function isList(schema: JsonObject, root: JsonObject): boolean {
  const types = typesOf(schema, root);
  return types.has("array") && !types.has("string");
}

function itemsOf(given: JsonObject, root: JsonObject): JsonObject {
  const schema = resolved(given, root);
  if (isJsonObject(schema.items)) return schema.items;
  const list = unionOptions(schema).find((option) => isJsonObject(resolved(option, root).items));
  return list === undefined ? {} : itemsOf(list, root);
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A number that JSON could hold; one that would lose digits stays a text, to be refused. */
function numberOf(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) return undefined;
  return number;
}

function typeOfValue(value: Json): string {
  return Number.isInteger(value) ? "integer" : kindOf(value);
}

// A tool of any server on one line: `echo(message: string, loud?: boolean = false) → {text}`. Pure; the schemas may be
// of any server, so nothing of them is taken for granted.
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { resolved, unionOptions } from "../call/schema-types.ts";
import type { ShellTool } from "../sources/tool-source.ts";

/** Enum values that are named before it says that there are more. */
const maxValues = 8;
/** Params, or fields of a result. */
const maxFields = 12;
const maxDepth = 4;

export function signatureOf({ name, inputSchema, outputSchema }: ShellTool): string {
  const fields = fieldsOf(inputSchema, inputSchema);
  const shown = fields.slice(0, maxFields).map(({ name: param, schema, isRequired }) => {
    const value = schema.default === undefined ? "" : ` = ${JSON.stringify(schema.default)}`;
    return `${param}${isRequired ? "" : "?"}: ${typeText(schema, inputSchema)}${value}`;
  });
  const params = [...shown, ...(fields.length > maxFields ? ["…"] : [])].join(", ");
  return `${name}(${params})${outputSchema === undefined ? "" : ` → ${typeText(outputSchema, outputSchema)}`}`;
}

export interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** Properties of an object, required ones first, else as they stand. */
export function fieldsOf(given: JsonObject, root: JsonObject): readonly Field[] {
  const { properties, required } = resolved(given, root);
  if (!isJsonObject(properties)) return [];
  const needed = new Set<Json>(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .map(([name, schema]) => ({ name, schema: isJsonObject(schema) ? schema : {}, isRequired: needed.has(name) }))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** `string`, `integer 1..10`, `"a"|"b"`, `string[]`, `{a, b?}`. */
export function typeText(given: JsonObject, root: JsonObject, depth = 0): string {
  const schema = resolved(given, root);
  if (Array.isArray(schema.enum)) {
    const shown = schema.enum.slice(0, maxValues).map(valueText);
    return `${shown.join("|")}${schema.enum.length > maxValues ? "|…" : ""}`;
  }
  if (schema.const !== undefined) return valueText(schema.const);
  const options = unionOptions(schema);
  if (options.length > 0 && depth < maxDepth) {
    const texts = options.map((option) => typeText(option, root, depth + 1));
    return [...new Set(texts)].join("|");
  }
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === "string");
  if (types.length === 0) return isJsonObject(schema.properties) ? ofType("object", schema, root, depth) : "any";
  return types.map((one) => ofType(one, schema, root, depth)).join("|");
}

function ofType(type: string, schema: JsonObject, root: JsonObject, depth: number): string {
  if (type === "integer" || type === "number") {
    const low = schema.minimum ?? schema.exclusiveMinimum;
    const high = schema.maximum ?? schema.exclusiveMaximum;
    return typeof low !== "number" && typeof high !== "number" ? type : `${type} ${low ?? ""}..${high ?? ""}`;
  }
  if (type === "array") {
    const items = isJsonObject(schema.items) && depth < maxDepth ? typeText(schema.items, root, depth + 1) : "any";
    return /[| ]/.test(items) ? `(${items})[]` : `${items}[]`;
  }
  if (type === "object") {
    const fields = fieldsOf(schema, root);
    if (fields.length === 0) return "object";
    const names = fields.slice(0, maxFields).map(({ name, isRequired }) => `${name}${isRequired ? "" : "?"}`);
    return `{${names.join(", ")}${fields.length > maxFields ? ", …" : ""}}`;
  }
  return type === "string" && typeof schema.format === "string" ? schema.format : type;
}

function valueText(value: Json): string {
  return typeof value === "string" && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value);
}

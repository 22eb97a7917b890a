import { isJsonObject, type Json, type JsonObject } from "../contract/json.ts";

/** The first revision whose forms have lists, and titles as `oneOf`. */
const firstRevisionWithLists = "2025-11-25";

/**
 * The params of a form as a client of a revision knows them. Before 2025-11-25 a field is a string, a number, a boolean or an enum
 * with `enumNames`; an optional list is left out.
 * @throws Error a required field is a list
 * @see MCP 2025-06-18, schema, "PrimitiveSchemaDefinition"
 */
export function wireForm(params: JsonObject, revision: string): JsonObject {
  const { requestedSchema: schema } = params;
  if (revision >= firstRevisionWithLists || !isJsonObject(schema) || !isJsonObject(schema.properties)) return params;
  const fields = Object.entries(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const lacking = fields.find(([name, field]) => isList(field) && required.includes(name));
  if (lacking !== undefined) {
    const [name] = lacking;
    throw new Error(
      `form not sent: field '${name}' is a required list, and protocol ${revision} has no lists in forms; make it optional`,
    );
  }
  const known = fields.flatMap(([name, field]) => (isList(field) ? [] : [[name, withNames(field)] as const]));
  return { ...params, requestedSchema: { ...schema, properties: Object.fromEntries(known) } };
}

function isList(field: Json): boolean {
  return isJsonObject(field) && field.type === "array";
}

function withNames(field: Json): Json {
  if (!isJsonObject(field) || !Array.isArray(field.oneOf)) return field;
  const { oneOf, ...rest } = field;
  const choices = oneOf.filter(isJsonObject);
  return {
    ...rest,
    enum: choices.map((choice) => choice.const ?? null),
    enumNames: choices.map((choice) => choice.title ?? choice.const ?? null),
  };
}

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { walkSchema } from "../../json-schema/walk-schema.ts";

/**
 * Was the schema made from code that checks arguments by it? Such code asserts the formats, too. Zod's converters write
 * `$schema`, which people leave out; Pydantic titles every property after its name.
 */
export function looksChecked(schema: Json | undefined): boolean {
  return isJsonObject(schema) && (madeByZod(schema) || madeByPydantic(schema));
}

function madeByZod({ $schema, type, properties }: JsonObject): boolean {
  return typeof $schema === "string" && type === "object" && isJsonObject(properties);
}

function madeByPydantic(schema: JsonObject): boolean {
  const named = walkSchema(schema, "").nodes.flatMap(({ schema: { properties } }) =>
    isJsonObject(properties) ? Object.entries(properties) : [],
  );
  const titled = named.filter(([name, property]) => isJsonObject(property) && property.title === titleOf(name));
  // A property that is only a reference has no title of its own.
  const plain = named.filter(([, property]) => isJsonObject(property) && property.$ref === undefined);
  return titled.length > 0 && titled.length === plain.length;
}

/** "start_date" → "Start Date". */
function titleOf(name: string): string {
  return name
    .replaceAll("_", " ")
    .replaceAll(/[A-Za-z]+/g, (word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase());
}

import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { listOf } from "../../json-schema/read-keywords.ts";
import { walkSchema } from "../../json-schema/walk-schema.ts";
import { argumentsSchema, type ComparedCatalog, type ComparedTool, resultSchema } from "../compared.ts";

/** Every word that has a meaning in a tool's arguments or result: names of fields at any depth, and texts that are values. */
export function namesWithin(tool: ComparedTool, catalog: ComparedCatalog): ReadonlySet<string> {
  const found = new Set<string>();
  for (const schema of [argumentsSchema(tool, catalog), resultSchema(tool, catalog)]) {
    // A schema is a JSON object.
    for (const node of walkSchema(schema as JsonObject, "").nodes) {
      const properties = ownValue(node.schema, "properties");
      if (isJsonObject(properties)) for (const name of Object.keys(properties)) found.add(name);
      for (const value of [...(listOf(node.schema, "enum") ?? []), ownValue(node.schema, "const")]) {
        if (typeof value === "string") found.add(value);
      }
    }
  }
  return found;
}

import type { JsonSchema } from "../../contract/json-schema.ts";
import { literal, typeKey } from "./code-text.ts";
import { emptyObject } from "./print-type.ts";
import { isReferable, type TypeBoxScope } from "./print-typebox.ts";
import { typeName } from "./type-scope.ts";

/** The TypeScript type of a schema as our compiler publishes it, on one line. */
export function schemaType(schema: JsonSchema, scope: TypeBoxScope): string {
  const { $ref, type, anyOf, enum: values, items } = schema;
  if (typeof type === "object") return `${schemaType(withoutNull(schema, type), scope)} | null`;
  const name = isReferable(schema) ? scope.named.get(JSON.stringify(schema)) : undefined;
  if (name !== undefined) return imported(name, scope);
  if ($ref !== undefined) return imported(typeName($ref.replace("#/$defs/", ""), scope), scope);
  if (anyOf !== undefined) return union(anyOf.map((option) => schemaType(option, scope)));
  if (values !== undefined) return union(values.map((value) => literal(String(value))));
  switch (type) {
    case "integer":
      return "number";
    case "array": {
      const each = schemaType(items ?? {}, scope);
      return `readonly ${/ \| |^readonly /.test(each) ? `(${each})` : each}[]`;
    }
    case "object":
      return objectType(schema, scope);
    case undefined:
      return json(scope);
    default:
      return type;
  }
}

function withoutNull(schema: JsonSchema, types: readonly NonNullable<JsonSchema["type"]>[]): JsonSchema {
  const values = schema.enum?.filter((value) => value !== null);
  const type = types.flat().find((one) => one !== "null");
  return { ...schema, ...(type === undefined ? {} : { type }), ...(values === undefined ? {} : { enum: values }) };
}

function objectType(schema: JsonSchema, scope: TypeBoxScope): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, property]) => ({
    head: `readonly ${typeKey(name)}${required.includes(name) ? "" : "?"}: `,
    type: schemaType(property, scope),
  }));
  const members = fields.map(({ head, type }) => `${head}${type}`);
  if (additionalProperties === false) return members.length === 0 ? emptyObject : `{ ${members.join("; ")} }`;
  // Every field has to fit the index signature, too.
  const index =
    typeof additionalProperties === "object"
      ? union([schemaType(additionalProperties, scope), ...fields.map(({ type }) => type)])
      : json(scope);
  return `{ ${[...members, `readonly [key: string]: ${index}`].join("; ")} }`;
}

function union(types: readonly string[]): string {
  return types.length === 0 ? "never" : [...new Set(types)].join(" | ");
}

function json({ file }: TypeBoxScope): string {
  return file.importType("Json", "pegboard/runtime");
}

function imported(name: string, { typesFrom, file }: TypeBoxScope): string {
  return typesFrom === undefined ? name : file.importType(name, typesFrom);
}

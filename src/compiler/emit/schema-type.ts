import type { Json } from "../../contract/json.ts";
import type { JsonSchema, SubSchema } from "../../contract/json-schema.ts";
import { literal, typeKey } from "./code-text.ts";
import { emptyObject } from "./print-type.ts";
import { nameOf, type TypeBoxScope } from "./print-typebox.ts";
import { restTypeOfSchemas } from "./rest-type.ts";
import { typeName } from "./type-scope.ts";

/** The TypeScript type of a schema as our compiler publishes it, on one line. */
export function schemaType(schema: JsonSchema, scope: TypeBoxScope): string {
  // In what stands in YAML as it is, booleans may stand for schemas.
  if (typeof schema !== "object") return schema ? json(scope) : "never";
  const { $ref, type, anyOf, enum: values, items } = schema;
  if (isWrittenOut(schema)) return writtenType(schema, scope);
  if (typeof type === "object") return `${schemaType(withoutNull(schema, type), scope)} | null`;
  const name = nameOf(schema, scope.named);
  if (name !== undefined) return imported(name, scope);
  if ($ref !== undefined) return referredType($ref, scope);
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

/** Does the schema say what only those do that stand in YAML as they are? */
function isWrittenOut(schema: JsonSchema): boolean {
  const { const: one, oneOf, anyOf, allOf, prefixItems, enum: values, type, patternProperties } = schema;
  if ((one ?? oneOf ?? allOf ?? prefixItems ?? patternProperties) !== undefined || Object.hasOwn(schema, "const"))
    return true;
  if (values?.some((value) => typeof value !== "string" && value !== null) === true) return true;
  if (type !== undefined && anyOf !== undefined && narrows(schema, anyOf)) return true;
  if (typeof type !== "object") return false;
  return type.filter((one) => one !== "null").length !== 1;
}

/** Do options say which values of the type beside them are right, and not what the type is? */
function narrows({ properties }: JsonSchema, options: readonly SubSchema[]): boolean {
  if (properties !== undefined) return true;
  return options.some(
    (option) => typeof option !== "object" || (option.type ?? option.$ref ?? option.enum) === undefined,
  );
}

/** The type as near as TypeScript can say it; where it can't, any JSON value. */
function writtenType(schema: JsonSchema, scope: TypeBoxScope): string {
  const { type, anyOf, oneOf, enum: values } = schema;
  if (Object.hasOwn(schema, "const")) return literalType(schema.const ?? null, scope);
  if (values !== undefined) return union(values.map((value) => literalType(value, scope)));
  const options = oneOf ?? anyOf;
  if (options !== undefined && type === undefined && schema.allOf === undefined) {
    return union(options.map((option) => (typeof option === "object" ? schemaType(option, scope) : json(scope))));
  }
  if (typeof type === "object") {
    return union(type.map((one) => (one === "null" ? "null" : schemaType({ ...schema, type: one }, scope))));
  }
  const { const: _, oneOf: __, anyOf: ___, allOf: ____, prefixItems, patternProperties, ...rest } = schema;
  if (prefixItems !== undefined) return `readonly ${json(scope)}[]`;
  // Members by pattern may have other types than the rest.
  if (patternProperties !== undefined) return schemaType({ ...rest, additionalProperties: true }, scope);
  return schemaType(rest, scope);
}

function literalType(value: Json, scope: TypeBoxScope): string {
  return typeof value === "object" && value !== null ? json(scope) : JSON.stringify(value);
}

/** A definition of ours has a type of its own; parts of schemas that stand in YAML as they are have none. */
function referredType($ref: string, scope: TypeBoxScope): string {
  const name = $ref.replace("#/$defs/", "");
  return scope.catalog.types.some((type) => type.name === name) ? imported(typeName(name, scope), scope) : json(scope);
}

function withoutNull(schema: JsonSchema, types: readonly NonNullable<JsonSchema["type"]>[]): JsonSchema {
  const values = schema.enum?.filter((value) => value !== null);
  const type = types.flat().find((one) => one !== "null");
  return { ...schema, ...(type === undefined ? {} : { type }), ...(values === undefined ? {} : { enum: values }) };
}

function objectType(schema: JsonSchema, scope: TypeBoxScope): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, property]) => ({
    isOptional: !required.includes(name),
    head: `readonly ${typeKey(name)}${required.includes(name) ? "" : "?"}: `,
    type: schemaType(property, scope),
  }));
  const members = fields.map(({ head, type }) => `${head}${type}`);
  if (!isOpenObject(schema, scope)) return members.length === 0 ? emptyObject : `{ ${members.join("; ")} }`;
  // Every field has to fit the index signature, too; without `exactOptionalPropertyTypes` one that may be absent is also undefined.
  const others =
    typeof additionalProperties === "object"
      ? [schemaType(additionalProperties, scope), ...fields.map(({ type }) => type)]
      : [restTypeOfSchemas(Object.values(properties), scope)];
  const index = union([...others, ...(fields.some(({ isOptional }) => isOptional) ? ["undefined"] : [])]);
  return `{ ${[...members, `readonly [key: string]: ${index}`].join("; ")} }`;
}

/** May an object have members that its type does not name? */
export function isOpenObject(schema: JsonSchema, { isStrict }: Pick<TypeBoxScope, "isStrict">): boolean {
  const { properties = {}, additionalProperties } = schema;
  if (additionalProperties === false || isClosed(schema)) return false;
  return isStrict !== true || typeof additionalProperties === "object" || Object.keys(properties).length === 0;
}

/** Does `unevaluatedProperties` leave the properties beside it, and no others? */
function isClosed(schema: JsonSchema): boolean {
  return schema.unevaluatedProperties === false && !applicators.some((keyword) => Object.hasOwn(schema, keyword));
}

/** They may name further properties of the same object. */
const applicators = [
  ...["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"],
  ...["patternProperties", "additionalProperties"],
];

function union(types: readonly string[]): string {
  return types.length === 0 ? "never" : [...new Set(types)].join(" | ");
}

function json({ file }: TypeBoxScope): string {
  return file.importType("Json", "pegboard/runtime");
}

function imported(name: string, { typesFrom, file }: TypeBoxScope): string {
  return typesFrom === undefined ? name : file.importType(name, typesFrom);
}

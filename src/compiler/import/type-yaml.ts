import type { Json, JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { defined, setOwn } from "../../contract/own-property.ts";
import type { Field } from "../catalog/catalog.ts";
import { ownName } from "../catalog/own-names.ts";
import type { TypeNode } from "../catalog/type-node.ts";

// Types as an author would write them in YAML: the way back from `resolve/types.ts`.

type Written = { [key: string]: Json };

export function typeYaml(node: TypeNode): JsonObject {
  const { nullable, description } = node;
  if (node.kind === "json" && node.schema !== undefined) return rawYaml(node.schema);
  return { ...bareType(node), ...defined({ nullable: nullable === true ? true : undefined, description }) };
}

export function fieldsYaml(fields: readonly Field[]): JsonObject {
  const written: Written = {};
  for (const field of fields) setOwn(written, ownName(field), fieldYaml(field));
  return written;
}

function rawYaml(schema: JsonSchema): Written {
  // A schema of a list came as JSON.
  return { schema: schema as JsonObject };
}

function fieldYaml({ type, required, aliases, deprecated, ...field }: Field): JsonObject {
  const isRaw = type.kind === "json" && type.schema !== undefined;
  return {
    ...(field.own === undefined ? {} : { wire: field.name }),
    ...(isRaw ? rawYaml(type.schema ?? {}) : bareType(type)),
    ...(required ? { required } : {}),
    ...(type.nullable === true ? { nullable: true } : {}),
    ...defined({
      default: field.default,
      examples: field.examples,
      aliases: aliases?.map(({ name }) => ({ name })),
      deprecated: deprecated && { since: deprecated.since },
      description: field.description ?? type.description,
    }),
  };
}

function bareType(node: TypeNode): Written {
  switch (node.kind) {
    case "string": {
      const { minLength: min_length, maxLength: max_length, pattern, format } = node;
      return { type: "string", ...defined({ min_length, max_length, pattern, format }), trim: false };
    }
    case "integer":
    case "number": {
      const { kind, min, max, above, below, multipleOf: multiple_of } = node;
      return { type: kind, ...defined({ min, max, above, below, multiple_of }) };
    }
    case "enum":
      return { type: "enum", values: node.values.map(({ value }) => value) };
    case "array":
      return {
        type: "array",
        items: typeYaml(node.items),
        ...defined({ min_items: node.minItems, max_items: node.maxItems, unique: node.unique }),
      };
    case "object":
      return {
        type: "object",
        ...(node.fields.length === 0 ? {} : { fields: fieldsYaml(node.fields) }),
        ...(node.open === false ? {} : { open: node.open === true ? true : typeYaml(node.open) }),
      };
    case "union":
      return { type: "union", of: node.of.map(typeYaml) };
    case "ref":
      return { ref: node.name };
    default:
      return { type: node.kind };
  }
}

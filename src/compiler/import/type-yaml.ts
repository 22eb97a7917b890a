import type { Json, JsonObject } from "../../contract/json.ts";
import { setOwn } from "../../contract/own-property.ts";
import type { Field } from "../catalog/catalog.ts";
import type { NumberNode, StringNode, TypeNode } from "../catalog/type-node.ts";

// Types as an author would write them in YAML: the way back from `resolve/types.ts`.

type Written = { [key: string]: Json };

export function typeYaml(node: TypeNode): JsonObject {
  const written: Written = bareType(node);
  if (node.nullable === true) written.nullable = true;
  if (node.description !== undefined) written.description = node.description;
  return written;
}

export function fieldsYaml(fields: readonly Field[]): JsonObject {
  const written: Written = {};
  for (const field of fields) setOwn(written, field.name, fieldYaml(field));
  return written;
}

function fieldYaml(field: Field): JsonObject {
  const written: Written = bareType(field.type);
  if (field.required) written.required = true;
  if (field.type.nullable === true) written.nullable = true;
  if (field.default !== undefined) written.default = field.default;
  if (field.examples !== undefined) written.examples = field.examples;
  if (field.aliases !== undefined) written.aliases = field.aliases.map(({ name }) => ({ name }));
  if (field.deprecated !== undefined) written.deprecated = { since: field.deprecated.since };
  const description = field.description ?? field.type.description;
  if (description !== undefined) written.description = description;
  return written;
}

function bareType(node: TypeNode): Written {
  switch (node.kind) {
    case "string":
      return { type: "string", ...stringKeys(node) };
    case "integer":
    case "number":
      return { type: node.kind, ...numberKeys(node) };
    case "enum":
      return { type: "enum", values: node.values.map(({ value }) => value) };
    case "array":
      return {
        type: "array",
        items: typeYaml(node.items),
        ...(node.minItems === undefined ? {} : { min_items: node.minItems }),
        ...(node.maxItems === undefined ? {} : { max_items: node.maxItems }),
        ...(node.unique === true ? { unique: true } : {}),
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

function stringKeys(node: StringNode): Written {
  return {
    ...(node.minLength === undefined ? {} : { min_length: node.minLength }),
    ...(node.maxLength === undefined ? {} : { max_length: node.maxLength }),
    ...(node.pattern === undefined ? {} : { pattern: node.pattern }),
    ...(node.format === undefined ? {} : { format: node.format }),
    trim: false,
  };
}

function numberKeys(node: NumberNode): Written {
  return {
    ...(node.min === undefined ? {} : { min: node.min }),
    ...(node.max === undefined ? {} : { max: node.max }),
    ...(node.above === undefined ? {} : { above: node.above }),
    ...(node.below === undefined ? {} : { below: node.below }),
    ...(node.multipleOf === undefined ? {} : { multiple_of: node.multipleOf }),
  };
}

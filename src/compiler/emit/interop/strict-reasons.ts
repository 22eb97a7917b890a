import type { JsonSchema } from "../../../contract/json-schema.ts";
import { pointer } from "../../catalog/origins.ts";
import { limitOf } from "../../clients/client-limits.ts";

/** Limits of one strict schema. */
const limits = {
  properties: limitOf("openai-strict-properties"),
  depth: limitOf("openai-strict-levels"),
  enumValues: limitOf("enum-values"),
  characters: limitOf("openai-strict-characters"),
};

/**
 * Why strict mode can't enforce a schema, so that its tool is offered without `strict`.
 * @returns sentences, each with a JSON Pointer into the schema; empty when it can
 */
export function strictReasons(root: JsonSchema): readonly string[] {
  const count: Count = { properties: 0, enumValues: 0, characters: 0, reasons: [] };
  visit(count, root, "", 1);
  for (const [name, definition] of Object.entries(root.$defs ?? {}))
    visit(count, definition, pointer("/$defs", name), 1);
  const over = [
    count.properties > limits.properties ? `it has more than ${limits.properties} properties` : undefined,
    count.enumValues > limits.enumValues ? `it has more than ${limits.enumValues} enum values` : undefined,
    count.characters > limits.characters
      ? `its names and values take more than ${limits.characters} characters`
      : undefined,
  ];
  return [...count.reasons, ...over.filter((reason) => reason !== undefined)];
}

interface Count {
  properties: number;
  enumValues: number;
  characters: number;
  readonly reasons: string[];
}

function visit(count: Count, schema: JsonSchema, at: string, depth: number): void {
  const place = at === "" ? "the arguments" : `'${at}'`;
  if (depth > limits.depth) {
    count.reasons.push(`${place} nests deeper than ${limits.depth} levels`);
    return;
  }
  const values = schema.enum ?? [];
  count.enumValues += values.length;
  for (const value of values) count.characters += String(value).length;
  if (schema.$ref === undefined && schema.type === undefined && schema.anyOf === undefined) {
    count.reasons.push(`${place} allows any JSON value`);
  }
  const { additionalProperties: open } = schema;
  const isObject = schema.type === "object" || (Array.isArray(schema.type) && schema.type.includes("object"));
  // An open root is not a reason: the server drops unknown keys anyway.
  if (isObject && open !== false && at !== "") count.reasons.push(`${place} allows keys that the schema does not name`);
  if (schema.pattern !== undefined && /\(\?[=!<]/.test(schema.pattern)) {
    count.reasons.push(`the pattern of ${place} looks ahead or behind`);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    count.properties += 1;
    count.characters += name.length;
    visit(count, property, pointer(at, "properties", name), depth + 1);
  }
  if (schema.items !== undefined) visit(count, schema.items, `${at}/items`, depth + 1);
  for (const [index, option] of (schema.anyOf ?? []).entries()) {
    visit(count, option, pointer(at, "anyOf", index), depth + 1);
  }
}

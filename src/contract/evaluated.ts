import { definitionOf } from "./definition.ts";
import type { JsonSchema, SubSchema } from "./json-schema.ts";

// What `unevaluatedProperties` and `unevaluatedItems` don't judge: the members and items that the schema beside them has judged already.

export interface Judging {
  readonly root: JsonSchema;
  readonly accepts: (schema: SubSchema, value: unknown) => boolean;
  readonly matches: (pattern: string, name: string) => boolean;
}

/** Names of members that a schema judges itself, or a schema that it applies to the whole object. */
export function evaluatedNames(schema: JsonSchema, value: object, judging: Judging): ReadonlySet<string> {
  const seen = new Set<string>();
  const { unevaluatedProperties: _, ...others } = schema;
  applied(others, value, judging, (part) => {
    const { properties = {}, patternProperties = {}, additionalProperties, unevaluatedProperties } = part;
    const isAll = additionalProperties !== undefined || unevaluatedProperties !== undefined;
    for (const name of Object.keys(value)) {
      const isNamed = Object.hasOwn(properties, name);
      if (isAll || isNamed || Object.keys(patternProperties).some((pattern) => judging.matches(pattern, name)))
        seen.add(name);
    }
  });
  return seen;
}

/** Positions of items, in the same way. */
export function evaluatedItems(schema: JsonSchema, value: readonly unknown[], judging: Judging): ReadonlySet<number> {
  const seen = new Set<number>();
  const { unevaluatedItems: _, ...others } = schema;
  applied(others, value, judging, ({ prefixItems = [], items, contains, unevaluatedItems }) => {
    const isAll = items !== undefined || unevaluatedItems !== undefined;
    for (const [index, item] of value.entries()) {
      const isContained = contains !== undefined && judging.accepts(contains, item);
      if (isAll || index < prefixItems.length || isContained) seen.add(index);
    }
  });
  return seen;
}

/** Every schema that is applied to the value itself and takes it. */
function applied(schema: SubSchema, value: object, judging: Judging, each: (part: JsonSchema) => void): void {
  if (typeof schema === "boolean") return;
  each(schema);
  const { $ref, allOf = [], anyOf = [], oneOf = [], if: condition, dependentSchemas = {} } = schema;
  const go = (part: SubSchema | undefined) => {
    if (part !== undefined) applied(part, value, judging, each);
  };
  if ($ref !== undefined) go(definitionOf($ref, judging.root));
  for (const part of allOf) go(part);
  for (const part of [...anyOf, ...oneOf]) if (judging.accepts(part, value)) go(part);
  for (const [name, part] of Object.entries(dependentSchemas)) if (Object.hasOwn(value, name)) go(part);
  if (condition === undefined) return;
  if (judging.accepts(condition, value)) {
    go(condition);
    go(schema.then);
  } else go(schema.else);
}

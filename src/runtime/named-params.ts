import { definitionOf } from "../contract/definition.ts";
import type { JsonSchema, SubSchema } from "../contract/json-schema.ts";

export interface NamedParams {
  /** Needed by every call, whatever else it sends. */
  readonly required: readonly string[];
  readonly all: readonly string[];
}

/** The names of the params in a schema and in those that it applies to the same object: `allOf`, `then`, references and such. */
export function namedParams(input: JsonSchema): NamedParams {
  const required = new Set<string>();
  const all = new Set<string>();
  const seen = new Set<SubSchema>();
  const read = (schema: SubSchema | undefined, isCertain: boolean) => {
    if (typeof schema !== "object" || seen.has(schema)) return;
    seen.add(schema);
    for (const name of schema.required ?? []) (isCertain ? required : all).add(name);
    for (const name of Object.keys(schema.properties ?? {})) all.add(name);
    if (schema.$ref !== undefined) read(definitionOf(schema.$ref, input), isCertain);
    for (const part of schema.allOf ?? []) read(part, isCertain);
    const { anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
    const others = [...anyOf, ...oneOf, schema.then, schema.else, ...Object.values(dependentSchemas)];
    for (const part of others) read(part, false);
  };
  read(input, true);
  return { required: [...required], all: [...all] };
}

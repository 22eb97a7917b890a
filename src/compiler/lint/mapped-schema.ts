import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";

/** The params of an old call under their new names. */
export interface RenamedParams {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
  readonly $defs: JsonSchema["$defs"];
}

/**
 * The schema of a call after an alias or an upgrade has mapped it: renamed params, then `defaults` for what may be left
 * out, then `set`. Only mapped params are allowed, because only these are compared.
 */
export function mappedSchema(
  renamed: RenamedParams,
  values: { readonly defaults: JsonObject; readonly set: JsonObject },
): JsonSchema {
  const properties = new Map(renamed.properties);
  for (const [name, value] of Object.entries(values.defaults)) {
    const schema = properties.get(name);
    if (renamed.required.has(name)) continue;
    properties.set(name, schema === undefined ? { const: value } : { anyOf: [schema, { const: value }] });
  }
  for (const [name, value] of Object.entries(values.set)) properties.set(name, { const: value });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: [...new Set([...renamed.required, ...Object.keys(values.defaults), ...Object.keys(values.set)])],
    additionalProperties: false,
    ...(renamed.$defs === undefined ? {} : { $defs: renamed.$defs }),
  };
}

import { followRefs } from "./definition.ts";
import type { Json } from "./json.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The field that says which of several objects is meant: each of them fixes it to a value of its own. */
export interface UnionTag {
  readonly name: string;
  /** All the values, as a schema. */
  readonly values: JsonSchema & { readonly enum: readonly Json[] };
}

/** @returns undefined where not every object of the options has such a field */
export function unionTag(options: readonly JsonSchema[], root: JsonSchema): UnionTag | undefined {
  const objects = options
    .map((option) => followRefs(option, root))
    .filter(({ type, properties }) => type === undefined || type === "object" || properties !== undefined);
  const [first] = objects;
  if (first === undefined || objects.length < 2) return undefined;
  for (const name of Object.keys(first.properties ?? {})) {
    const values = objects.map((option) => constantOf(option, name));
    if (values.every((value) => value !== undefined) && new Set(values).size > 1) {
      return { name, values: { enum: [...new Set(values)] } };
    }
  }
  return undefined;
}

/** The only value that a field may have; undefined where there are others, or where it may be left out. */
function constantOf({ properties = {}, required = [] }: JsonSchema, name: string): Json | undefined {
  const property = Object.hasOwn(properties, name) && required.includes(name) ? properties[name] : undefined;
  if (typeof property !== "object") return undefined;
  return property.const ?? (property.enum?.length === 1 ? property.enum[0] : undefined);
}

import type { JsonSchema } from "./json-schema.ts";
import { ownValue } from "./own-property.ts";

const prefix = "#/$defs/";

/** The name in `$defs` that a reference has; undefined for any other reference. */
export function definitionName(ref: string): string | undefined {
  return ref.startsWith(prefix) ? ref.slice(prefix.length).replaceAll("~1", "/").replaceAll("~0", "~") : undefined;
}

/** The target of a reference in a published schema: the whole document, or one of its definitions. */
export function definitionOf(ref: string, root: JsonSchema): JsonSchema | undefined {
  if (ref === "#") return root;
  const name = definitionName(ref);
  return name === undefined ? undefined : ownValue(root.$defs ?? {}, name);
}

/** Follows the references of a schema to their end; {} where they are circular or lead nowhere. */
export function followRefs(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let target = schema;
  const seen = new Set<string>();
  while (target.$ref !== undefined) {
    if (seen.has(target.$ref)) return {};
    seen.add(target.$ref);
    target = definitionOf(target.$ref, root) ?? {};
  }
  return target;
}

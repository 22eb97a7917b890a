import type { JsonSchema } from "./json-schema.ts";
import { ownValue } from "./own-property.ts";

const prefix = "#/$defs/";

/** The name in `$defs` that a reference means; undefined where it means something else. */
export function definitionName(ref: string): string | undefined {
  return ref.startsWith(prefix) ? ref.slice(prefix.length).replaceAll("~1", "/").replaceAll("~0", "~") : undefined;
}

/** What a reference of a schema that we published leads to: the whole document, or one of its definitions. */
export function definitionOf(ref: string, root: JsonSchema): JsonSchema | undefined {
  if (ref === "#") return root;
  const name = definitionName(ref);
  return name === undefined ? undefined : ownValue(root.$defs ?? {}, name);
}

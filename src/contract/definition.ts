import { pathKeys } from "./json-pointer.ts";
import type { JsonSchema } from "./json-schema.ts";
import { ownValue } from "./own-property.ts";

const prefix = "#/$defs/";

/** The name in `$defs` that a reference has; undefined for any other reference. */
export function definitionName(ref: string): string | undefined {
  return ref.startsWith(prefix) ? ref.slice(prefix.length).replaceAll("~1", "/").replaceAll("~0", "~") : undefined;
}

/** The target of a reference in a published schema: the whole document, one of its definitions, or any other part of it. */
export function definitionOf(ref: string, root: JsonSchema): JsonSchema | undefined {
  if (ref === "#") return root;
  const name = definitionName(ref);
  const definition = name === undefined ? undefined : ownValue(root.$defs ?? {}, name);
  return definition ?? partOf(ref, root);
}

/** @param ref a fragment with a JSON Pointer, which may be percent-encoded */
function partOf(ref: string, root: JsonSchema): JsonSchema | undefined {
  let part: unknown = root;
  for (const key of pathKeys(decoded(ref.slice(1)))) {
    const isInside = typeof part === "object" && part !== null && Object.hasOwn(part, key);
    // Own, so it is there.
    part = isInside ? (part as { readonly [key: string]: unknown })[key] : undefined;
  }
  // A schema holds schemas where references lead; `false` and `true` are written out.
  if (typeof part === "boolean") return part ? {} : { not: {} };
  return typeof part === "object" && part !== null ? part : undefined;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (error instanceof URIError) return fragment;
    throw error;
  }
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

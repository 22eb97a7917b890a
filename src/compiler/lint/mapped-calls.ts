import { sameJson } from "../../contract/alias.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { namedType } from "../catalog/lookup.ts";
import { partsOf, type TypeNode } from "../catalog/type-node.ts";

// Calls under an old name or to an older version, as the current tool gets them: their schema, and their limits in bytes,
// which JSON Schema can't express and a comparison of schemas ignores.

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

/** Maximum size in UTF-8 of a text of this type where the type limits bytes or characters; else undefined. */
export function maxBytes(node: TypeNode, catalog: Catalog): number | undefined {
  if (node.kind === "ref") {
    const type = namedType(node.name, catalog);
    return type === undefined ? undefined : maxBytes(type, catalog);
  }
  if (node.kind === "enum") return Math.max(0, ...node.values.map(({ value }) => utf8Length(value)));
  if (node.kind !== "string") return undefined;
  if (node.maxBytes !== undefined) return node.maxBytes;
  // A character takes at most four bytes.
  return node.maxLength === undefined ? undefined : 4 * node.maxLength;
}

/** The limit in bytes of `to` that texts of `from` may exceed; undefined where none can. */
export function bytesBeyond(from: TypeNode, to: TypeNode, catalog: Catalog): number | undefined {
  if (sameJson(from, to)) return undefined;
  if (to.kind === "string") {
    const max = maxBytes(from, catalog) ?? Number.POSITIVE_INFINITY;
    return to.maxBytes === undefined || max <= to.maxBytes ? undefined : to.maxBytes;
  }
  // Nested texts are not compared one by one: any limit there may be exceeded.
  return smallestLimit(to, catalog, new Set());
}

function smallestLimit(node: TypeNode, catalog: Catalog, seen: Set<string>): number | undefined {
  if (node.kind === "string") return node.maxBytes;
  if (node.kind === "ref") {
    const type = seen.has(node.name) ? undefined : namedType(node.name, catalog);
    seen.add(node.name);
    return type === undefined ? undefined : smallestLimit(type, catalog, seen);
  }
  const limits = partsOf(node).flatMap((part) => smallestLimit(part, catalog, seen) ?? []);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

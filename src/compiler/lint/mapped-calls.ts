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
  /** The schema of the whole call under its old names. */
  readonly old: JsonSchema;
}

/** How an alias or an upgrade maps a call. */
interface Mapping {
  readonly rename: { readonly [old: string]: string };
  readonly defaults: JsonObject;
  readonly set: JsonObject;
  /** Params that are left out. */
  readonly drop: readonly string[];
}

/**
 * The schema of a call after an alias or an upgrade has mapped it: renamed params, then `defaults` for what may be left
 * out, then `set`. Only mapped params are allowed, because only these are compared.
 */
export function mappedSchema(renamed: RenamedParams, mapping: Mapping): JsonSchema {
  const { old } = renamed;
  const properties = new Map(renamed.properties);
  const required = new Set(renamed.required);
  const root = leavesNames(mapping) ? old : {};
  // A name that has to be there need not be one of a param.
  for (const name of root.required ?? []) {
    required.add(name);
    if (!properties.has(name)) properties.set(name, old.properties?.[name] ?? {});
  }
  for (const [name, value] of Object.entries(mapping.defaults)) {
    const schema = properties.get(name);
    if (required.has(name)) continue;
    properties.set(name, schema === undefined ? { const: value } : { anyOf: [schema, { const: value }] });
  }
  for (const [name, value] of Object.entries(mapping.set)) properties.set(name, { const: value });
  return {
    ...besideParams(root),
    type: "object",
    properties: Object.fromEntries(properties),
    required: [...new Set([...required, ...Object.keys(mapping.defaults), ...Object.keys(mapping.set)])],
    additionalProperties: false,
    ...(old.$defs === undefined ? {} : { $defs: old.$defs }),
  };
}

/** Then what the root of the old call says of its names, it says of the mapped one. */
function leavesNames({ rename, defaults, set, drop }: Mapping): boolean {
  const isSame = Object.entries(rename).every(([old, current]) => old === current);
  return isSame && drop.length === 0 && Object.keys(defaults).length === 0 && Object.keys(set).length === 0;
}

/** As `oneOf` of the names that have to be there. */
function besideParams({ properties: _, required: __, additionalProperties: ___, ...keywords }: JsonSchema): JsonSchema {
  return keywords;
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

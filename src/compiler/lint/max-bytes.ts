import { sameJson } from "../../contract/alias.ts";
import { utf8Length } from "../../contract/utf8.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { namedType } from "../catalog/lookup.ts";
import { partsOf, type TypeNode } from "../catalog/type-node.ts";

// Limits in bytes: JSON Schema can't express them, so a comparison of schemas ignores them.

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

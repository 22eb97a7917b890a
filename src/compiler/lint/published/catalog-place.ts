import { pathKeys } from "../../../contract/json-pointer.ts";
import type { Catalog, Field } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import type { TypeNode } from "../../catalog/type-node.ts";

/** Where the params of a published schema stand in the catalog. */
export interface Published {
  /** The tool or the alias. */
  readonly at: string;
  readonly params: readonly Field[];
  /** What the handler returns; absent where no result is judged. */
  readonly returns?: TypeNode;
}

/**
 * The place in the catalog from which a part of a published tool was made: JSON Pointer into the tool → JSON Pointer into
 * the catalog, down to the word that names the type. Shared types are found where they are written, once for all tools.
 * @returns undefined for what the compiler adds by itself
 */
export function catalogPlace(at: string, tool: Published, catalog: Catalog): string | undefined {
  const [part, ...keys] = pathKeys(at);
  if (part === "annotations") return pointer(tool.at, "effects");
  if (part === "outputSchema") return resultPlace(keys, tool, catalog);
  if (part === "inputSchema" && keys.length === 0) return pointer(tool.at, "params");
  if (part !== "inputSchema") return tool.at;
  const [keyword, name = "", ...rest] = keys;
  if (keyword === "$defs") return definitionPlace(name, rest, catalog);
  if (keyword !== "properties") return tool.at;
  return fieldPlace(name, tool.params, pointer(tool.at, "params"), rest, catalog);
}

function resultPlace(keys: readonly string[], { at, returns }: Published, catalog: Catalog): string {
  const base = pointer(at, "returns");
  if (returns === undefined) return at;
  // An array was wrapped: what is published as its items is the result itself.
  if (returns.kind === "array") return pointer(base, "type");
  return typePlace(returns, base, keys, catalog) ?? base;
}

function definitionPlace(name: string, keys: readonly string[], catalog: Catalog): string | undefined {
  const index = catalog.types.findIndex((type) => type.name === name);
  const named = catalog.types[index];
  return named === undefined ? undefined : typePlace(named.type, pointer("/types", index, "type"), keys, catalog);
}

function fieldPlace(
  name: string,
  fields: readonly Field[],
  base: string,
  keys: readonly string[],
  catalog: Catalog,
): string | undefined {
  const index = fields.findIndex((field) => field.name === name);
  const field = fields[index];
  return field === undefined ? undefined : typePlace(field.type, pointer(base, index, "type"), keys, catalog);
}

function typePlace(type: TypeNode, base: string, keys: readonly string[], catalog: Catalog): string | undefined {
  const [keyword, ...rest] = keys;
  if (keyword === undefined) return pointer(base, "type");
  // A reference that may be null is an option beside null.
  if (type.kind === "ref")
    return keyword === "anyOf" || keyword === "$ref" ? base : definitionPlace(type.name, keys, catalog);
  const [name = "", ...below] = rest;
  switch (keyword) {
    case "properties":
      return type.kind === "object" ? fieldPlace(name, type.fields, pointer(base, "fields"), below, catalog) : base;
    case "items":
      return type.kind === "array" ? typePlace(type.items, pointer(base, "items"), rest, catalog) : base;
    case "additionalProperties":
      return type.kind === "object" && typeof type.open !== "boolean"
        ? typePlace(type.open, pointer(base, "open"), rest, catalog)
        : base;
    case "anyOf": {
      const option = type.kind === "union" ? type.of[Number(name)] : undefined;
      return option === undefined ? base : typePlace(option, pointer(base, "of", name), below, catalog);
    }
    case "enum":
      return pointer(base, "values");
    default:
      return pointer(base, keyword);
  }
}

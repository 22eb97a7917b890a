import { sameJson } from "../../contract/alias.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Catalog, Field, NamedType, Tool } from "../catalog/catalog.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { currentTool, currentTools } from "../catalog/versions.ts";
import { inputSchema, outputSchema, paramSchema, rejectsUnknownParams, typeSchema } from "../schema/json-schema.ts";
import { followRef } from "../schema/named-types.ts";
import type { ComparedField, ObjectFacets, RefShape, Shape } from "./shape.ts";

/** One side of a comparison: a catalog of ours, or a list of tools read as one. */
export interface ComparedCatalog extends Omit<Catalog, "tools" | "types" | "builtins"> {
  readonly tools: readonly ComparedTool[];
  readonly types: readonly ComparedType[];
  readonly builtins?: readonly ComparedTool[];
  /** It was read from a `tools/list`: what a list does not have is the same for every tool. */
  readonly listed?: true;
  /** Members of the answer beside the list. @see MCP 2026-07-28 schema, "CacheableResult" */
  readonly listAnswer?: { readonly ttlMs?: number; readonly cacheScope?: "public" | "private" };
}

export interface ComparedType extends Omit<NamedType, "type"> {
  readonly type: Shape;
}

export interface ComparedTool extends Omit<Tool, "params" | "result" | "returns"> {
  readonly params: readonly ComparedField[];
  readonly result: Shape;
  readonly listed?: ListedFacts;
}

/** What a list has about a tool and our catalog has no place for. */
export interface ListedFacts {
  /** `inputSchema`, normalised and able to stand alone. */
  readonly input: JsonSchema;
  /** `outputSchema`, likewise; undefined where the tool declares none. */
  readonly output: JsonSchema | undefined;
  /** What becomes of arguments that no param names. */
  readonly open: boolean | Shape;
  readonly facets: ObjectFacets;
  /** The root of the arguments as a type, where it is more than a plain object. */
  readonly root: Shape;
  /** As it was written, for what is compared as it stands: `annotations`, `_meta`, `icons`, `execution`. */
  readonly raw: JsonObject;
  /** `$schema` of the arguments. */
  readonly dialect?: Json;
}

/** What a caller may send, as it is published. */
export function argumentsSchema(tool: ComparedTool, catalog: ComparedCatalog): JsonSchema {
  return tool.listed === undefined ? inputSchema(ownTool(tool), ownCatalog(catalog), false) : tool.listed.input;
}

/** What a reader may rely on, as it is published; without a declared result, anything. */
export function resultSchema(tool: ComparedTool, catalog: ComparedCatalog): JsonSchema {
  return tool.listed === undefined
    ? outputSchema(ownTool(tool), ownCatalog(catalog), false)
    : (tool.listed.output ?? { type: "object" });
}

/** Its result is not described: it is any object. */
export function hasNoResult({ result }: ComparedTool): boolean {
  if (result.raw !== undefined) return sameJson(result.raw, { type: "object" });
  return result.kind === "object" && result.fields.length === 0 && result.open === true;
}

/** Equal in what they assert, types by their schemas: texts, and the order of values, do not count. */
export function assertsTheSame(base: unknown, head: unknown): boolean {
  return sameJson(assertions(base), assertions(head));
}

function assertions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(assertions);
  if (typeof value !== "object" || value === null) return value;
  if ("kind" in value && "raw" in value) return value.raw;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, assertions(child)]));
}

export function shapeSchema(shape: Shape, catalog: ComparedCatalog): JsonSchema {
  return shape.raw ?? typeSchema(ownType(shape), ownCatalog(catalog), false);
}

/** Arguments that no param names are refused. */
export function isClosed(tool: ComparedTool, catalog: ComparedCatalog): boolean {
  return tool.listed === undefined
    ? rejectsUnknownParams(ownTool(tool), ownCatalog(catalog))
    : tool.listed.open === false;
}

/** One param as a caller may send it, standing alone. */
export function fieldSchema(field: ComparedField, catalog: ComparedCatalog): JsonSchema {
  return field.type.raw ?? paramSchema(ownField(field), ownCatalog(catalog), false);
}

export function currentComparedTools(catalog: ComparedCatalog): readonly ComparedTool[] {
  return currentTools(ownCatalog(catalog));
}

export function currentComparedTool(name: string, catalog: ComparedCatalog): ComparedTool | undefined {
  return currentTool(name, ownCatalog(catalog));
}

export function followShape(ref: RefShape, catalog: ComparedCatalog): Shape {
  const target: Shape = followRef(ref, ownCatalog(catalog));
  // What the reference adds stands in its own schema.
  return ref.raw === undefined || ref.nullable !== true ? target : { ...target, raw: ref.raw };
}

// Only the reader of lists makes anything that a catalog of ours can't hold, and it marks all of it: `listed`, `raw`.

export function ownCatalog(catalog: ComparedCatalog): Catalog {
  return catalog as Catalog;
}

export function ownTool(tool: ComparedTool): Tool {
  return tool as Tool;
}

export function ownField(field: ComparedField): Field {
  return field as Field;
}

export function ownType(shape: Shape): TypeNode {
  return shape as TypeNode;
}

import { sameJson } from "../../contract/alias.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Catalog, Field, NamedType, Tool, ToolAlias } from "../catalog/catalog.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { isCurrent } from "../catalog/versions.ts";
import {
  aliasInputSchema,
  inputSchema,
  outputSchema,
  paramSchema,
  rejectsUnknownParams,
  typeSchema,
} from "../schema/json-schema.ts";
import type { ComparableType, ComparedField, ObjectFacets, RefType } from "./comparable-type.ts";

/** One side of a comparison: a catalog of ours, or a list of tools read as one. */
export interface ComparedCatalog extends Omit<Catalog, "tools" | "types" | "builtins"> {
  readonly tools: readonly ComparedTool[];
  readonly types: readonly ComparedType[];
  readonly builtins?: readonly ComparedTool[];
  /** It was read from a `tools/list`: what a list does not have is the same for every tool. */
  readonly listed?: true;
  /** Names that several tools of the list have; the first of each is compared. */
  readonly repeated?: readonly string[];
  /** Members of the answer beside the list. @see MCP 2026-07-28 schema, "CacheableResult" */
  readonly listAnswer?: { readonly ttlMs?: number; readonly cacheScope?: "public" | "private" };
}

export interface ComparedType extends Omit<NamedType, "type"> {
  readonly type: ComparableType;
}

export interface ComparedTool extends Omit<Tool, "params" | "result" | "returns" | "aliases"> {
  readonly params: readonly ComparedField[];
  readonly aliases: readonly ComparedAlias[];
  readonly result: ComparableType;
  readonly listed?: ListedFacts;
}

/** Another name of a tool. */
export interface ComparedAlias extends ToolAlias {
  /** Beside a list, in place of the params: the tool as a list would show it under this name. */
  readonly listed?: ComparedTool;
}

/** What a list has about a tool and our catalog has no place for. */
export interface ListedFacts {
  /** `inputSchema`, normalised and able to stand alone. */
  readonly input: JsonSchema;
  /** `outputSchema`, likewise; undefined where the tool declares none. */
  readonly output: JsonSchema | undefined;
  /** What becomes of arguments that no param names. */
  readonly open: boolean | ComparableType;
  readonly facets: ObjectFacets;
  /** The root of the arguments as a type, where it is more than a plain object. */
  readonly root: ComparableType;
  /** As it was written, for what is compared as it stands: `annotations`, `_meta`, `icons`, `execution`. */
  readonly raw: JsonObject;
}

/** What a caller may send, as it is published. Several rules ask for it, so it is made once. */
export function argumentsSchema(tool: ComparedTool, catalog: ComparedCatalog): JsonSchema {
  if (tool.listed !== undefined) return tool.listed.input;
  const ofCatalog = inputs.get(catalog) ?? new WeakMap<ComparedTool, JsonSchema>();
  inputs.set(catalog, ofCatalog);
  const schema = ofCatalog.get(tool) ?? inputSchema(ownTool(tool), ownCatalog(catalog), false);
  ofCatalog.set(tool, schema);
  return schema;
}

/**
 * What a caller of another name may send, as it is published.
 * @param tool the one that answers; of a list, as it is under this name
 */
export function aliasArguments(alias: ToolAlias, tool: ComparedTool, catalog: ComparedCatalog): JsonSchema {
  return tool.listed === undefined
    ? aliasInputSchema(alias, ownTool(tool), ownCatalog(catalog), false)
    : argumentsSchema(tool, catalog);
}

const inputs = new WeakMap<ComparedCatalog, WeakMap<ComparedTool, JsonSchema>>();

/** What a reader may rely on, as it is published; without a declared result, anything. */
export function resultSchema(tool: ComparedTool, catalog: ComparedCatalog): JsonSchema {
  if (tool.contentOnly === true) return { type: "object" };
  return tool.listed === undefined
    ? outputSchema(ownTool(tool), ownCatalog(catalog), false)
    : (tool.listed.output ?? { type: "object" });
}

/** Its result is not described: it is any object, or there is none beside the content. */
export function hasNoResult({ result, contentOnly }: ComparedTool): boolean {
  if (contentOnly === true) return true;
  if (result.raw !== undefined) return sameJson(result.raw, { type: "object" });
  return result.kind === "object" && result.fields.length === 0 && result.open === true;
}

/** A member of its entry in lists that stands there as it was written: by another server, or by its author under `listed`. */
export function listedPart({ listed, verbatim = {} }: ComparedTool, key: string): Json {
  return ownValue(listed?.raw ?? verbatim, key) ?? null;
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

export function schemaOfType(type: ComparableType, catalog: ComparedCatalog): JsonSchema {
  return type.raw ?? typeSchema(ownType(type), ownCatalog(catalog), false);
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

export function currentComparedTools({ tools }: ComparedCatalog): readonly ComparedTool[] {
  return tools.filter(isCurrent);
}

export function currentComparedTool(name: string, catalog: ComparedCatalog): ComparedTool | undefined {
  const known = byName.get(catalog) ?? new Map(currentComparedTools(catalog).map((tool) => [tool.name, tool]));
  byName.set(catalog, known);
  return known.get(name);
}

const byName = new WeakMap<ComparedCatalog, ReadonlyMap<string, ComparedTool>>();

/** The type that a reference means, with what the reference itself adds. */
export function followType(ref: RefType, { types }: ComparedCatalog): ComparableType {
  const target = types.find(({ name }) => name === ref.name)?.type;
  if (target === undefined) throw new Error(`invariant: no type named '${ref.name}' in the catalog`);
  const description = ref.description ?? target.description;
  return {
    ...target,
    ...(ref.nullable === true ? { nullable: true } : {}),
    ...(description === undefined ? {} : { description }),
    // What the reference adds stands in its own schema.
    ...(ref.raw === undefined || ref.nullable !== true ? {} : { raw: ref.raw }),
  };
}

// Only the reader of lists makes what a catalog of ours can't hold, and it marks all of it: `listed`, `raw`. These narrow
// what is not marked, and fail loudly where it is.

export function ownCatalog(catalog: ComparedCatalog): Catalog {
  if (isOwnCatalog(catalog)) return catalog;
  throw new Error("invariant: a list of tools is not a catalog of ours");
}

export function ownTool(tool: ComparedTool): Tool {
  if (isOwnTool(tool)) return tool;
  throw new Error(`invariant: '${tool.name}' is a tool of a list`);
}

export function ownField(field: ComparedField): Field {
  return { ...field, type: ownType(field.type) };
}

export function ownType(type: ComparableType): TypeNode {
  if (isOwnType(type)) return type;
  throw new Error(`invariant: a type of kind '${type.kind}' is one of a list`);
}

function isOwnCatalog(catalog: ComparedCatalog): catalog is ComparedCatalog & Catalog {
  return catalog.listed !== true;
}

function isOwnTool(tool: ComparedTool): tool is ComparedTool & Tool {
  return tool.listed === undefined && "returns" in tool;
}

function isOwnType(type: ComparableType): type is ComparableType & TypeNode {
  return type.raw === undefined && type.kind !== "never";
}

/** A list as a catalog of ours, for what looks at names and texts alone: its params take any value. */
export function namesOfList(list: ComparedCatalog): Catalog {
  const { builtins: _, listed: __, listAnswer: ___, repeated: _____, ...rest } = list;
  const anyValue: TypeNode = { kind: "json" };
  const tools = list.tools.map(({ listed: ____, params, aliases: ______, ...tool }) => ({
    ...tool,
    aliases: [],
    params: params.map((param) => ({ ...param, type: anyValue })),
    result: anyValue,
    returns: anyValue,
  }));
  return { ...rest, tools, types: [] };
}

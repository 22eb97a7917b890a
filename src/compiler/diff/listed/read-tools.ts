import { isJsonObject, type Json } from "../../../contract/json.ts";
import { pathKeys } from "../../../contract/json-pointer.ts";
import { emptyCatalog } from "../../catalog/catalog.ts";
import { sameValue } from "../../json-schema/same-value.ts";
import { distinctTools, findTools, type ListedTool, type ToolList } from "../../schema/tools-list.ts";
import type { ComparedCatalog, ComparedTool, ComparedType } from "../compared.ts";
import type { ParamNames } from "./param-names.ts";
import { type OfferKind, readOffers } from "./read-offers.ts";
import { readTool, unreadTool } from "./read-tool.ts";
import type { ToolNames } from "./tool-names.ts";

/** A `tools/list` as one side of a comparison. */
export interface ReadTools {
  readonly catalog: ComparedCatalog;
  /** JSON Pointer into the list of what stands at a JSON Pointer into the catalog, or of what holds it. */
  readonly placeOf: (pointer: string) => string;
}

/** Names that a server accepts and does not list. */
export interface OtherNames {
  readonly params?: ParamNames | undefined;
  readonly tools?: ToolNames | undefined;
}

/** Tools by their names. */
export type EqualTools = ReadonlyMap<string, ComparedTool>;

/**
 * The tools that are in both lists with equal JSON, whatever the order of its keys. Nothing of them changed, so both sides
 * share them, and their schemas are not read before they are used.
 * @throws never
 */
export function equalTools(base: Json, head: Json): EqualTools {
  const was = new Map(toolsOf(base).map(({ name, raw }) => [name, raw]));
  const same = toolsOf(head).filter(({ name, raw }) => was.has(name) && sameValue(was.get(name), raw));
  return new Map(same.map(({ name, raw }) => [name, unreadTool(name, raw)]));
}

function toolsOf(list: Json): readonly ListedTool[] {
  const found = findTools(list);
  return found === undefined ? [] : distinctTools(found);
}

/**
 * @param equal tools of the list that are known to be equal on the other side; the types of their schemas are left out
 * @param offers what is read beside the tools
 * @param otherNames of params and tools, where they are known; a name that the list has itself is none of these
 * @returns `problem`, for a person, when the value holds no list of tools
 * @throws never, whatever the list holds: tools without a name, and further ones of the same name, are left out
 */
export function readTools(
  list: Json,
  equal: EqualTools = new Map(),
  offers: readonly OfferKind[] = [],
  { params, tools: toolNames }: OtherNames = {},
): ReadTools | { readonly problem: string } {
  const found = findTools(list);
  if (found === undefined) {
    return {
      problem: "it is not a tools/list: neither {tools: […]}, nor a JSON-RPC answer with one, nor an array of tools",
    };
  }
  const places = new WeakMap<object, string>();
  const types: ComparedType[] = [];
  const listed = distinctTools(found);
  const own = new Set(listed.map(({ name }) => name));
  const tools = listed.map(({ name, raw, pointer: at }) => {
    const aliases = new Map([...(toolNames?.get(name) ?? [])].filter(([alias]) => !own.has(alias)));
    const shared = aliases.size === 0 ? equal.get(name) : undefined;
    const placing = { at, places, otherNames: params?.get(name), aliases };
    const read = shared === undefined ? readTool(name, raw, placing) : { tool: shared, types: [] };
    places.set(read.tool, at);
    types.push(...read.types);
    return read.tool;
  });
  const catalog: ComparedCatalog = {
    ...plainCatalog,
    ...answerOf(list),
    ...repeatedIn(found),
    ...(offers.length === 0 ? {} : readOffers(list, offers, places)),
    tools,
    types: types.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  return { catalog, placeOf: (pointer) => placeIn(catalog, pointer, places) ?? found.pointer };
}

/** What a list does not specify is the same for all lists. */
const plainCatalog: Omit<ComparedCatalog, "tools" | "types"> = { ...emptyCatalog, listed: true };

function repeatedIn({ entries }: ToolList): Pick<ComparedCatalog, "repeated"> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const entry of entries) {
    if (!("raw" in entry)) continue;
    if (seen.has(entry.name)) repeated.add(entry.name);
    seen.add(entry.name);
  }
  return repeated.size === 0 ? {} : { repeated: [...repeated].sort() };
}

/** Facts of the answer itself, and of the server. */
function answerOf(list: Json): Partial<ComparedCatalog> {
  if (!isJsonObject(list)) return {};
  const answer = isJsonObject(list.result) ? list.result : list;
  const { ttlMs, cacheScope, instructions } = answer;
  const listAnswer: ComparedCatalog["listAnswer"] = {
    ...(typeof ttlMs === "number" ? { ttlMs } : {}),
    ...(cacheScope === "public" || cacheScope === "private" ? { cacheScope } : {}),
  };
  return {
    ...(Object.keys(listAnswer).length === 0 ? {} : { listAnswer }),
    ...(typeof instructions === "string" ? { server: { ...plainCatalog.server, instructions } } : {}),
  };
}

/** Walks down to what the pointer means, as far as it goes, and remembers the last thing whose place is known. */
function placeIn(catalog: ComparedCatalog, pointer: string, places: WeakMap<object, string>): string | undefined {
  let at: unknown = catalog;
  let found: string | undefined;
  for (const key of pathKeys(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) break;
    at = (at as { readonly [key: string]: unknown })[key]; // an object, and the key is its own
    if (typeof at === "object" && at !== null) found = places.get(at) ?? found;
  }
  return found;
}

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childPath, pathKeys } from "../../../contract/json-pointer.ts";
import { sameValue } from "../../json-schema/same-value.ts";
import { findTools, maxTools } from "../../schema/tools-list.ts";
import type { ComparedCatalog, ComparedTool, ComparedType } from "../compared.ts";
import { readTool, unreadTool } from "./read-tool.ts";

/** A `tools/list` as one side of a comparison. */
export interface ReadTools {
  readonly catalog: ComparedCatalog;
  /** JSON Pointer into the list of what stands at a JSON Pointer into the catalog, or of what holds it. */
  readonly placeOf: (pointer: string) => string;
}

/** Tools by their names. */
export type EqualTools = ReadonlyMap<string, ComparedTool>;

/**
 * The tools that are in both lists with equal JSON, whatever the order of its keys. Nothing of them changed, so both sides
 * share them, and their schemas are not read before somebody asks for them.
 * @throws never
 */
export function equalTools(base: Json, head: Json): EqualTools {
  const was = rawTools(base);
  return new Map(
    [...rawTools(head)].flatMap(([name, raw]): (readonly [string, ComparedTool])[] => {
      const before = was.get(name);
      return before !== undefined && sameValue(before, raw) ? [[name, unreadTool(name, raw)]] : [];
    }),
  );
}

/** The tools that count: those that have a name, and of several with one name the first. */
function rawTools(list: Json): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const raw of findTools(list)?.tools.slice(0, maxTools) ?? []) {
    if (isJsonObject(raw) && isNamed(raw) && !found.has(raw.name)) found.set(raw.name, raw);
  }
  return found;
}

function isNamed(raw: JsonObject): raw is JsonObject & { readonly name: string } {
  return typeof raw.name === "string" && raw.name !== "";
}

/**
 * @param equal tools of the list that are known to be equal on the other side; the types of their schemas are left out
 * @returns `problem`, for a person, when the value holds no list of tools
 * @throws never, whatever the list holds: tools without a name, and further ones of the same name, are left out
 */
export function readTools(list: Json, equal: EqualTools = new Map()): ReadTools | { readonly problem: string } {
  const found = findTools(list);
  if (found === undefined) {
    return {
      problem: "it is no tools/list: neither {tools: […]}, nor a JSON-RPC answer with one, nor an array of tools",
    };
  }
  const places = new WeakMap<object, string>();
  const names = new Set<string>();
  const tools: ComparedTool[] = [];
  const types: ComparedType[] = [];
  found.tools.slice(0, maxTools).forEach((raw, index) => {
    if (!isJsonObject(raw) || !isNamed(raw) || names.has(raw.name)) return;
    names.add(raw.name);
    const at = childPath(found.pointer, index);
    const shared = equal.get(raw.name);
    if (shared !== undefined) {
      places.set(shared, at);
      tools.push(shared);
      return;
    }
    const read = readTool(raw.name, raw, { at, places });
    tools.push(read.tool);
    types.push(...read.types);
  });
  const catalog: ComparedCatalog = {
    ...plainCatalog,
    ...answerOf(list),
    tools,
    types: types.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  return { catalog, placeOf: (pointer) => placeIn(catalog, pointer, places) ?? found.pointer };
}

/** What a list does not say, said alike of all. */
const plainCatalog: Omit<ComparedCatalog, "tools" | "types"> = {
  format: 1,
  server: { name: "", version: "" },
  targets: [],
  unknownParams: "ignore",
  tiers: [],
  families: [],
  profiles: [],
  defaultProfile: "",
  errors: [],
  grace: { experimental: 0, beta: 0, stable: 0 },
  retired: [],
  listed: true,
};

/** What the answer says of itself and of the server. */
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

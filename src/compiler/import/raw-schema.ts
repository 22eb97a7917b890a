import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { setOwn } from "../../contract/own-property.ts";

/** A JSON Schema of anybody's making, of draft-04 to 2020-12; where its parts stand, and who refers to them. */
export interface RawSchema {
  readonly root: JsonObject;
  /** Where a part stands in the list. Parts that were put together on the way stand where their first part does. */
  readonly places: WeakMap<object, string>;
  /** Of parts that were put together: which part a keyword comes from. */
  readonly sources: WeakMap<object, ReadonlyMap<string, object>>;
  /** How many `$ref` lead to a part. */
  readonly uses: ReadonlyMap<object, number>;
}

/** @param pointer where the schema stands in the list */
export function openSchema(root: JsonObject, pointer: string): RawSchema {
  const places = new WeakMap<object, string>();
  const uses = new Map<object, number>();
  for (const [part, place] of partsOf(root, pointer)) {
    places.set(part, place);
    const target = isJsonObject(part) && typeof part.$ref === "string" ? followRef(root, part.$ref) : undefined;
    if (isJsonObject(target)) uses.set(target, (uses.get(target) ?? 0) + 1);
  }
  return { root, places, sources: new WeakMap(), uses };
}

/** Most levels below which nothing of a schema is looked at: no tool that people call is so deep. */
const maxDepth = 200;

/** Every object and list with its pointer, breadth first, without recursion. */
function* partsOf(root: object, pointer: string): Generator<readonly [object, string]> {
  let level: (readonly [object, string])[] = [[root, pointer]];
  for (let depth = 0; level.length > 0 && depth < maxDepth; depth++) {
    const below: (readonly [object, string])[] = [];
    for (const [part, place] of level) {
      yield [part, place];
      for (const [key, child] of Object.entries(part)) {
        if (typeof child === "object" && child !== null) below.push([child, childPath(place, key)]);
      }
    }
    level = below;
  }
}

export function placeOf(schema: RawSchema, part: unknown): string {
  return (typeof part === "object" && part !== null ? schema.places.get(part) : undefined) ?? "";
}

/** Where the part stands that a keyword was taken from. */
export function placeOfKeyword(schema: RawSchema, part: unknown, keyword: string): string {
  const isPart = typeof part === "object" && part !== null;
  return placeOf(schema, isPart ? sourceOf(schema, part, keyword) : part);
}

export function sourceOf(schema: RawSchema, part: object, keyword: string): object {
  return schema.sources.get(part)?.get(keyword) ?? part;
}

/** A new part, made from another; it stands where that one does. */
export function made(schema: RawSchema, part: JsonObject, like: unknown): JsonObject {
  schema.places.set(part, placeOf(schema, like));
  const sources = typeof like === "object" && like !== null ? schema.sources.get(like) : undefined;
  if (sources !== undefined) schema.sources.set(part, sources);
  return part;
}

/** The part that a local reference means; undefined when it leads out of the schema, to an anchor, or nowhere. */
export function followRef(root: JsonObject, ref: string): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    const key = unescaped(part);
    if (key === undefined || typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as { readonly [key: string]: unknown })[key]; // an object, and the key is its own
  }
  return at;
}

function unescaped(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch (error) {
    // A lone `%` is no reference that anybody could follow.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Can a part be reached from itself? */
export function isRecursive(schema: RawSchema, part: object): boolean {
  const seen = new Set<object>();
  const waiting: object[] = [part];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of Object.values(next)) {
      if (typeof child === "object" && child !== null && !seen.has(child)) {
        seen.add(child);
        waiting.push(child);
      }
    }
    const ref = (next as { readonly $ref?: unknown }).$ref;
    const target = typeof ref === "string" ? followRef(schema.root, ref) : undefined;
    if (target === part) return true;
    if (isJsonObject(target) && !seen.has(target)) {
      seen.add(target);
      waiting.push(target);
    }
  }
  return false;
}

/** A copy of an object without some keys. */
export function without(value: JsonObject, keys: ReadonlySet<string>): JsonObject {
  const copy: { [key: string]: JsonObject[string] } = {};
  for (const [key, child] of Object.entries(value)) if (!keys.has(key)) setOwn(copy, key, child);
  return copy;
}

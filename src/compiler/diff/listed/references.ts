import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";

/** Where the references of one schema lead, and which of their targets contain themselves. */
export interface References {
  readonly follow: (ref: string) => Target | undefined;
  readonly isRecursive: (target: Target) => boolean;
}

export interface Target {
  readonly schema: JsonObject | boolean;
  /** JSON Pointer into the list. */
  readonly at: string;
  /** The last part of the reference, which is a name where definitions are meant. */
  readonly name: string;
}

/** Most parts of a schema that are looked at for anchors, or to find out if a type contains itself. */
const maxSteps = 50_000;

/** @param at where the root stands in the list */
export function openReferences(root: unknown, at: string): References {
  const known = new Map<string, Target | undefined>();
  const recursive = new Map<unknown, boolean>();
  let anchors: ReadonlyMap<string, Target> | undefined;
  const follow = (ref: string): Target | undefined => {
    const seen = known.get(ref);
    if (seen !== undefined || known.has(ref)) return seen;
    let target = ref === "#" || ref.startsWith("#/") ? targetAt(root, at, ref) : undefined;
    if (target === undefined) {
      anchors ??= anchorsIn(root, at);
      target = anchors.get(ref);
    }
    known.set(ref, target);
    return target;
  };
  const isRecursive = ({ schema }: Target): boolean => {
    const answer = recursive.get(schema) ?? reachesItself(schema, follow);
    recursive.set(schema, answer);
    return answer;
  };
  return { follow, isRecursive };
}

function targetAt(root: unknown, base: string, ref: string): Target | undefined {
  let schema: unknown = root;
  let at = base;
  let name = "root";
  for (const part of ref.split("/").slice(1)) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, key)) return undefined;
    schema = (schema as { readonly [key: string]: unknown })[key]; // an object, and the key is its own
    at = childPath(at, key);
    name = key;
  }
  return typeof schema === "boolean" || isJsonObject(schema) ? { schema, at, name } : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (problem) {
    // Not percent-encoded after all: taken literally, as validators do.
    if (problem instanceof URIError) return part;
    throw problem;
  }
}

/** By reference: `$anchor`, and `$id` of a part or, as draft 07 has it, as an anchor. */
function anchorsIn(root: unknown, at: string): ReadonlyMap<string, Target> {
  const found = new Map<string, Target>();
  for (const [schema, place] of partsOf(root, at)) {
    if (!isJsonObject(schema)) continue;
    const { $anchor, $dynamicAnchor, $id } = schema;
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor === "string") found.set(`#${anchor}`, { schema, at: place, name: anchor });
    }
    if (typeof $id === "string") found.set($id, { schema, at: place, name: lastName($id) });
  }
  return found;
}

function lastName(id: string): string {
  return id.replace(/#$/, "").split(/[/#]/).at(-1) ?? id;
}

function* partsOf(root: unknown, at: string): Generator<readonly [unknown, string]> {
  const waiting: (readonly [unknown, string])[] = [[root, at]];
  let steps = 0;
  for (let next = waiting.pop(); next !== undefined && steps < maxSteps; next = waiting.pop(), steps++) {
    yield next;
    const [part, place] = next;
    if (typeof part !== "object" || part === null) continue;
    for (const [key, child] of Object.entries(part)) {
      if (typeof child === "object" && child !== null) waiting.push([child, childPath(place, key)]);
    }
  }
}

/** Where that takes too long to find out it counts as recursive, which is always safe: it is then followed as a name. */
function reachesItself(start: unknown, follow: References["follow"]): boolean {
  const seen = new Set<unknown>();
  const waiting: unknown[] = [start];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== "object" || part === null) continue;
    const ref = (part as { readonly $ref?: unknown }).$ref;
    const target = typeof ref === "string" ? follow(ref)?.schema : undefined;
    if (target === start) return true;
    if (target !== undefined && !seen.has(target)) {
      seen.add(target);
      waiting.push(target);
    }
    for (const child of Object.values(part)) {
      if (typeof child !== "object" || child === null || seen.has(child)) continue;
      if (seen.size > maxSteps) return true;
      seen.add(child);
      waiting.push(child);
    }
  }
  return false;
}

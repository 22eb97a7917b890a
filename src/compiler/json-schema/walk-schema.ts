import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { clip } from "../../contract/utf8.ts";
import { childEntries } from "./vocabulary.ts";

/** A schema and everything inside it, in the order of its keys, parents before children. */
export interface SchemaWalk {
  readonly root: JsonObject;
  /** JSON Pointer to the root. */
  readonly at: string;
  readonly nodes: readonly SchemaNode[];
  /** The schema is larger or deeper than the limits; the walk ended there. */
  readonly cut: boolean;
}

export interface SchemaNode {
  readonly schema: JsonObject;
  readonly at: string;
  /** For messages: "" for the root, else "author.tags[]". */
  readonly path: string;
  /** Objects and lists around it; properties of the root have 1. */
  readonly depth: number;
  readonly via: "root" | "property" | "items" | "map" | "branch" | "condition" | "definition";
  /** Only properties lead here from the root. */
  readonly reachable: boolean;
}

const maxNodes = 10_000;
const maxLevels = 100;
const pathLength = 80;

/** Keywords that hold schemas, in the order in which they are visited. */
const visited: readonly (readonly [keyword: string, via: SchemaNode["via"]])[] = [
  ["properties", "property"],
  ["patternProperties", "map"],
  ["dependentSchemas", "condition"],
  ["$defs", "definition"],
  ["definitions", "definition"],
  ["prefixItems", "items"],
  ["anyOf", "branch"],
  ["oneOf", "branch"],
  ["allOf", "branch"],
  ["items", "items"],
  ["additionalItems", "items"],
  ["contains", "items"],
  ["unevaluatedItems", "items"],
  ["additionalProperties", "map"],
  ["unevaluatedProperties", "map"],
  ["propertyNames", "condition"],
  ["not", "condition"],
  ["if", "condition"],
  ["then", "branch"],
  ["else", "branch"],
];

/** Visits every subschema once. References are not followed, so cycles are harmless, and both limits bound the rest. */
export function walkSchema(root: JsonObject, at: string): SchemaWalk {
  const nodes: SchemaNode[] = [];
  const waiting: SchemaNode[] = [{ schema: root, at, path: "", depth: 0, via: "root", reachable: true }];
  let cut = false;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (nodes.length >= maxNodes || node.depth > maxLevels) {
      cut = true;
      continue;
    }
    nodes.push(node);
    waiting.push(...childrenOf(node).toReversed());
  }
  return { root, at, nodes, cut };
}

function childrenOf(parent: SchemaNode): readonly SchemaNode[] {
  const children: SchemaNode[] = [];
  for (const { keyword, via } of heldIn(parent.schema)) {
    const place = childPath(parent.at, keyword);
    for (const [key, schema] of childEntries(parent.schema, keyword)) {
      if (!isJsonObject(schema) || children.length > maxNodes) continue;
      children.push({
        schema,
        at: key === undefined ? place : childPath(place, key),
        path: pathTo(parent, via, String(key)),
        depth: parent.depth + (via === "property" || via === "items" || via === "map" ? 1 : 0),
        via,
        reachable: parent.reachable && via === "property",
      });
    }
  }
  return children;
}

/** The keywords of a schema that hold schemas, in the order in which they are visited: most schemas have none. */
function heldIn(schema: JsonObject): readonly Visited[] {
  const held: Visited[] = [];
  for (const keyword of Object.keys(schema)) {
    const found = visitedBy.get(keyword);
    if (found !== undefined) held.push(found);
  }
  return held.length < 2 ? held : held.sort((a, b) => a.place - b.place);
}

interface Visited {
  readonly keyword: string;
  readonly via: SchemaNode["via"];
  readonly place: number;
}

const visitedBy: ReadonlyMap<string, Visited> = new Map(
  visited.map(([keyword, via], place) => [keyword, { keyword, via, place }]),
);

function pathTo(parent: SchemaNode, via: SchemaNode["via"], key: string): string {
  const { path } = parent;
  if (path.length >= pathLength) return path;
  switch (via) {
    case "property":
      return clip(path === "" ? key : `${path}.${key}`, pathLength);
    case "definition":
      return clip(key, pathLength);
    case "items":
      return `${path}[]`;
    case "map":
      return `${path}.*`;
    default:
      return path;
  }
}

import type { JsonObject } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { openDocument } from "../../json-schema/document.ts";
import type { AnyType, ComparableType } from "../comparable-type.ts";
import type { ComparedType } from "../compared.ts";
import { opaqueSchema } from "./cut.ts";
import { flatten } from "./flatten.ts";
import { readSet, readType } from "./read-type.ts";
import { asSchema, type Definition, maxDepth, maxSchemas, type Reading, rawOf, refTo } from "./reading.ts";

export interface ReadSchema {
  readonly root: ComparableType;
  /** Those that contain themselves. */
  readonly types: readonly ComparedType[];
}

/**
 * Reads a schema of a list: one form, whatever its spelling. Every shape's `raw` stands alone.
 * @param at where it stands in the list
 * @param prefix before the names of its types
 * @throws never; what can't be read becomes a shape that compares with nothing but itself
 */
export function readSchema(
  schema: unknown,
  at: string,
  {
    prefix,
    places,
    asArguments,
  }: { readonly prefix: string; readonly places: WeakMap<object, string>; readonly asArguments: boolean },
): ReadSchema {
  const document = openDocument(schema, at);
  const reading: Reading = {
    document,
    // Where the schema was not read to the end it counts as having one.
    looksBack: document.problem !== undefined || [...document.schemas.keys()].some(looksBack),
    prefix,
    definitions: new Map(),
    budget: { schemas: maxSchemas, levels: maxDepth },
    places,
    texts: new WeakMap(),
    made: [],
  };
  const set = flatten({ schema, at }, reading);
  // Arguments are an object, whether the schema names the type or not.
  const isObject = set.types === undefined || set.types.includes("object");
  const root = readSet(asArguments && isObject ? { ...set, types: ["object"] } : set, reading);
  // A Map's iteration also visits what is added on the way.
  for (const definition of reading.definitions.values()) definition.shape = readType(definition.part, reading);
  breakCycles(reading);
  standAlone(reading);
  const types = [...reading.definitions.values()].flatMap(({ name, shape }): ComparedType[] =>
    shape === undefined ? [] : [{ name, family: "", type: shape }],
  );
  return { root, types };
}

function looksBack(schema: object): boolean {
  return "unevaluatedProperties" in schema || "unevaluatedItems" in schema;
}

/** A type that is nothing but a reference to itself means nothing that could be judged. */
function breakCycles({ definitions, prefix, document }: Reading): void {
  const byName = new Map([...definitions.values()].map((definition) => [definition.name, definition]));
  for (const definition of definitions.values()) {
    const seen = new Set<Definition>();
    let next: Definition | undefined = definition;
    while (next?.shape?.kind === "ref" && !seen.has(next)) {
      seen.add(next);
      next = byName.get(next.shape.name);
    }
    if (next === undefined || !seen.has(next)) continue;
    const raw = opaqueSchema(`${prefix}${definition.key} leads to itself`, document.root);
    definition.shape = { kind: "json", allOf: [asSchema(raw)], raw: asSchema(raw) } satisfies AnyType;
  }
}

/** Puts beside every schema the definitions that it refers to, and those that these refer to. */
function standAlone({ made, definitions }: Reading): void {
  if (definitions.size === 0) return;
  const uses: Uses = { keys: new Map(), known: new Map() };
  const bare = new Map<string, JsonObject>();
  for (const { key, shape } of definitions.values()) {
    uses.keys.set(refTo(key).$ref, key);
    bare.set(key, shape === undefined ? {} : rawOf(shape));
  }
  const closures = new Map<string, JsonSchema["$defs"]>();
  for (const shape of made) {
    const all = new Set(usesIn(rawOf(shape), uses));
    if (all.size === 0) continue;
    const name = JSON.stringify([...all].sort());
    for (const key of all) for (const more of usesIn(bare.get(key) ?? {}, uses)) all.add(more);
    const definitionsOf = () => Object.fromEntries([...all].sort().map((key) => [key, asSchema(bare.get(key) ?? {})]));
    const $defs = closures.get(name) ?? definitionsOf();
    closures.set(name, $defs);
    // The shape was made for this reading and is not in use yet.
    Object.assign(shape, { raw: { ...shape.raw, $defs } });
  }
}

interface Uses {
  /** By reference. */
  readonly keys: Map<unknown, string>;
  /** Of the schemas that were looked at: a schema holds those of its parts. */
  readonly known: Map<object, ReadonlySet<string>>;
}

/** The definitions that a schema refers to; the values of its enums are not looked into. */
function usesIn(raw: object, uses: Uses): ReadonlySet<string> {
  const known = uses.known.get(raw);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const [keyword, child] of Object.entries(raw)) {
    const key = keyword === "$ref" ? uses.keys.get(child) : undefined;
    if (key !== undefined) found.add(key);
    // A property may be called enum too.
    const isValues = keyword === "enum" && Array.isArray(child);
    if (isValues || typeof child !== "object" || child === null) continue;
    for (const one of usesIn(child, uses)) found.add(one);
  }
  uses.known.set(raw, found);
  return found;
}

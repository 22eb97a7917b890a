import type { JsonObject } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { openDocument } from "../../json-schema/document.ts";
import type { ComparedType } from "../compared.ts";
import type { AnyShape, Shape } from "../shape.ts";
import { opaqueSchema } from "./cut.ts";
import { flatten } from "./flatten.ts";
import { readSet, readShape } from "./read-shape.ts";
import { asSchema, type Definition, maxDepth, maxSchemas, type Reading, rawOf } from "./reading.ts";

export interface ReadSchema {
  readonly root: Shape;
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
    // Where no keyword keeps schemas, only a reference finds them, and then there is no telling.
    looksBack: document.problem !== undefined || [...document.schemas.keys()].some(looksBack),
    prefix,
    definitions: new Map(),
    room: { schemas: maxSchemas, levels: maxDepth },
    places,
    texts: new WeakMap(),
    made: new Map(),
  };
  const set = flatten({ schema, at }, reading);
  // Arguments are an object, said or not.
  const isObject = set.types === undefined || set.types.includes("object");
  const root = readSet(asArguments && isObject ? { ...set, types: ["object"] } : set, reading);
  // A Map's iteration also visits what is added on the way.
  for (const definition of reading.definitions.values()) definition.shape = readShape(definition.part, reading);
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
    definition.shape = { kind: "json", allOf: [asSchema(raw)], raw: asSchema(raw) } satisfies AnyShape;
  }
}

/** Puts beside every schema the definitions that it refers to, and those that these refer to. */
function standAlone({ made, definitions }: Reading): void {
  if (definitions.size === 0) return;
  const byKey = new Map([...definitions.values()].map((definition) => [definition.key, definition]));
  const bare = new Map([...byKey].map(([key, { shape }]) => [key, shape === undefined ? {} : rawOf(shape)]));
  const usedBy = (key: string): ReadonlySet<string> => {
    const shape = byKey.get(key)?.shape;
    return (shape === undefined ? undefined : made.get(shape)) ?? new Set();
  };
  const closures = new Map<string, JsonSchema["$defs"]>();
  for (const [shape, uses] of made) {
    if (uses.size === 0) continue;
    const key = JSON.stringify([...uses].sort());
    const $defs = closures.get(key) ?? definitionsFor(uses, usedBy, bare);
    closures.set(key, $defs);
    // The shape was made for this reading and nobody else has seen it yet.
    Object.assign(shape, { raw: { ...shape.raw, $defs } });
  }
}

function definitionsFor(
  uses: ReadonlySet<string>,
  usedBy: (key: string) => ReadonlySet<string>,
  bare: ReadonlyMap<string, JsonObject>,
): NonNullable<JsonSchema["$defs"]> {
  const all = new Set(uses);
  for (const key of all) for (const more of usedBy(key)) all.add(more);
  return Object.fromEntries([...all].sort().map((key) => [key, asSchema(bare.get(key) ?? {})]));
}

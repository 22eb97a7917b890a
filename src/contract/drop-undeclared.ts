import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { childPath } from "./json-pointer.ts";
import type { JsonSchema } from "./json-schema.ts";
import { ownValue, setOwn } from "./own-property.ts";
import { schemaFor } from "./schema-for.ts";

export interface Dropped {
  readonly value: JsonObject;
  /** Where the dropped keys stood, each place once; `*` stands for the items of an array. */
  readonly dropped: readonly string[];
}

/**
 * A copy of a result without the keys that its schema does not declare, at any depth. A closed object drops them; an open
 * one and a map keep all; of a union the option counts that the value is.
 */
export function dropUndeclared(schema: JsonSchema, value: JsonObject): Dropped {
  const dropped = new Set<string>();
  const visit = (at: Json, part: JsonSchema | undefined, path: string): Json => {
    const own = schemaFor(at, part, schema);
    if (own === undefined) return at;
    if (Array.isArray(at)) return at.map((item: Json) => visit(item, own.items, `${path}/*`));
    return isJsonObject(at) ? members(at, own, path) : at;
  };
  const members = (at: JsonObject, { properties = {}, additionalProperties }: JsonSchema, path: string): JsonObject => {
    const kept: { [name: string]: Json } = {};
    for (const [name, child] of Object.entries(at)) {
      const property = ownValue(properties, name);
      const rest = typeof additionalProperties === "object" ? additionalProperties : undefined;
      if (property === undefined && additionalProperties === false) {
        // A key without a value is absent in JSON.
        if (child !== undefined) dropped.add(childPath(path, name));
      } else setOwn(kept, name, visit(child, property ?? rest, childPath(path, name)));
    }
    return kept;
  };
  const own = schemaFor(value, schema, schema);
  const copy = own === undefined ? value : members(value, own, "");
  return { value: copy, dropped: [...dropped] };
}

import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { annotations } from "./keywords.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { followRef, made, without } from "./raw-schema.ts";
import { quote } from "./read-scalar.ts";
import { listOf, loseAt, type Reading } from "./reading.ts";

/**
 * What a schema says, with its references followed and `allOf` folded away.
 * @param followed gets every part that a reference led to
 * @returns undefined when that can't be done, which was told
 */
export function settle(
  reading: Reading,
  raw: JsonObject,
  followed: Set<object> = new Set(),
  seen: ReadonlySet<object> = new Set(),
): JsonObject | undefined {
  if (seen.has(raw) || seen.size > 100) {
    loseAt(reading, raw, "$ref", "wider", "it leads back to itself", "any value");
    return undefined;
  }
  const path = new Set([...seen, raw]);
  const parts: JsonObject[] = [];
  let isLost = false;
  const add = (member: Json | undefined) => {
    const settled = isJsonObject(member) ? settle(reading, member, followed, path) : undefined;
    if (settled !== undefined) parts.push(settled);
    else if (member === false) {
      loseAt(reading, raw, "allOf", "wider", "no value is allowed, which no type says", "the rest of it");
    } else if (isJsonObject(member)) isLost = true;
  };
  if (typeof raw.$ref === "string") {
    const target = followRef(reading.schema.root, raw.$ref);
    if (target === undefined) {
      loseAt(
        reading,
        raw,
        "$ref",
        "wider",
        `${quote(raw.$ref)} is not in this schema; nothing is fetched`,
        "any value",
      );
      isLost = true;
    } else if (isJsonObject(target) && reading.open.has(target)) {
      loseAt(reading, raw, "$ref", "wider", "it leads back into what holds it, which is no plain object", "any value");
      isLost = true;
    } else {
      if (isJsonObject(target)) followed.add(target);
      add(target as Json); // the schema came as JSON
    }
  }
  for (const member of listOf(raw.allOf)) add(member);
  const own = modernised(
    reading,
    parts.length === 0 && raw.allOf === undefined && raw.$ref === undefined ? raw : bare(reading, raw),
  );
  const merged = parts.reduce(
    (sum, part) =>
      mergeSchemas(reading.schema, sum, part, (keyword, of) =>
        loseAt(
          reading,
          of,
          keyword,
          "wider",
          "it can't be said together with what stands beside it in 'allOf'",
          "the other one",
        ),
      ),
    own,
  );
  return isLost && parts.length === 0 && Object.keys(merged).every((key) => annotations.has(key)) ? undefined : merged;
}

function bare(reading: Reading, raw: JsonObject): JsonObject {
  return made(reading.schema, without(raw, new Set(["$ref", "allOf"])), raw);
}

/** draft-04's boolean `exclusiveMinimum` as the number that it means, so that two schemas can be merged. */
function modernised(reading: Reading, schema: JsonObject): JsonObject {
  const pairs = [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const;
  const old = pairs.filter(([exclusive]) => typeof schema[exclusive] === "boolean");
  if (old.length === 0) return schema;
  const dropped = new Set<string>(
    old.flatMap(([exclusive, bound]) => (schema[exclusive] === true ? [exclusive, bound] : [exclusive])),
  );
  const exclusive = old.flatMap(([key, bound]) =>
    schema[key] === true && schema[bound] !== undefined ? [[key, schema[bound]]] : [],
  );
  return made(reading.schema, { ...without(schema, dropped), ...Object.fromEntries(exclusive) }, schema);
}

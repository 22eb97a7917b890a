// Which schemas of a list can stand in a schema file as they are, so that they are published and enforced.

import { isDeeperThan } from "../../contract/depth.ts";
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { pathKeys } from "../../contract/json-pointer.ts";
import { danglingReferences, endlessCheck, uncheckable } from "../json-schema/checkable.ts";
import { walkSchema } from "../json-schema/walk-schema.ts";
import { isPrintable } from "../syntax/print-yaml.ts";
import { isWire } from "./fold-name.ts";
import { maxDepth, maxLetters } from "./reading.ts";
import { safePattern } from "./safe-pattern.ts";

/** Can a schema stand in a schema file as it is, and be checked? */
export function canStand(schema: JsonObject): boolean {
  return canBeWritten(schema) && problemsIn(schema).length === 0 && endlessCheck(schema) === undefined;
}

/**
 * The params that can't stand, where all else can.
 * @returns undefined where more can't
 */
export function paramsInWords(schema: JsonObject): ReadonlySet<string> | undefined {
  if (canStand(schema)) return new Set();
  const { properties } = schema;
  if (!isJsonObject(properties)) return undefined;
  const found = new Set<string>();
  for (const [name, property] of Object.entries(properties)) {
    if (isJsonObject(property) && !canBeWritten(property)) found.add(name);
  }
  const writable = without(schema, properties, found);
  if (!canBeWritten(writable)) return undefined;
  for (const pointer of [...problemsIn(writable), ...danglingReferences(writable)]) {
    const [keyword, name] = pathKeys(pointer);
    if (keyword !== "properties" || name === undefined) return undefined;
    found.add(name);
  }
  // What is left may refer to one of them.
  const isAlone = [...found].every(isWire) && canStand(without(schema, properties, found));
  return isAlone ? found : undefined;
}

function without(schema: JsonObject, properties: JsonObject, names: ReadonlySet<string>): JsonObject {
  const left = Object.entries(properties).filter(([name]) => !names.has(name));
  return { ...schema, properties: Object.fromEntries(left) };
}

/** The schema of these params alone. */
export function onlyWith({ properties, required }: JsonObject, names: ReadonlySet<string>): JsonObject {
  const all = isJsonObject(properties) ? Object.entries(properties) : [];
  const needed = Array.isArray(required) ? required : [];
  return {
    type: "object",
    properties: Object.fromEntries(all.filter(([name]) => names.has(name))),
    required: needed.filter((name) => typeof name === "string" && names.has(name)),
  };
}

/** The depth first: whatever else looks at a schema may go as deep as it is. */
function canBeWritten(schema: JsonObject): boolean {
  return !isDeeperThan(maxDepth, schema) && JSON.stringify(schema).length <= maxLetters && isPrintable(schema);
}

/** Pointers to the keywords that no check is made of, and to schemas whose patterns are not safe. */
function problemsIn(schema: JsonObject): readonly string[] {
  const unsafe = walkSchema(schema, "").nodes.filter(
    ({ schema: { pattern, patternProperties } }) =>
      ![
        ...(typeof pattern === "string" ? [pattern] : []),
        ...Object.keys(isJsonObject(patternProperties) ? patternProperties : {}),
      ].every(isSafe),
  );
  return [...uncheckable(schema).map(({ pointer }) => pointer), ...unsafe.map(({ at }) => at)];
}

function isSafe(pattern: string): boolean {
  const safe = safePattern(pattern);
  return "pattern" in safe && safe.pattern === pattern;
}

import { sameJson } from "../../../../contract/alias.ts";
import { isDeeperThan } from "../../../../contract/depth.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../contract/json.ts";
import { childPath } from "../../../../contract/json-pointer.ts";
import { ownValue } from "../../../../contract/own-property.ts";
import { lowerFirst } from "../../../../diagnostics/lower-first.ts";
import { has, isOfType, listOf, mapOf, numberAt, typeNames } from "../../../json-schema/read-keywords.ts";
import type { SchemaNode } from "../../../json-schema/walk-schema.ts";
import { slowPattern } from "../../../schema/pattern/slow-pattern.ts";
import { brief, refuses } from "../refuses.ts";
import { type PublishedFinding, type PublishedRule, published } from "../tool-view.ts";
import { schemasOf, shown } from "./structure.ts";

/** Values that a schema itself holds, and whether there can be any. */
export const valueRules: readonly PublishedRule[] = [
  { asked: "lists", check: (tool) => schemasOf(tool).flatMap(patternsOf) },
  {
    asked: "lists",
    check: (tool) =>
      schemasOf(tool).flatMap(({ schema, at, path }) => {
        const why = impossible(schema);
        return why === undefined ? [] : [published("schema-unsatisfiable", { path: shown(path), why }, at)];
      }),
  },
  {
    asked: "lists",
    check: (tool) =>
      schemasOf(tool).flatMap((node) =>
        has(node.schema, "default")
          ? judge("schema-default-valid", node, ownValue(node.schema, "default"), "default")
          : [],
      ),
  },
  {
    asked: "lists",
    check: (tool) =>
      schemasOf(tool).flatMap((node) =>
        (listOf(node.schema, "examples") ?? []).flatMap((example, index) =>
          judge("schema-example-valid", node, example, "examples", index),
        ),
      ),
  },
];

function patternsOf({ schema, at, path }: SchemaNode): readonly PublishedFinding[] {
  const pattern = ownValue(schema, "pattern");
  const own = typeof pattern === "string" ? judgePattern(pattern, numberAt(schema, "maxLength")) : undefined;
  const keys = Object.keys(mapOf(schema, "patternProperties") ?? {}).map(
    (key) => [judgePattern(key, undefined), childPath(childPath(at, "patternProperties"), key)] as const,
  );
  return [[own, childPath(at, "pattern")] as const, ...keys].flatMap(([found, place]) =>
    found === undefined ? [] : [published(found.code, { path: shown(path), problem: found.problem }, place)],
  );
}

function judgePattern(pattern: string, maxLength: number | undefined) {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const problem = lowerFirst(error.message.replace(/^.*\/u?: /s, ""));
    return { code: "schema-pattern-invalid", problem } as const;
  }
  const problem = slowPattern(pattern, maxLength);
  return problem === undefined ? undefined : ({ code: "schema-pattern-slow", problem } as const);
}

/** Values that nest deeper are not compared. */
const maxDepth = 64;

function judge(
  code: "schema-default-valid" | "schema-example-valid",
  { schema, at, path }: SchemaNode,
  value: Json | undefined,
  ...keys: readonly (string | number)[]
): readonly PublishedFinding[] {
  if (value === undefined || isDeeperThan(maxDepth, value)) return [];
  const expected = refuses(schema, value);
  if (expected === undefined) return [];
  const place = keys.reduce<string>(childPath, at);
  return [published(code, { path: shown(path), expected, found: brief(value) }, place)];
}

const numeric = ["integer", "number"];

/** Bounds, and the types that they bind: values of any other type pass them. */
const ranges = [
  ["minimum", "maximum", numeric],
  ["minLength", "maxLength", ["string"]],
  ["minItems", "maxItems", ["array"]],
  ["minProperties", "maxProperties", ["object"]],
] as const;

/** Why no value can meet a schema, where that is plain to see. */
function impossible(schema: JsonObject): string | undefined {
  const types = typeNames(schema);
  const takesOnly = (bound: readonly string[]) => types.length > 0 && types.every((type) => bound.includes(type));
  for (const [low, high, bound] of ranges) {
    if (!takesOnly(bound)) continue;
    const smallest = numberAt(schema, low);
    const most = numberAt(schema, high);
    if (smallest !== undefined && most !== undefined && smallest > most)
      return `${low} ${smallest} is above ${high} ${most}`;
  }
  const above = numberAt(schema, "exclusiveMinimum");
  const below = numberAt(schema, "exclusiveMaximum");
  if (above !== undefined && below !== undefined && above >= below && takesOnly(numeric)) {
    return `nothing lies between exclusiveMinimum ${above} and exclusiveMaximum ${below}`;
  }
  const object = takesOnly(["object"]) ? impossibleObject(schema) : undefined;
  return impossibleValues(schema) ?? object ?? contradiction(schema);
}

function impossibleValues(schema: JsonObject): string | undefined {
  const values = listOf(schema, "enum");
  if (values === undefined) return undefined;
  if (values.length === 0) return "its enum is empty";
  const constant = ownValue(schema, "const");
  const isShallow = constant !== undefined && !isDeeperThan(maxDepth, constant);
  if (isShallow && !values.some((value) => sameJson(value, constant))) return "its const is not in its enum";
  const types = typeNames(schema);
  if (types.length > 0 && !values.some((value) => types.some((type) => isOfType(type, value)))) {
    return `no value of its enum has the type ${types.join(" or ")}`;
  }
  return undefined;
}

function impossibleObject(schema: JsonObject): string | undefined {
  const properties = mapOf(schema, "properties");
  const refused = (listOf(schema, "required") ?? []).find(
    (name) => typeof name === "string" && ownValue(properties, name) === false,
  );
  return typeof refused === "string" ? `'${refused.slice(0, 80)}' is required and takes no value` : undefined;
}

function contradiction(schema: JsonObject): string | undefined {
  const parts = (listOf(schema, "allOf") ?? []).filter(isJsonObject);
  const types = parts.map(typeNames).filter((list) => list.length > 0);
  const fits = (a: readonly string[], b: readonly string[]): boolean =>
    a.some((one) => b.some((other) => one === other || (numeric.includes(one) && numeric.includes(other))));
  const [first] = types;
  return first !== undefined && types.some((other) => !fits(first, other))
    ? "parts of its allOf ask for different types"
    : undefined;
}

import { followRefs } from "../../contract/definition.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { ownValue } from "../../contract/own-property.ts";

export type FoundPart =
  | { readonly kind: "found"; readonly schema: JsonSchema }
  /** `at` is the last place that was found, `known` are the names below it. */
  | { readonly kind: "missing"; readonly at: string; readonly word: string; readonly known: readonly string[] };

/**
 * A part of a tool's definition by a dotted path: `params.filter.since`, `result.items`. Lists, references, options and
 * JSON Schema's own keywords (`properties`, `items`) are passed through, so a path consists of names only.
 */
export function findPart(definition: JsonObject, path: string): FoundPart {
  const [first = "", ...rest] = path.split(".").filter((word) => word !== "");
  const roots: { readonly [word: string]: Json | undefined } = {
    params: definition.inputSchema,
    inputSchema: definition.inputSchema,
    result: definition.outputSchema,
    outputSchema: definition.outputSchema,
  };
  // A path may begin with a param.
  const root = schemaAt(ownValue(roots, first) ?? definition.inputSchema);
  const words = Object.hasOwn(roots, first) ? rest : [first, ...rest];
  if (root === undefined) return { kind: "missing", at: "", word: first, known: ["params", "result"] };
  let at = root;
  const walked: string[] = [];
  for (const word of words) {
    const members = membersOf(at, root, 0);
    const member = members.get(word);
    // A keyword of JSON Schema, unless a part has that name.
    if (member === undefined && schemaKeywords.has(word)) continue;
    if (member === undefined) return { kind: "missing", at: walked.join("."), word, known: [...members.keys()] };
    walked.push(word);
    at = member;
  }
  return { kind: "found", schema: withDefinitions(followRefs(at, root), root) };
}

const schemaKeywords = new Set(["properties", "items", "anyOf", "oneOf", "additionalProperties", "[]"]);
const maxDepth = 20;

/** The named parts of a schema, including those inside its lists and options. */
function membersOf(schema: JsonSchema, root: JsonSchema, depth: number): Map<string, JsonSchema> {
  const target = followRefs(schema, root);
  const members = new Map<string, JsonSchema>(Object.entries(target.properties ?? {}));
  if (depth > maxDepth) return members;
  const others = schemaAt(target.additionalProperties);
  const inside = [
    ...(target.items === undefined ? [] : [target.items]),
    ...(target.anyOf ?? []),
    ...(others === undefined ? [] : [others]),
  ];
  for (const part of inside) {
    for (const [name, member] of membersOf(part, root, depth + 1)) if (!members.has(name)) members.set(name, member);
  }
  return members;
}

/** With the definitions that the part refers to, so that it can be read alone. */
function withDefinitions(schema: JsonSchema, root: JsonSchema): JsonSchema {
  return root.$defs !== undefined && JSON.stringify(schema).includes('"$ref"') && schema.$defs === undefined
    ? { ...schema, $defs: root.$defs }
    : schema;
}

/** The compiler wrote the definition, so an object in the place of a schema is one. */
function schemaAt(value: unknown): JsonSchema | undefined {
  return isJsonObject(value) ? (value as unknown as JsonSchema) : undefined;
}

import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { objectAt } from "./saved-list.ts";

// What a schema asserts, what it only says, and what a tool's hints come to.

const texts = ["title", "description", "$comment"];
const saidOnly = [
  ...texts,
  "default",
  "examples",
  "example",
  "format",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$schema",
];
const namesBelow = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/** A schema without what no validator reads; keys sorted, sets too, so that equal texts are equal schemas. */
export function assertionsOf(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(assertionsOf);
  if (!isJsonObject(schema)) return schema;
  const keys = Object.keys(schema)
    .filter((key) => !saidOnly.includes(key))
    .sort();
  return Object.fromEntries(keys.map((key) => [key, assertion(key, schema[key] ?? null)]));
}

function assertion(key: string, value: Json): Json {
  if (namesBelow.includes(key) && isJsonObject(value)) {
    const names = Object.keys(value).sort();
    return Object.fromEntries(names.map((name) => [name, assertionsOf(value[name] ?? null)]));
  }
  if (["required", "enum", "type"].includes(key) && Array.isArray(value)) {
    return [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  // Values, not schemas: a member named "title" is one.
  return ["const", "enum"].includes(key) ? value : assertionsOf(value);
}

/** What a schema says besides, at its own place and below it, by kind. */
export function remarksOf(schema: Json): { readonly text: string; readonly default: string; readonly format: string } {
  const found = { text: [] as string[], default: [] as string[], format: [] as string[] };
  const walk = (value: Json, isNames: boolean, path: string): void => {
    if (Array.isArray(value)) value.forEach((item, at) => void walk(item, false, `${path}/${at}`));
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value).sort()) {
      const child = value[key] ?? null;
      if (isNames) walk(child, false, `${path}/${key}`);
      else if (texts.includes(key)) found.text.push(`${path} ${key} ${plain(child)}`);
      else if (key === "default") found.default.push(`${path} ${JSON.stringify(child)}`);
      else if (key === "format") found.format.push(`${path} ${JSON.stringify(child)}`);
      else if (key !== "const" && key !== "enum") walk(child, namesBelow.includes(key), `${path}/${key}`);
    }
  };
  walk(schema, false, "");
  return { text: found.text.join("\n"), default: found.default.join("\n"), format: found.format.join("\n") };
}

function plain(text: Json): string {
  return JSON.stringify(text)
    .replace(/(?:\s|\\[nrt])+/g, " ")
    .trim();
}

export interface Hints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/** What the annotations come to: MCP's defaults for what is not said, and a tool that only reads neither destroys nor repeats. */
export function hintsOf(tool: JsonObject): Hints {
  const said = objectAt(tool, "annotations") ?? {};
  const hint = (name: string, otherwise: boolean) => (typeof said[name] === "boolean" ? said[name] : otherwise);
  const readOnly = hint("readOnlyHint", false);
  return {
    readOnly,
    destructive: !readOnly && hint("destructiveHint", true),
    idempotent: readOnly || hint("idempotentHint", false),
    openWorld: hint("openWorldHint", true),
  };
}

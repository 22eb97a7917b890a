// What completion needs to know of a tool, and no more: it is kept on disk for servers that are not to be started.
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { resolved, typesOf, unionOptions } from "../call/schema-types.ts";

export interface CompletableTool {
  readonly name: string;
  /** One line; may be empty. */
  readonly summary: string;
  readonly params: readonly CompletableParam[];
}

export interface CompletableParam {
  readonly name: string;
  readonly summary: string;
  readonly isRequired: boolean;
  readonly isBoolean: boolean;
  /** It is written as JSON: key:=value. */
  readonly isObject: boolean;
  /** What it can only be, as texts; empty where that is not known. */
  readonly values: readonly string[];
}

/** Beyond these what is proposed is not read, and a server could fill the disk. */
const most = { tools: 1_000, params: 200, values: 100, characters: 200 };

/** @param tools as a server lists them: nothing of them is taken for granted */
export function completableTools(
  tools: readonly { readonly name: string; readonly description?: unknown; readonly inputSchema: JsonObject }[],
): readonly CompletableTool[] {
  return tools.slice(0, most.tools).map(({ name, description, inputSchema }) => ({
    name,
    summary: oneLine(description),
    params: paramsOf(inputSchema),
  }));
}

/** @param schema a JSON Schema of an object */
export function paramsOf(schema: JsonObject): readonly CompletableParam[] {
  const { properties, required } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isJsonObject(properties) ? properties : {})
    .slice(0, most.params)
    .map(([name, property]) => {
      const own = isJsonObject(property) ? resolved(property, schema) : {};
      const types = [...typesOf(own, schema)].filter((type) => type !== "null").join();
      const isBoolean = types === "boolean";
      const said = isJsonObject(property) ? property.description : undefined;
      return {
        name,
        summary: oneLine(said ?? own.description),
        isRequired: needed.has(name),
        isBoolean,
        isObject: types === "object",
        values: isBoolean ? ["true", "false"] : valuesOf(own, schema),
      };
    });
}

/** The values of an enum or a constant; of a list those of its items; of a union those of its options. */
function valuesOf(schema: JsonObject, root: JsonObject, depth = 0): readonly string[] {
  if (depth > 4) return [];
  const listed = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : [];
  const inner = [schema.items, ...unionOptions(schema).slice(0, most.values)].filter(isJsonObject);
  const all = [
    ...listed.flatMap((value) =>
      ["string", "number", "boolean"].includes(typeof value) ? [String(value).slice(0, most.characters)] : [],
    ),
    ...inner.flatMap((each) => valuesOf(resolved(each, root), root, depth + 1)),
  ];
  return [...new Set(all)].slice(0, most.values);
}

function oneLine(text: unknown): string {
  return typeof text === "string" ? (text.split("\n", 1)[0] ?? "").slice(0, most.characters) : "";
}

import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childPath, pathKeys } from "../../../contract/json-pointer.ts";
import type { Effects } from "../../../contract/tool-facts.ts";
import { findTools, mostTools } from "../../schema/tools-list.ts";
import type { ComparedCatalog, ComparedTool, ComparedType } from "../compared.ts";
import type { ObjectFacets, ObjectShape } from "../shape.ts";
import { cutBelow } from "./cut.ts";
import { readSchema } from "./read-schema.ts";

/** A `tools/list` as one side of a comparison. */
export interface ReadTools {
  readonly catalog: ComparedCatalog;
  /** JSON Pointer into the list of what stands at a JSON Pointer into the catalog, or of what holds it. */
  readonly placeOf: (pointer: string) => string;
}

/**
 * @returns `problem`, for a person, when the value holds no list of tools
 * @throws never, whatever the list holds: tools without a name, and further ones of the same name, are left out
 */
export function readTools(list: Json): ReadTools | { readonly problem: string } {
  const found = findTools(list);
  if (found === undefined) {
    return {
      problem: "it is no tools/list: neither {tools: […]}, nor a JSON-RPC answer with one, nor an array of tools",
    };
  }
  const places = new WeakMap<object, string>();
  const names = new Set<string>();
  const tools: ComparedTool[] = [];
  const types: ComparedType[] = [];
  found.tools.slice(0, mostTools).forEach((raw, index) => {
    if (!isJsonObject(raw) || typeof raw.name !== "string" || raw.name === "" || names.has(raw.name)) return;
    names.add(raw.name);
    const read = readTool(raw.name, raw, { at: childPath(found.pointer, index), places });
    tools.push(read.tool);
    types.push(...read.types);
  });
  const catalog: ComparedCatalog = {
    ...plainCatalog,
    ...answerOf(list),
    tools,
    types: types.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  return { catalog, placeOf: (pointer) => placeIn(catalog, pointer, places) ?? found.pointer };
}

/** What a list does not say, said alike of all. */
const plainCatalog: Omit<ComparedCatalog, "tools" | "types"> = {
  format: 1,
  server: { name: "", version: "" },
  targets: [],
  unknownParams: "ignore",
  tiers: [],
  families: [],
  profiles: [],
  defaultProfile: "",
  errors: [],
  grace: { experimental: 0, beta: 0, stable: 0 },
  retired: [],
  listed: true,
};

/** What the answer says of itself and of the server. */
function answerOf(list: Json): Partial<ComparedCatalog> {
  if (!isJsonObject(list)) return {};
  const answer = isJsonObject(list.result) ? list.result : list;
  const { ttlMs, cacheScope, instructions } = answer;
  const listAnswer: ComparedCatalog["listAnswer"] = {
    ...(typeof ttlMs === "number" ? { ttlMs } : {}),
    ...(cacheScope === "public" || cacheScope === "private" ? { cacheScope } : {}),
  };
  return {
    ...(Object.keys(listAnswer).length === 0 ? {} : { listAnswer }),
    ...(typeof instructions === "string" ? { server: { ...plainCatalog.server, instructions } } : {}),
  };
}

interface Placing {
  readonly at: string;
  readonly places: WeakMap<object, string>;
}

function readTool(
  name: string,
  raw: JsonObject,
  { at, places }: Placing,
): { readonly tool: ComparedTool; readonly types: readonly ComparedType[] } {
  const { inputSchema, outputSchema } = raw;
  const annotations = isJsonObject(raw.annotations) ? raw.annotations : {};
  const inputAt = childPath(at, "inputSchema");
  const input = readSchema(isJsonObject(inputSchema) ? inputSchema : {}, inputAt, {
    prefix: `${name}.input.`,
    places,
    asArguments: true,
  });
  const declared = isJsonObject(outputSchema) ? outputSchema : undefined;
  const outputAt = childPath(at, "outputSchema");
  const output = readSchema(declared ?? { type: "object" }, outputAt, {
    prefix: `${name}.output.`,
    places,
    asArguments: false,
  });
  const { root } = input;
  const params = root.kind === "object" ? root.fields : [];
  const dialect = isJsonObject(inputSchema) ? inputSchema.$schema : undefined;
  const tool: ComparedTool = {
    name,
    family: "",
    tier: "",
    title: textOf(raw.title) ?? textOf(annotations.title) ?? "",
    since: "",
    stability: "stable",
    version: 1,
    summary: textOf(raw.description) ?? "",
    session: "none",
    effects: effectsOf(annotations),
    params,
    result: output.root,
    errors: [],
    aliases: [],
    guidance: { useWhen: [], avoidWhen: [], practices: [], after: [], before: [], workflows: [] },
    examples: [],
    listed: {
      input: root.raw ?? {},
      ...(declared === undefined ? {} : { output: output.root.raw ?? {} }),
      open: root.kind === "object" ? root.open : true,
      facets: root.kind === "object" ? facetsOf(root) : {},
      root,
      raw: cutBelow(raw, deepestFact) as JsonObject, // an object keeps its first level
      ...(dialect === undefined ? {} : { dialect: cutBelow(dialect, 1) }),
    },
  };
  places.set(tool, at);
  places.set(params, inputAt);
  return { tool, types: [...input.types, ...output.types] };
}

/** Levels of a tool that are kept as they are. */
const deepestFact = 128;

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What a client assumes of hints that are absent. @see MCP 2025-11-25 schema, "ToolAnnotations" */
function effectsOf(annotations: JsonObject): Effects {
  const hint = (name: string, otherwise: boolean): boolean => {
    const value = annotations[name];
    return typeof value === "boolean" ? value : otherwise;
  };
  return {
    readOnly: hint("readOnlyHint", false),
    destructive: hint("destructiveHint", true),
    idempotent: hint("idempotentHint", false),
    openWorld: hint("openWorldHint", true),
  };
}

function facetsOf(root: ObjectShape): ObjectFacets {
  const { patternProperties, propertyNames, minProperties, maxProperties, ...more } = root;
  const { dependentRequired, dependentSchemas, unevaluatedProperties } = more;
  return {
    ...(patternProperties === undefined ? {} : { patternProperties }),
    ...(propertyNames === undefined ? {} : { propertyNames }),
    ...(minProperties === undefined ? {} : { minProperties }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
    ...(dependentRequired === undefined ? {} : { dependentRequired }),
    ...(dependentSchemas === undefined ? {} : { dependentSchemas }),
    ...(unevaluatedProperties === undefined ? {} : { unevaluatedProperties }),
  };
}

/** Walks down to what the pointer means, as far as it goes, and remembers the last thing whose place is known. */
function placeIn(catalog: ComparedCatalog, pointer: string, places: WeakMap<object, string>): string | undefined {
  let at: unknown = catalog;
  let found: string | undefined;
  for (const key of pathKeys(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) break;
    at = (at as { readonly [key: string]: unknown })[key]; // an object, and the key is its own
    if (typeof at === "object" && at !== null) found = places.get(at) ?? found;
  }
  return found;
}

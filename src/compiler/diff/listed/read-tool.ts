import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";
import { defined } from "../../../contract/own-property.ts";
import type { Effects } from "../../../contract/tool-facts.ts";
import type { ParamAlias } from "../../catalog/catalog.ts";
import type { ComparableType, ComparedField, ObjectFacets, ObjectType } from "../comparable-type.ts";
import type { ComparedAlias, ComparedTool, ComparedType, ListedFacts } from "../compared.ts";
import { cutBelow } from "./cut.ts";
import { inDialect } from "./dialect.ts";
import { readSchema } from "./read-schema.ts";

/** Where the tool stands in its list, and where to write down where its parts do. */
interface Placing {
  readonly at: string;
  readonly places: WeakMap<object, string>;
  /** Other names of its params, which are accepted and not listed. */
  readonly otherNames?: ReadonlyMap<string, readonly ParamAlias[]> | undefined;
  /** What a list would show under the other names of the tool. */
  readonly aliases?: ReadonlyMap<string, JsonObject> | undefined;
}

/** A tool, and those of its types that contain themselves. */
export function readTool(
  name: string,
  raw: JsonObject,
  placing: Placing,
): { readonly tool: ComparedTool; readonly types: readonly ComparedType[] } {
  const read = readSchemas(name, raw, placing);
  const aliases = [...(placing.aliases ?? [])].map(([old, entry]) => aliasOf(old, unreadTool(name, entry)));
  const tool = { ...toolOf(name, raw, () => read), aliases };
  placing.places.set(tool, placing.at);
  return { tool, types: read.types };
}

/** What the name is mapped to stands in the tool as it is under that name. */
function aliasOf(name: string, listed: ComparedTool): ComparedAlias {
  return { name, of: "", params: [], rename: {}, set: {}, defaults: {}, ignore: [], adapt: false, listed };
}

/** A tool whose schemas are read when they are used: comparing tools with each other needs their params. */
export function unreadTool(name: string, raw: JsonObject): ComparedTool {
  let read: ToolSchemas | undefined;
  return toolOf(name, raw, () => {
    // There are no findings inside a tool that did not change, so the places of its parts are not needed.
    read ??= readSchemas(name, raw, { at: "", places: new WeakMap() });
    return read;
  });
}

/** Its two schemas as they are compared. */
interface ToolSchemas {
  readonly input: ComparableType;
  readonly output: ComparableType;
  readonly params: readonly ComparedField[];
  /** Those that contain themselves. */
  readonly types: readonly ComparedType[];
}

function readSchemas(name: string, raw: JsonObject, { at, places, otherNames }: Placing): ToolSchemas {
  const { inputSchema, outputSchema } = raw;
  const inputAt = childPath(at, "inputSchema");
  const read = readSchema(inputOf(inputSchema), inputAt, {
    prefix: `${name}.input.`,
    places,
    asArguments: true,
  });
  const input = otherNames === undefined ? read : { ...read, root: withOtherNames(read.root, otherNames, places) };
  const outputAt = childPath(at, "outputSchema");
  const output = readSchema(isJsonObject(outputSchema) ? inDialect(outputSchema) : { type: "object" }, outputAt, {
    prefix: `${name}.output.`,
    places,
    asArguments: false,
  });
  const params = input.root.kind === "object" ? input.root.fields : [];
  places.set(params, inputAt);
  return { input: input.root, output: output.root, params, types: [...input.types, ...output.types] };
}

function withOtherNames(
  root: ComparableType,
  otherNames: ReadonlyMap<string, readonly ParamAlias[]>,
  places: WeakMap<object, string>,
): ComparableType {
  if (root.kind !== "object") return root;
  const named = (field: ComparedField): ComparedField => {
    const aliases = otherNames.get(field.name);
    if (aliases === undefined) return field;
    const known = { ...field, aliases };
    const place = places.get(field);
    if (place !== undefined) places.set(known, place);
    return known;
  };
  return { ...root, fields: root.fields.map(named) };
}

/** `false` takes nothing. What is not a schema does not restrict the arguments. */
function inputOf(inputSchema: Json | undefined): JsonObject {
  if (inputSchema === false) return { not: {} };
  return isJsonObject(inputSchema) ? inDialect(inputSchema) : {};
}

function toolOf(name: string, raw: JsonObject, schemas: () => ToolSchemas): ComparedTool {
  const annotations = isJsonObject(raw.annotations) ? raw.annotations : {};
  return {
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
    get params() {
      return schemas().params;
    },
    get result() {
      return schemas().output;
    },
    errors: [],
    aliases: [],
    guidance: { useWhen: [], avoidWhen: [], practices: [], after: [], before: [], workflows: [] },
    examples: [],
    listed: listedFacts(raw, schemas),
  };
}

function listedFacts(raw: JsonObject, schemas: () => ToolSchemas): ListedFacts {
  let facts: JsonObject | undefined;
  return {
    get input() {
      return schemas().input.raw ?? {};
    },
    get output() {
      return isJsonObject(raw.outputSchema) ? (schemas().output.raw ?? {}) : undefined;
    },
    get open() {
      const root = schemas().input;
      return root.kind === "object" ? root.open : true;
    },
    get facets() {
      const root = schemas().input;
      return root.kind === "object" ? facetsOf(root) : {};
    },
    get root() {
      return schemas().input;
    },
    get raw() {
      facts ??= cutBelow(raw, maxFactDepth) as JsonObject; // an object keeps its first level
      return facts;
    },
  };
}

/** Levels of a tool that are kept as they are. */
const maxFactDepth = 128;

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

function facetsOf(root: ObjectType): ObjectFacets {
  const { patternProperties, propertyNames, minProperties, maxProperties, ...more } = root;
  const { dependentRequired, dependentSchemas, unevaluatedProperties } = more;
  return defined({
    patternProperties,
    propertyNames,
    minProperties,
    maxProperties,
    dependentRequired,
    dependentSchemas,
    unevaluatedProperties,
  });
}

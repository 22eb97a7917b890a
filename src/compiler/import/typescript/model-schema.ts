import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { setOwn } from "../../../contract/own-property.ts";
import type { SafeDeclarations } from "./safe-declarations.ts";

/** A type of the model: JSON Schema with the library's mark of its kind. */
export type ModelType = Readonly<Record<string | symbol, unknown>>;

const kind = Symbol.for("TypeBox.Kind");

export interface SchemaReading {
  readonly declarations: SafeDeclarations;
  readonly types: ReadonlyMap<string, ModelType>;
  /** Takes note of the line of what stands at a pointer. */
  readonly place: (pointer: string, line: number) => void;
}

/** A document of its own: the type, and under `$defs` what it refers to. */
export function schemaOf(name: string, pointer: string, reading: SchemaReading): JsonObject {
  const { declarations, types, place } = reading;
  const needed = new Map<string, string>();
  const taken = new Set<string>();
  const waiting: string[] = [];
  const refer = (alias: string): JsonObject => {
    let called = needed.get(alias);
    if (called === undefined) {
      const own = declarations.names.get(alias) ?? alias;
      called = own;
      for (let count = 2; taken.has(called); count++) called = `${own}${count}`;
      taken.add(called);
      needed.set(alias, called);
      waiting.push(alias);
    }
    return { $ref: `#/$defs/${called}` };
  };

  const decoded = (text: string): string => declarations.strings[Number(text.slice(1))] ?? text;

  function literalOf(value: unknown): Json {
    if (typeof value === "string") return decoded(value);
    return typeof value === "number" || typeof value === "boolean" ? value : null;
  }

  function convert(type: unknown, at: string, isRoot = false): JsonObject {
    if (!isModelType(type)) return {};
    const note = typeof type.n === "number" ? declarations.notes[type.n] : undefined;
    if (note !== undefined) place(at, note.line);
    const keywords = note?.keywords ?? {};
    const id = typeof type.$id === "string" ? type.$id : undefined;
    if (!isRoot && id !== undefined && declarations.names.has(id)) return { ...refer(id), ...keywords };
    return { ...core(type, at), ...keywords };
  }

  function core(type: ModelType, at: string): JsonObject {
    const list = (value: unknown, keyword: string): readonly JsonObject[] =>
      Array.isArray(value) ? value.map((one, index) => convert(one, `${at}/${keyword}/${index}`)) : [];
    switch (type[kind]) {
      case "String":
      case "TemplateLiteral":
        return { type: "string" };
      case "Number":
        return { type: "number" };
      case "Integer":
      case "BigInt":
        return { type: "integer" };
      case "Boolean":
        return { type: "boolean" };
      case "Null":
      case "Undefined":
      case "Void":
        return { type: "null" };
      case "Date":
        return { type: "string", format: "date-time" };
      case "Uint8Array":
        return { type: "string", contentEncoding: "base64" };
      case "Never":
        return { not: {} };
      case "Literal":
        return typeof type.const === "string" && /^r\d+$/.test(type.const)
          ? refer(`T${type.const.slice(1)}`)
          : { const: literalOf(type.const) };
      case "Union":
        return unionOf(list(type.anyOf, "anyOf"));
      case "Intersect":
        return merged(type.allOf, at) ?? { allOf: list(type.allOf, "allOf") };
      case "Array":
        return { type: "array", items: convert(type.items, `${at}/items`) };
      case "Tuple": {
        const items = list(type.items, "prefixItems");
        return { type: "array", prefixItems: [...items], items: false, minItems: items.length, maxItems: items.length };
      }
      case "Record": {
        const [values] = isModelType(type.patternProperties) ? Object.values(type.patternProperties) : [];
        const schema = convert(values, `${at}/additionalProperties`);
        return { type: "object", additionalProperties: Object.keys(schema).length === 0 ? true : schema };
      }
      case "Object":
        return objectOf(type, at);
      default:
        return {};
    }
  }

  /** Objects with different members are one object. */
  function merged(parts: unknown, at: string): JsonObject | undefined {
    if (!Array.isArray(parts)) return undefined;
    const objects = parts.map((part: unknown) => (isModelType(part) && part[kind] === "Object" ? part : undefined));
    const properties: ModelType[] = [];
    const required: unknown[] = [];
    for (const one of objects) {
      if (one === undefined || !isModelType(one.properties)) return undefined;
      properties.push(one.properties);
      required.push(...(Array.isArray(one.required) ? one.required : []));
    }
    const keys = properties.flatMap((one) => Object.keys(one));
    if (new Set(keys).size < keys.length) return undefined;
    return objectOf({ properties: Object.assign({}, ...properties), required }, at);
  }

  function objectOf(type: ModelType, at: string): JsonObject {
    const properties: { [name: string]: Json } = {};
    for (const [key, value] of Object.entries(isModelType(type.properties) ? type.properties : {})) {
      const name = decoded(key);
      setOwn(properties, name, convert(value, `${at}/properties/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`));
    }
    const required = Array.isArray(type.required) ? type.required.map((key) => decoded(String(key))) : [];
    if (Object.keys(properties).length === 0) return { type: "object", additionalProperties: true };
    return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  }

  const root = convert(types.get(name), pointer, true);
  const $defs: { [name: string]: Json } = {};
  for (let alias = waiting.pop(); alias !== undefined; alias = waiting.pop()) {
    const called = needed.get(alias) ?? alias;
    const note = declarations.noteOf(alias);
    const at = `${pointer}/$defs/${called}`;
    if (note !== undefined) place(at, note.line);
    setOwn($defs, called, { ...convert(types.get(alias), at, true), ...note?.keywords });
  }
  return Object.keys($defs).length === 0 ? root : { ...root, $defs };
}

/** Words alone are an enum; `boolean` arrives as true and false. */
function unionOf(options: readonly JsonObject[]): JsonObject {
  const values = options.map((option) => (Object.keys(option).length === 1 ? option.const : undefined));
  const words = values.filter((value) => typeof value === "string");
  if (options.length > 0 && words.length === options.length) return { type: "string", enum: [...new Set(words)] };
  const numbers = values.filter((value) => typeof value === "number");
  if (options.length > 0 && numbers.length === options.length) return { enum: [...new Set(numbers)] };
  if (words.length > 1) {
    const rest = options.filter((_, index) => typeof values[index] !== "string");
    return { anyOf: [{ type: "string", enum: [...new Set(words)] }, ...rest] };
  }
  return options.length === 1 && options[0] !== undefined ? options[0] : { anyOf: [...options] };
}

function isModelType(value: unknown): value is ModelType {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object behind references at the root of a document, with its `$defs` beside it; undefined when it is none. */
export function rootObject(schema: JsonObject): JsonObject | undefined {
  const $defs = isJsonObject(schema.$defs) ? schema.$defs : {};
  let found: Json | undefined = schema;
  for (let step = 0; step < 20 && isJsonObject(found) && typeof found.$ref === "string"; step++) {
    const name: string = found.$ref.slice("#/$defs/".length);
    found = Object.hasOwn($defs, name) ? $defs[name] : undefined;
  }
  if (!isJsonObject(found)) return undefined;
  const isObject =
    found.type === "object" ||
    (Array.isArray(found.allOf) &&
      found.allOf.every((part: Json) => isJsonObject(part) && rootObject({ ...part, $defs }) !== undefined));
  if (!isObject) return undefined;
  return Object.keys($defs).length === 0 ? found : { ...found, $defs };
}

// A tool's params as flags, by its schema; whatever the schema is, for it is not trusted. Pure.
import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { resolved, typesOf } from "./schema-types.ts";

export interface FoundFlag {
  /** Names of params: the outer one first. */
  readonly path: readonly string[];
  readonly schema: JsonObject;
  /** `--no-x`. */
  readonly isNegated: boolean;
  /** True or false and nothing else, so that the next word is not its value. */
  readonly isSwitch: boolean;
}

/** @param name `title`, `max-results` for `max_results` or `maxResults`, `filter.kind`, `no-force` */
export function findFlag(name: string, root: JsonObject): FoundFlag | undefined {
  const direct = walk(name, root);
  if (direct !== undefined) return { ...direct, isNegated: false, isSwitch: isSwitch(direct.schema, root) };
  const positive = name.startsWith("no-") ? walk(name.slice("no-".length), root) : undefined;
  if (positive === undefined || !typesOf(positive.schema, root).has("boolean")) return undefined;
  return { ...positive, isNegated: true, isSwitch: true };
}

/**
 * The param that a key means: a dot leads into an object where no param has such a name.
 * @returns undefined for a key that the schema does not name, letter for letter
 */
export function findParam(key: string, root: JsonObject): Pick<FoundFlag, "path" | "schema"> | undefined {
  const found = walk(key, root);
  return found?.path.join(".") === key ? found : undefined;
}

/** Of the params at the top, as people write them. */
export function flagNames(root: JsonObject): readonly string[] {
  return Object.keys(propertiesOf(root, root)).map((name) => `--${name}`);
}

function walk(name: string, root: JsonObject): Pick<FoundFlag, "path" | "schema"> | undefined {
  // A param may have a dot in its name.
  const whole = property(name, root, root);
  if (whole !== undefined) return { path: [whole.name], schema: whole.schema };
  const path: string[] = [];
  let schema = root;
  for (const part of name.split(".")) {
    const found = property(part, schema, root);
    if (found === undefined) return undefined;
    path.push(found.name);
    schema = found.schema;
  }
  return { path, schema };
}

/** By its own name; else by the only one that differs in nothing but dashes, underscores and capitals. */
function property(name: string, schema: JsonObject, root: JsonObject) {
  const properties = propertiesOf(schema, root);
  const own = ownValue(properties, name);
  if (own !== undefined) return { name, schema: isJsonObject(own) ? own : {} };
  const alike = Object.entries(properties).filter(([key]) => fold(key) === fold(name));
  const [only] = alike;
  if (only === undefined || alike.length > 1) return undefined;
  return { name: only[0], schema: isJsonObject(only[1]) ? only[1] : {} };
}

function propertiesOf(schema: JsonObject, root: JsonObject): JsonObject {
  const { properties } = resolved(schema, root);
  return isJsonObject(properties) ? properties : {};
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

function isSwitch(schema: JsonObject, root: JsonObject): boolean {
  const types = typesOf(schema, root);
  return types.has("boolean") && [...types].every((type) => type === "boolean" || type === "null");
}

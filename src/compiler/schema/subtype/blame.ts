import { sameJson } from "../../../contract/alias.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { pointer } from "../../catalog/origins.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import { dependenciesOf, kindOf, listOf, membersOf, numberOf, requiredOf } from "../../json-schema/read-keywords.ts";
import { meetsPattern } from "../pattern/meets-pattern.ts";
import { type CheckedDocument, targetsOf } from "./checked-document.ts";
import { describe } from "./describe.ts";
import { evaluate } from "./evaluate.ts";
import { containsOf, tupleOf, typesOf } from "./read-keywords.ts";

export interface Blame {
  /** JSON Pointer into the value. */
  readonly path: string;
  /** What the schema wants there, e.g. "an integer from 1 up to 10". */
  readonly reason: string;
}

/**
 * Where a schema refuses a value, as deep inside as one place can be named, and what it wants there.
 * @throws Undecidable as `evaluate` does
 */
export function blame(raw: RawSchema, value: Json, document: CheckedDocument, path = ""): Blame {
  if (!isJsonObject(raw)) return { path, reason: "nothing" };
  const keywords: Keywords = raw;
  const refuses = (schema: RawSchema, part: Json): boolean => !evaluate(schema, part, document);
  const here = (): Blame => ({ path, reason: describe(raw, document, kindOf(value)) });
  const types = typesOf(keywords, document.nullable);
  if (types !== undefined && !types.kinds.has(kindOf(value))) return here();
  const inside = Array.isArray(value)
    ? blameArray(keywords, value, document, path)
    : isJsonObject(value)
      ? blameObject(keywords, value, document, path)
      : undefined;
  if (inside !== undefined) return inside;
  const members = [...targetsOf(keywords, document), ...(listOf(keywords, "allOf") ?? [])];
  if (keywords.if !== undefined) {
    const branch = refuses(keywords.if, value) ? keywords.else : keywords.then;
    if (branch !== undefined) members.push(branch);
  }
  if (isJsonObject(value)) {
    for (const { name, schema } of dependenciesOf(keywords)) {
      if (schema !== undefined && Object.hasOwn(value, name)) members.push(schema);
    }
  }
  const member = members.find((one) => refuses(one, value));
  if (member !== undefined) return blame(member, value, document, path);
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = listOf(keywords, keyword);
    if (options === undefined) continue;
    const taken = options.filter((option) => !refuses(option, value)).length;
    if (taken === 0) return closest(options, value, document, path) ?? here();
    if (keyword === "oneOf" && taken > 1) return { path, reason: "only one of the alternatives" };
  }
  return here();
}

/** The only option that is meant for such a value: of its JSON type and with its constants. */
function closest(
  options: readonly RawSchema[],
  value: Json,
  document: CheckedDocument,
  path: string,
): Blame | undefined {
  const meant = options
    .map((option) => blame(option, value, document, path))
    .filter((one, index) => one.path !== path || !isOfOtherKind(options[index], value, document));
  const deeper = meant.filter((one) => one.path !== path);
  const tagged = deeper.filter((one) => !isTag(one.path, path, options, document));
  if (tagged.length === 1) return tagged[0];
  return meant.length === 1 ? meant[0] : undefined;
}

function isOfOtherKind(raw: RawSchema, value: Json, document: CheckedDocument): boolean {
  if (!isJsonObject(raw)) return true;
  const keywords: Keywords = raw;
  const types = typesOf(keywords, document.nullable);
  if (types !== undefined) return !types.kinds.has(kindOf(value));
  const values = Array.isArray(keywords.enum)
    ? keywords.enum
    : keywords.const === undefined
      ? undefined
      : [keywords.const];
  if (values !== undefined) return !values.some((one) => kindOf(one as Json) === kindOf(value)); // from JSON or YAML
  return targetsOf(keywords, document).some((target) => isOfOtherKind(target, value, document));
}

/** Does a property there distinguish the options, so that being refused for it means another option was meant? */
function isTag(at: string, path: string, options: readonly RawSchema[], document: CheckedDocument): boolean {
  const constants = options.map((option) => {
    const schema = isJsonObject(option) ? (targetsOf(option, document)[0] ?? option) : option;
    const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
    return Object.entries(properties).some(
      ([name, one]) =>
        pointer(path, name) === at && isJsonObject(one) && (one.const !== undefined || Array.isArray(one.enum)),
    );
  });
  return constants.filter(Boolean).length > 1;
}

function blameArray(raw: Keywords, value: readonly Json[], document: CheckedDocument, path: string): Blame | undefined {
  const here = { path, reason: describe({ ...raw, type: "array" }, document) };
  if (value.length < numberOf(raw, "minItems", 0) || value.length > numberOf(raw, "maxItems", Infinity)) return here;
  const tuple = tupleOf(raw);
  for (const [index, item] of value.entries()) {
    const schema = tuple?.prefix[index] ?? (index < (tuple?.prefix.length ?? 0) ? undefined : tuple?.rest);
    if (schema === undefined || evaluate(schema, item, document)) continue;
    return schema === false
      ? { path, reason: `no more than ${index} items` }
      : blame(schema, item, document, `${path}/${index}`);
  }
  const repeated = value.some((item, index) => value.slice(0, index).some((one) => sameJson(one, item)));
  if (raw.uniqueItems === true && repeated) return here;
  const contains = containsOf(raw);
  if (contains === undefined) return undefined;
  const found = value.filter((item) => evaluate(contains.schema, item, document)).length;
  if (found >= contains.min && found <= contains.max) return undefined;
  const count = contains.max < Infinity ? `${contains.min} to ${contains.max}` : `at least ${contains.min}`;
  return { path, reason: `${count} items that are ${describe(contains.schema, document)}` };
}

function blameObject(raw: Keywords, value: JsonObject, document: CheckedDocument, path: string): Blame | undefined {
  const missing = requiredOf(raw).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { path, reason: `'${missing}' must be there` };
  for (const { name, required } of dependenciesOf(raw)) {
    const other = required.find((one) => !Object.hasOwn(value, one));
    if (Object.hasOwn(value, name) && other !== undefined) {
      return { path, reason: `'${other}' must be there with '${name}'` };
    }
  }
  const shape = membersOf(raw);
  for (const [name, part] of Object.entries(value)) {
    const at = pointer(path, name);
    const patterns = (shape?.patterns ?? []).filter(([pattern]) => meetsPattern(pattern, name)).map(([, one]) => one);
    const own = shape?.properties.has(name) === true ? [shape.properties.get(name), ...patterns] : patterns;
    const schemas = own.length === 0 && shape?.rest !== undefined ? [shape.rest] : own;
    const refusing = schemas.find((schema) => !evaluate(schema, part, document));
    if (refusing === false) return { path: at, reason: `no property '${name}'` };
    if (refusing !== undefined) return blame(refusing, part, document, at);
    if (raw.propertyNames !== undefined && !evaluate(raw.propertyNames, name, document)) {
      return { path: at, reason: `a name that is ${describe(raw.propertyNames, document, "string")}` };
    }
  }
  const count = Object.keys(value).length;
  const counted = count >= numberOf(raw, "minProperties", 0) && count <= numberOf(raw, "maxProperties", Infinity);
  return counted ? undefined : { path, reason: describe({ ...raw, type: "object" }, document) };
}

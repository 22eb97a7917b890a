import { isJsonObject } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";

/** Does the schema use only what our own printer writes (`contract/json-schema.ts`), in the forms that it writes? */
export function isOurs(schema: object): schema is JsonSchema {
  return isOurSchema(schema, schema, 0);
}

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number";
const isList = (value: unknown): boolean => Array.isArray(value);
const isAny = (): boolean => true;

type Form = (value: unknown, root: object, depth: number) => boolean;

const isMap: Form = (value, root, depth) =>
  isJsonObject(value) && Object.values(value).every((child) => isOurSchema(child, root, depth + 1));

/** The language's own types are published without these. */
type Others =
  | "definitions"
  | "allOf"
  | "oneOf"
  | "not"
  | "if"
  | "then"
  | "else"
  | "prefixItems"
  | "contains"
  | "minContains"
  | "maxContains"
  | "patternProperties"
  | "propertyNames"
  | "unevaluatedProperties"
  | "unevaluatedItems"
  | "minProperties"
  | "maxProperties"
  | "dependentRequired"
  | "dependentSchemas";
type Ours = Exclude<keyof JsonSchema, Others>;

const forms: { readonly [K in Ours]: Form } & { readonly [keyword: string]: Form } = {
  $ref: (value, root) => isLocal(value, root),
  $defs: (value, root, depth) => depth === 0 && isMap(value, root, depth),
  type: (value) => (Array.isArray(value) ? value.every(isType) : isType(value)),
  // Of longer ones the compiled text nests too deep for some engines.
  enum: (value) => Array.isArray(value) && value.length > 0 && value.length <= maxEnum,
  const: isAny,
  anyOf: (value, root, depth) =>
    Array.isArray(value) && value.length > 0 && value.every((option) => isOurSchema(option, root, depth + 1)),
  properties: isMap,
  required: (value) => Array.isArray(value) && value.every(isText),
  additionalProperties: (value, root, depth) => typeof value === "boolean" || isOurSchema(value, root, depth + 1),
  items: (value, root, depth) => isOurSchema(value, root, depth + 1),
  minItems: isNumber,
  maxItems: isNumber,
  uniqueItems: (value) => typeof value === "boolean",
  minLength: isNumber,
  maxLength: isNumber,
  pattern: isText,
  format: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  // Ours divide with a tolerance, which only fractions notice.
  multipleOf: (value) => typeof value === "number" && value > 0,
  title: isText,
  description: isText,
  default: isAny,
  examples: isList,
  deprecated: isAny,
};

const maxDepth = 100;
const maxEnum = 1000;
const types = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);
const isType = (name: unknown): boolean => typeof name === "string" && types.has(name);

function isOurSchema(schema: unknown, root: object, depth: number): boolean {
  if (!isJsonObject(schema) || depth > maxDepth) return false;
  return Object.entries(schema).every(
    ([keyword, value]) => Object.hasOwn(forms, keyword) && forms[keyword]?.(value, root, depth) === true,
  );
}

/** To a definition at the root, as the printer writes it. */
function isLocal(ref: unknown, root: object): boolean {
  if (typeof ref !== "string" || !ref.startsWith("#/$defs/")) return false;
  const name = ref.slice("#/$defs/".length).replaceAll("~1", "/").replaceAll("~0", "~");
  const definitions = isJsonObject(root) ? root.$defs : undefined;
  return isJsonObject(definitions) && Object.hasOwn(definitions, name) && !name.includes("%");
}

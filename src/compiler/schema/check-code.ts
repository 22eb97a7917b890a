import { definitionOf } from "../../contract/definition.ts";
import { formatPatterns, isFormatName } from "../../contract/formats.ts";
import type { Json } from "../../contract/json.ts";
import type { JsonSchema, JsonType, SubSchema } from "../../contract/json-schema.ts";
import { collecting, type Evaluated, type Printing } from "./evaluated-code.ts";

// The text of standalone validators. It needs nothing but the language, so a server starts without a schema library. A property
// test holds it to the checks that TypeBox writes.

/**
 * JavaScript text that declares `function <name>(value)`, returning a boolean, for each schema; no imports, no exports.
 * @param schemas as our compiler publishes them, or as `uncheckable` finds nothing in; names must be identifiers and differ from each other
 * @throws when a pattern does not compile
 */
export function checkCode(
  schemas: readonly { readonly name: string; readonly schema: JsonSchema }[],
  { formats = "checked" }: CheckOptions = {},
): string {
  const module: Module = { texts: [], names: new Map(), counts: new Map(), supports: new Set(), formats };
  const functions = schemas.map(({ name, schema }) =>
    functionText(name, check(schema, "value", { module, root: schema, types: new Map() })),
  );
  const supports = Object.entries(supportTexts).flatMap(([name, text]) => (module.supports.has(name) ? [text] : []));
  return [...supports, ...module.texts, ...functions].map((text) => `${text}\n`).join("\n");
}

export interface CheckOptions {
  /** "published": formats say something to readers and are not checked. */
  readonly formats?: "checked" | "published";
}

/** What is declared beside the functions that were asked for. */
interface Module {
  readonly texts: string[];
  /** What is declared → its name: equal parts of several schemas are declared once. */
  readonly names: Map<string, string>;
  /** Names in use, by what they begin with. */
  readonly counts: Map<string, number>;
  readonly supports: Set<string>;
  readonly formats: NonNullable<CheckOptions["formats"]>;
}

interface Place {
  readonly module: Module;
  /** The schema whose definitions references lead to. */
  readonly root: JsonSchema;
  /** Definition → name of its function. */
  readonly types: Map<string, string>;
}

/** @returns an expression; "true" where every value is right */
function check(schema: SubSchema, value: string, place: Place): string {
  // Also where the type of a keyword names schemas only: what stands in YAML as it is may hold booleans anywhere.
  if (typeof schema === "boolean") return String(schema);
  const { $ref, type, enum: values, anyOf } = schema;
  const parts = [
    ...($ref === undefined ? [] : [`${typeFunction($ref, place)}(${value})`]),
    typeCheck(type, schema, value, place),
    ...(values === undefined ? [] : [oneOf(values, value, place)]),
    ...(schema.const === undefined ? [] : [equals(schema.const, value, place)]),
    ...(anyOf === undefined ? [] : [any(anyOf.map((option) => check(option, value, place)))]),
    ...combined(schema, value, place),
  ];
  return all(parts);
}

/** The combinators that the language's own types don't need. */
function combined(schema: JsonSchema, value: string, place: Place): readonly string[] {
  const { allOf = [], oneOf: options, not, if: condition } = schema;
  const of = (part: SubSchema) => check(part, value, place);
  const branch = (part: SubSchema | undefined) => (part === undefined ? "true" : `(${of(part)})`);
  return [
    ...allOf.map((part) => any([of(part)])),
    ...(options === undefined ? [] : [`${options.map((part) => `((${of(part)}) ? 1 : 0)`).join(" + ")} === 1`]),
    ...(not === undefined ? [] : [`!(${of(not)})`]),
    ...(condition === undefined || (schema.then ?? schema.else) === undefined
      ? []
      : [`(${branch(condition)} ? ${branch(schema.then)} : ${branch(schema.else)})`]),
  ];
}

function typeFunction($ref: string, place: Place): string {
  const known = place.types.get($ref);
  if (known !== undefined) return known;
  const own = nextName("type", place.module);
  // Before it is printed: it may refer to itself.
  place.types.set($ref, own);
  place.module.texts.push(functionText(own, check(definitionOf($ref, place.root) ?? {}, "value", place)));
  return own;
}

/** Keywords hold for values of their type; any other value passes them. */
function typeCheck(type: JsonSchema["type"], schema: JsonSchema, value: string, place: Place): string {
  const limits = (each: JsonType) => limitChecks(each, schema, value, place);
  if (type !== undefined) {
    const types = typeof type === "string" ? [type] : type;
    return any(types.map((each) => all([isType(each, value), ...limits(each)])));
  }
  return all(
    (["string", "number", "array", "object"] as const).flatMap((each) => {
      const checks = limits(each);
      return checks.length === 0 ? [] : [any([`!(${isType(each, value)})`, all(checks)])];
    }),
  );
}

function isType(type: JsonType, value: string): string {
  switch (type) {
    case "null":
      return `${value} === null`;
    case "boolean":
    case "string":
      return `typeof ${value} === "${type}"`;
    case "number":
      return `Number.isFinite(${value})`;
    case "integer":
      return `Number.isInteger(${value})`;
    case "array":
      return `Array.isArray(${value})`;
    case "object":
      return `typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value})`;
  }
}

function limitChecks(type: JsonType, schema: JsonSchema, value: string, place: Place): readonly string[] {
  switch (type) {
    case "string":
      return stringChecks(schema, value, place);
    case "number":
    case "integer":
      return numberChecks(schema, value, place);
    case "array":
      return arrayChecks(schema, value, place);
    case "object":
      return objectChecks(schema, value, place);
    case "null":
    case "boolean":
      return [];
  }
}

/** Lengths are in code points, of which a text has at most as many as code units and at least half as many. */
function stringChecks(schema: JsonSchema, value: string, place: Place): readonly string[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  const points = () => `${support("codePoints", place)}(${value})`;
  return [
    ...(minLength <= 0
      ? []
      : minLength === 1
        ? [`${value}.length >= 1`]
        : [
            `(${value}.length >= ${2 * minLength} || (${value}.length >= ${minLength} && ${points()} >= ${minLength}))`,
          ]),
    ...(maxLength === undefined
      ? []
      : [`(${value}.length <= ${maxLength} || (${value}.length <= ${2 * maxLength} && ${points()} <= ${maxLength}))`]),
    ...(pattern === undefined ? [] : [matches(new RegExp(pattern, "u"), value, place)]),
    ...(format === undefined || !isFormatName(format) || place.module.formats === "published"
      ? []
      : [matches(formatPatterns[format], value, place)]),
  ];
}

function matches(pattern: RegExp, value: string, place: Place): string {
  return `${declare("pattern", String(pattern), place, (name) => `const ${name} = ${String(pattern)};`)}.test(${value})`;
}

function numberChecks(schema: JsonSchema, value: string, place: Place): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return [
    ...(minimum === undefined ? [] : [`${value} >= ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`${value} > ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`${value} <= ${maximum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`${value} < ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`${support("isMultipleOf", place)}(${value}, ${multipleOf})`]),
  ];
}

function arrayChecks(schema: JsonSchema, value: string, place: Place): readonly string[] {
  const { items, minItems, maxItems, uniqueItems, prefixItems = [] } = schema;
  const item = items === undefined ? "true" : check(items, "item", place);
  const first = prefixItems.length;
  return [
    ...prefixItems.flatMap((part, index) => {
      const checked = check(part, `${value}[${index}]`, place);
      return checked === "true" ? [] : [any([`${value}.length <= ${index}`, checked])];
    }),
    ...containsChecks(schema, value, place),
    ...unevaluated(schema, "items", value, place),
    ...(minItems === undefined ? [] : [`${value}.length >= ${minItems}`]),
    ...(maxItems === undefined ? [] : [`${value}.length <= ${maxItems}`]),
    ...(item === "true"
      ? []
      : [first === 0 ? `${value}.every((item) => ${item})` : `${value}.slice(${first}).every((item) => ${item})`]),
    ...(uniqueItems === true
      ? [`new Set(${value}.map((item) => ${support("canonical", place)}(item))).size === ${value}.length`]
      : []),
  ];
}

function containsChecks(
  { contains, minContains = 1, maxContains }: JsonSchema,
  value: string,
  place: Place,
): readonly string[] {
  if (contains === undefined) return [];
  const count = `${value}.filter((item) => ${check(contains, "item", place)}).length`;
  return [
    ...(minContains === 0 ? [] : [`${count} >= ${minContains}`]),
    ...(maxContains === undefined ? [] : [`${count} <= ${maxContains}`]),
  ];
}

/** The members of an object, in a function of their own; its argument is an object. */
function objectChecks(schema: JsonSchema, value: string, place: Place): readonly string[] {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const names = Object.keys(properties);
  const isRequired = new Set(required);
  const parts = [
    ...required.filter((name) => !Object.hasOwn(properties, name)).map((name) => isThere(name, "value")),
    ...(schema.patternProperties === undefined
      ? closed(additionalProperties, { names, required: isRequired }, place)
      : [byPattern(additionalProperties, schema.patternProperties, names, place)]),
    ...memberRules(schema, place),
    ...unevaluated(schema, "names", "value", place),
    ...Object.entries(properties).map(([name, property]) => member(name, property, isRequired.has(name), place)),
  ].filter((part) => part !== "true");
  if (parts.length === 0) return [];
  const body = parts.join("\n    && ");
  return [`${declare("members", body, place, (own) => functionText(own, body))}(${value})`];
}

function member(name: string, schema: JsonSchema, isRequired: boolean, place: Place): string {
  const own = access("value", name);
  const checked = check(schema, own, place);
  // What is undefined counts as absent: JSON can't hold it.
  if (isRequired)
    return refusesUndefined(schema) && !isInherited(name) ? checked : all([isThere(name, "value"), checked]);
  if (checked === "true") return "true";
  return any([`${own} === undefined`, ...(isInherited(name) ? [`!${isThere(name, "value")}`] : []), checked]);
}

/** Does no check of the schema accept it, so that presence need not be asked for? */
function refusesUndefined(schema: SubSchema): boolean {
  if (typeof schema === "boolean") return false;
  const { type, enum: values, const: one, anyOf } = schema;
  return type !== undefined || values !== undefined || one !== undefined || anyOf?.every(refusesUndefined) === true;
}

/** No other members than those that are named, or others by their schema. */
function closed(
  additional: boolean | JsonSchema,
  { names, required }: { readonly names: readonly string[]; readonly required: ReadonlySet<string> },
  place: Place,
): readonly string[] {
  const rest = additional === true ? "true" : additional === false ? "false" : check(additional, "value[key]", place);
  if (rest === "true") return [];
  if (rest === "false" && names.every((name) => required.has(name))) {
    return [`Object.keys(value).length === ${names.length}`];
  }
  const cases = names.map((name) => `      case ${JSON.stringify(name)}:\n`).join("");
  const named = cases === "" ? "" : `${cases}        break;\n`;
  const other = rest === "false" ? "return false;" : `if (!(${rest})) return false;`;
  const body = `  for (const key of Object.keys(value)) {\n    switch (key) {\n${named}      default:\n        ${other}\n    }\n  }\n  return true;`;
  return [`${declare("keys", body, place, (own) => `function ${own}(value) {\n${body}\n}`)}(value)`];
}

/** Members whose names patterns match, whatever else names them; no others, or others by their schema. */
function byPattern(
  additional: SubSchema,
  patterns: { readonly [pattern: string]: SubSchema },
  names: readonly string[],
  place: Place,
): string {
  const rest = check(additional, "value[key]", place);
  const cases = Object.entries(patterns).map(([pattern, schema]) => {
    const test = matches(new RegExp(pattern, "u"), "key", place);
    return `    if (${test}) {\n      named = true;\n      if (!(${check(schema, "value[key]", place)})) return false;\n    }\n`;
  });
  const known = names.length === 0 ? "false" : oneOf(names, "key", place);
  const other = rest === "true" ? "" : `    if (!named && !(${rest})) return false;\n`;
  const body = `  for (const key of Object.keys(value)) {\n    let named = ${known};\n${cases.join("")}${other}  }\n  return true;`;
  return `${declare("keys", body, place, (own) => `function ${own}(value) {\n${body}\n}`)}(value)`;
}

/** What is said of an object's members together. */
function memberRules(schema: JsonSchema, place: Place): readonly string[] {
  const { minProperties, maxProperties, propertyNames, dependentRequired = {}, dependentSchemas = {} } = schema;
  const unless = (name: string, rule: string) => any([`!(${isThere(name, "value")})`, rule]);
  const named = propertyNames === undefined ? "true" : check(propertyNames, "key", place);
  return [
    ...(minProperties === undefined ? [] : [`Object.keys(value).length >= ${minProperties}`]),
    ...(maxProperties === undefined ? [] : [`Object.keys(value).length <= ${maxProperties}`]),
    ...(named === "true" ? [] : [`Object.keys(value).every((key) => ${named})`]),
    ...Object.entries(dependentRequired).map(([name, others]) =>
      unless(name, all(others.map((other) => isThere(other, "value")))),
    ),
    ...Object.entries(dependentSchemas).map(([name, part]) => unless(name, check(part, "value", place))),
  ];
}

/** What nothing beside it judges, in a function of its own. */
function unevaluated(schema: JsonSchema, what: Evaluated, value: string, place: Place): readonly string[] {
  const { unevaluatedProperties, unevaluatedItems, ...others } = schema;
  const [rest, beside] =
    what === "names"
      ? [unevaluatedProperties, unevaluatedItems === undefined ? others : { ...others, unevaluatedItems }]
      : [unevaluatedItems, unevaluatedProperties === undefined ? others : { ...others, unevaluatedProperties }];
  if (rest === undefined) return [];
  const checked = check(rest, "value[key]", place);
  if (checked === "true") return [];
  const keys = what === "names" ? "Object.keys(value)" : "value.keys()";
  const collected = collecting(beside, what, printingAt(place));
  const body = `  const seen = new Set();\n  ${collected}\n  for (const key of ${keys}) if (!seen.has(key) && !(${checked})) return false;\n  return true;`;
  return [`${declare("rest", body, place, (own) => `function ${own}(value) {\n${body}\n}`)}(${value})`];
}

function printingAt(place: Place): Printing {
  return {
    check: (schema, value) => check(schema, value, place),
    matches: (pattern, value) => matches(new RegExp(pattern, "u"), value, place),
    isThere,
    collector($ref, what) {
      // A reference begins with '#'.
      const key = `${what} of ${$ref}`;
      const known = place.types.get(key);
      if (known !== undefined) return known;
      const own = nextName("seen", place.module);
      place.types.set(key, own);
      const target = definitionOf($ref, place.root) ?? {};
      place.module.texts.push(`function ${own}(value, seen) {\n  ${collecting(target, what, printingAt(place))}\n}`);
      return own;
    },
  };
}

function isThere(name: string, value: string): string {
  const key = JSON.stringify(name);
  return isInherited(name) ? `Object.hasOwn(${value}, ${key})` : `${key} in ${value}`;
}

/** Every object answers to these names. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}

function access(value: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${value}.${name}` : `${value}[${JSON.stringify(name)}]`;
}

/** Above it, values are looked up. */
const maxCompared = 8;

function oneOf(values: readonly Json[], value: string, place: Place): string {
  const isPlain = values.every((each) => typeof each !== "object" || each === null);
  if (!isPlain || values.length <= maxCompared) return any(values.map((each) => equals(each, value, place)));
  const list = `new Set(${JSON.stringify(values)})`;
  return `${declare("values", list, place, (name) => `const ${name} = ${list};`)}.has(${value})`;
}

function equals(expected: Json, value: string, place: Place): string {
  if (typeof expected !== "object" || expected === null) return `${value} === ${JSON.stringify(expected)}`;
  return `${support("canonical", place)}(${value}) === ${JSON.stringify(canonical(expected))}`;
}

function all(parts: readonly string[]): string {
  const checks = parts.filter((part) => part !== "true");
  return checks.length === 0 ? "true" : checks.join(" && ");
}

function any(parts: readonly string[]): string {
  if (parts.includes("true")) return "true";
  if (parts.length === 0) return "false";
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? only
    : `(${parts.map((part) => (part.includes(" && ") ? `(${part})` : part)).join(" || ")})`;
}

function declare(kind: string, what: string, { module }: Place, text: (name: string) => string): string {
  const known = module.names.get(`${kind} ${what}`);
  if (known !== undefined) return known;
  const name = nextName(kind, module);
  module.names.set(`${kind} ${what}`, name);
  module.texts.push(text(name));
  return name;
}

function nextName(kind: string, { counts }: Module): string {
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  return `${kind}${count}`;
}

function functionText(name: string, check: string): string {
  return `function ${name}(value) {\n  return ${check};\n}`;
}

function support(name: keyof typeof supportTexts, { module }: Place): string {
  module.supports.add(name);
  return name;
}

const supportTexts = {
  codePoints: `function codePoints(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}`,
  isMultipleOf: `function isMultipleOf(value, divisor) {
  if (Number.isInteger(value) && (1 / divisor) % 1 === 0) return true;
  const rest = value % divisor;
  return Math.min(Math.abs(rest), Math.abs(rest - divisor), Math.abs(rest + divisor)) < 1e-10;
}`,
  canonical: `function canonical(value) {
  if (Array.isArray(value)) return "[" + value.map(canonical).join() + "]";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return "{" + keys.map((key) => JSON.stringify(key) + ":" + canonical(value[key])).join() + "}";
}`,
} as const;

/** As `canonical` of the text above does it. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`;
}

import type { Json, JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { smallestInstance, smallestObjectWith } from "../schema/sample.ts";
import { type Subtype, subtype } from "../schema/subtype.ts";

// Answers about schemas, remembered by their text: catalogs say the same of many params, and what was found of one is found
// of all. The texts of a process are few; a long-lived one forgets them when they are many.

/** `subtype`, asked once of a pair of texts. */
export function knownSubtype(a: unknown, b: unknown): Subtype {
  return subtypes.of(`${textOf(a)} ${textOf(b)}`, () => subtype(a, b));
}

/** As JSON. One schema is asked about for every finding in it, so its text is kept. */
function textOf(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return JSON.stringify(schema);
  const known = texts.get(schema) ?? JSON.stringify(schema);
  texts.set(schema, known);
  return known;
}

const texts = new WeakMap<object, string>();

/** `smallestInstance`, asked once of a text. */
export function leastInstance(schema: unknown): Json | undefined {
  return instances.of(textOf(schema), () => smallestInstance(schema));
}

/** `smallestObjectWith`: properties that nothing ties to each other are made one by one, each once. */
export function leastObjectWith(schema: JsonSchema, given: JsonObject): JsonObject | undefined {
  const required = requiredAlone(schema);
  if (required === undefined) return smallestObjectWith(schema, given);
  const values = new Map(Object.entries(given));
  for (const [name, property] of required) {
    if (values.has(name)) continue;
    const value = leastInstance(property);
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  return inOrderOf(schema, values);
}

/**
 * An object of both schemas that has the given properties: what one of them asks for beside these is there, and the other
 * takes it. Confirm it by the validators.
 * @param free a property of which `b` may ask anything
 */
export function leastObjectInBoth(
  a: JsonSchema,
  b: JsonSchema,
  { given, free }: { readonly given: JsonObject; readonly free: string },
): JsonObject | undefined {
  if (b.properties === undefined && b.required === undefined) return undefined;
  const [ofA, ofB] = [requiredAlone(a), requiredAlone(b)];
  if (ofA === undefined || ofB === undefined) return smallestOfBoth(a, withoutDemandsOn(free, b), given);
  const values = new Map(Object.entries(given));
  const demanded = new Set([...ofA.keys(), ...ofB.keys()]);
  for (const name of demanded) {
    if (values.has(name) || (name === free && !ofA.has(name))) continue;
    const was = ofA.get(name) ?? propertyAlone(a, name);
    const is = name === free ? undefined : (ofB.get(name) ?? propertyAlone(b, name));
    const part = was === undefined || textOf(was) === textOf(is) ? is : both(was, is);
    const value = part === undefined ? undefined : leastInstance(part);
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  return inOrderOf(a, values);
}

/** The schema of an object that says nothing of one property. */
function withoutDemandsOn(name: string, { properties = {}, required = [], ...others }: JsonSchema): JsonSchema {
  // fromEntries defines, so that a property named __proto__ is one.
  const rest = Object.fromEntries([...Object.entries(properties), [name, {}]]);
  return { ...others, properties: rest, required: required.filter((one) => one !== name) };
}

/** Declared properties come in their order, others after them. */
function inOrderOf({ properties = {} }: JsonSchema, values: ReadonlyMap<string, Json>): JsonObject {
  const declared = Object.keys(properties).filter((name) => values.has(name));
  const others = [...values.keys()].filter((name) => !Object.hasOwn(properties, name));
  return Object.fromEntries([...declared, ...others].flatMap((name) => entryOf(name, values)));
}

function smallestOfBoth(a: JsonSchema, b: JsonSchema, given: JsonObject): JsonObject | undefined {
  const whole = both(a, b);
  return whole === undefined ? undefined : smallestObjectWith(whole, given);
}

/** undefined where their definitions would have to be kept apart. */
function both(a: JsonSchema, b: JsonSchema | undefined): JsonSchema | undefined {
  if (b === undefined) return a;
  if (a.$defs !== undefined && b.$defs !== undefined && textOf(a.$defs) !== textOf(b.$defs)) {
    return undefined;
  }
  const $defs = a.$defs ?? b.$defs;
  const bare = [a, b].map(({ $defs: _, ...schema }) => schema);
  return { allOf: bare, ...($defs === undefined ? {} : { $defs }) };
}

/**
 * A property's schema with the definitions that it may refer to; `true` and what is not declared ask for nothing. The same
 * object each time, so that its text is made once.
 */
function propertyAlone(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties = {}, $defs } = schema;
  const property: unknown = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (typeof property !== "object" || property === null) return undefined;
  if ($defs === undefined) return property;
  const ofSchema = propertiesAlone.get(schema) ?? new Map<string, JsonSchema>();
  propertiesAlone.set(schema, ofSchema);
  const alone = ofSchema.get(name) ?? { ...property, $defs };
  ofSchema.set(name, alone);
  return alone;
}

const propertiesAlone = new WeakMap<JsonSchema, Map<string, JsonSchema>>();

function entryOf(name: string, values: ReadonlyMap<string, Json>): readonly (readonly [string, Json])[] {
  const value = values.get(name);
  return value === undefined ? [] : [[name, value]];
}

/**
 * The required properties of an object, each as a schema that stands alone.
 * @returns undefined where more is asked of the object than that they are there
 */
export function requiredAlone(schema: JsonSchema): ReadonlyMap<string, JsonSchema> | undefined {
  const known = requirements.get(schema);
  if (known !== undefined) return known.alone;
  const alone = requirementsOf(schema);
  requirements.set(schema, { alone });
  return alone;
}

const requirements = new WeakMap<JsonSchema, { readonly alone: ReadonlyMap<string, JsonSchema> | undefined }>();

function requirementsOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema> | undefined {
  if (schema.type !== "object" || !Object.keys(schema).every((keyword) => independent.has(keyword))) return undefined;
  const alone = new Map<string, JsonSchema>();
  for (const name of schema.required ?? []) {
    const property = propertyAlone(schema, name);
    if (property === undefined) return undefined;
    alone.set(name, property);
  }
  return alone;
}

const independent: ReadonlySet<string> = new Set([
  "$schema",
  "$defs",
  "type",
  "title",
  "description",
  "properties",
  "required",
  "additionalProperties",
]);

/** Characters of the texts that are kept. */
const most = 4_000_000;

function openAnswers<Answer>() {
  const known = new Map<string, { readonly answer: Answer }>();
  let characters = 0;
  return {
    of(text: string, ask: () => Answer): Answer {
      const found = known.get(text);
      if (found !== undefined) return found.answer;
      const answer = ask();
      if (characters > most) {
        known.clear();
        characters = 0;
      }
      known.set(text, { answer });
      characters += text.length;
      return answer;
    },
  };
}

const subtypes = openAnswers<Subtype>();
const instances = openAnswers<Json | undefined>();

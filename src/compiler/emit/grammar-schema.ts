import type { JsonSchema } from "../../contract/json-schema.ts";
import {
  type Grammar,
  type KeyGrammar,
  type KeyTable,
  type MapGrammar,
  type RecordGrammar,
  type StringGrammar,
  textFileRule,
  type VariantsGrammar,
} from "../catalog/spec-grammar.ts";
import type { KnownNames } from "./known-names.ts";

// Grammar of the spec language → JSON Schema draft-07 for editors. It helps to write; it does not judge: what a schema
// can't say (references across files, mappings that must fit) the compiler says with a position.

/** What editors show beside our keywords: one text per value of an enum. */
export interface EditorSchema extends Omit<JsonSchema, "properties" | "anyOf" | "items" | "additionalProperties"> {
  readonly enumDescriptions?: readonly string[];
  readonly properties?: { readonly [name: string]: EditorSchema };
  readonly propertyNames?: EditorSchema;
  readonly minProperties?: number;
  readonly anyOf?: readonly EditorSchema[];
  readonly allOf?: readonly (EditorSchema | Conditional)[];
  readonly not?: EditorSchema;
  readonly items?: EditorSchema;
  readonly additionalProperties?: boolean | EditorSchema;
}

/** Keywords `if` and `then`. */
export type Conditional = { readonly [keyword: string]: EditorSchema };

/** The schema of one rule. */
export function grammarSchema(grammar: Grammar | undefined, known: KnownNames): EditorSchema {
  if (grammar === undefined) return {};
  switch (grammar.kind) {
    case "string":
      return stringSchema(grammar, known);
    case "word":
      return { type: "string", enum: Object.keys(grammar.words), enumDescriptions: Object.values(grammar.words) };
    case "text":
      return { anyOf: [{ type: "string" }, { $ref: `#/definitions/${textFileRule}` }] };
    case "integer":
    case "number":
      return {
        type: grammar.kind,
        ...(grammar.only === undefined ? {} : { enum: [grammar.only] }),
        ...(grammar.min === undefined ? {} : { minimum: grammar.min }),
      };
    case "boolean":
      return { type: "boolean" };
    case "json":
      return {};
    case "list":
      return {
        type: "array",
        items: grammarSchema(grammar.items, known),
        ...(grammar.minItems === undefined ? {} : { minItems: grammar.minItems }),
        ...(grammar.unique ? { uniqueItems: true } : {}),
      };
    case "map":
      return mapSchema(grammar, known);
    case "record":
      return recordSchema(grammar, known);
    case "variants":
      return variantsSchema(grammar, known);
    case "either":
      return { anyOf: grammar.options.map((option) => grammarSchema(option, known)) };
    case "rule":
      return { $ref: `#/definitions/${grammar.rule}` };
    default:
      return unreachable(grammar);
  }
}

/** A name of the catalog is offered, not demanded: the file that will declare it may be the next one to be written. */
function stringSchema(grammar: StringGrammar, known: KnownNames): EditorSchema {
  const form: EditorSchema = {
    type: "string",
    ...(grammar.form === undefined ? {} : { pattern: grammar.form.pattern, description: grammar.form.says }),
  };
  const names = grammar.names === undefined ? undefined : known[grammar.names];
  return names === undefined || names.length === 0 ? form : { anyOf: [{ type: "string", enum: names }, form] };
}

function mapSchema(grammar: MapGrammar, known: KnownNames): EditorSchema {
  return {
    type: "object",
    propertyNames: grammarSchema(grammar.key, known),
    additionalProperties: grammarSchema(grammar.value, known),
    ...(grammar.minEntries === undefined ? {} : { minProperties: grammar.minEntries }),
  };
}

function recordSchema(grammar: RecordGrammar, known: KnownNames): EditorSchema {
  const exclusive = (grammar.exclusive ?? []).flatMap((group) =>
    pairs(group).map((pair) => ({ not: { required: pair } })),
  );
  return {
    type: "object",
    ...keysSchema(grammar.keys, known),
    ...(exclusive.length === 0 ? {} : { allOf: exclusive }),
  };
}

/**
 * `type` decides which other keys are allowed: one branch per word, chosen by `if`, so that an editor complains about one
 * thing. What a key means is said once, above the branches: it is the same wherever the key is allowed.
 */
function variantsSchema(grammar: VariantsGrammar, known: KnownNames): EditorSchema {
  const words = Object.keys(grammar.variants);
  const says = words.map((word) => grammar.variants[word]?.says ?? "");
  const type: EditorSchema = { type: "string", enum: words, enumDescriptions: says };
  const insteadKeys = Object.fromEntries(Object.entries(grammar.instead).map(([key, { key: value }]) => [key, value]));
  const variantKeys: KeyTable = Object.assign({}, ...Object.values(grammar.variants).map((variant) => variant.keys));
  const branches = words.map((word) =>
    conditional(isVariant(word, grammar), closedTo(["type"], { ...grammar.shared, ...grammar.variants[word]?.keys })),
  );
  const instead = Object.entries(grammar.instead).map(([key, { beside }]) =>
    conditional(
      { required: [key] },
      closedTo([key], { ...grammar.shared, ...(beside === "all" ? optional(variantKeys) : {}) }),
    ),
  );
  const deciding = ["type", ...Object.keys(grammar.instead)].map((key) => ({ required: [key] }));
  const map: EditorSchema = {
    type: "object",
    properties: { type, ...keysSchema({ ...variantKeys, ...grammar.shared, ...insteadKeys }, known).properties },
    ...(grammar.fallback === undefined ? { anyOf: deciding } : {}),
    allOf: [...branches, ...instead],
  };
  return grammar.short === true ? { anyOf: [type, map] } : map;
}

/** Only these keys, whatever they hold. */
function closedTo(names: readonly string[], keys: KeyTable): EditorSchema {
  const required = Object.keys(keys).filter((name) => keys[name]?.required === true);
  return {
    properties: Object.fromEntries([...names, ...Object.keys(keys)].map((name) => [name, {}])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Beside `use`, a variant's keys override what the shared param says; none of them has to. */
function optional(keys: KeyTable): KeyTable {
  return Object.fromEntries(Object.entries(keys).map(([name, { value, says }]) => [name, { value, says }]));
}

const consequenceKeyword = "then";

/** A literal with a plain member `then` would look like a promise. */
function conditional(condition: EditorSchema, consequence: EditorSchema): Conditional {
  return { if: condition, [consequenceKeyword]: consequence };
}

function isVariant(word: string, grammar: VariantsGrammar): EditorSchema {
  const stated: EditorSchema = { required: ["type"], properties: { type: { enum: [word] } } };
  if (grammar.fallback !== word) return stated;
  const silent = ["type", ...Object.keys(grammar.instead)].map((key) => ({ required: [key] }));
  return { anyOf: [stated, { not: { anyOf: silent } }] };
}

function keysSchema(keys: KeyTable, known: KnownNames): EditorSchema {
  const entries = Object.entries(keys);
  const required = entries.filter(([, key]) => key.required === true).map(([name]) => name);
  return {
    properties: Object.fromEntries(entries.map(([name, key]) => [name, keySchema(key, known)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Draft-07 ignores what stands beside `$ref`, so a reference that has a hover text is wrapped. */
function keySchema(key: KeyGrammar, known: KnownNames): EditorSchema {
  const schema = grammarSchema(key.value, known);
  return schema.$ref === undefined ? { ...schema, description: key.says } : { description: key.says, allOf: [schema] };
}

function pairs(group: readonly string[]): readonly (readonly string[])[] {
  return group.flatMap((first, index) => group.slice(index + 1).map((second) => [first, second]));
}

function unreachable(grammar: never): never {
  throw new Error(`invariant: unknown grammar ${JSON.stringify(grammar)}`);
}

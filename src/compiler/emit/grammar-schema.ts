import { forms } from "../catalog/grammar/forms.ts";
import {
  type EitherGrammar,
  type Grammar,
  type KeyGrammar,
  type KeyTable,
  type ListGrammar,
  type MapGrammar,
  type RecordGrammar,
  type StringGrammar,
  textFileRule,
} from "../catalog/spec-grammar.ts";
import { conditional, distinctOption, type EditorProperties, type EditorSchema } from "./editor-schema.ts";
import { entrySnippets } from "./editor-snippets.ts";
import { formSchema, type KnownNames, nameOrForm } from "./known-names.ts";
import { variantsSchema } from "./variants-schema.ts";

// Grammar of the spec language → JSON Schema draft-07 for editors. It helps to write; it is not the final check: what a
// schema can't express (references across files, mappings that must fit) the compiler reports with a position.

/** The schema of one rule. */
export function grammarSchema(grammar: Grammar | undefined, known: KnownNames): EditorSchema {
  if (grammar === undefined) return {};
  switch (grammar.kind) {
    case "string":
      return stringSchema(grammar, known);
    case "word":
      return { type: "string", enum: Object.keys(grammar.words), enumDescriptions: Object.values(grammar.words) };
    case "text":
      return {
        anyOf: [
          formSchema(grammar.oneLine === true ? forms.line : undefined),
          { $ref: `#/definitions/${textFileRule}` },
        ],
      };
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
      return anyValue;
    case "list":
      return listSchema(grammar, known);
    case "map":
      return mapSchema(grammar, known);
    case "record":
      return recordSchema(grammar, known);
    case "variants":
      return variantsSchema(grammar, (keys) => properties(keys, known));
    case "either":
      return eitherSchema(grammar, known);
    case "rule":
      return { $ref: `#/definitions/${grammar.rule}` };
    default:
      return unreachable(grammar);
  }
}

/** Every type by its name: for a value without a type editors complete the key without its colon. */
const anyValue: EditorSchema = { type: ["string", "number", "boolean", "array", "object", "null"] };

function stringSchema(grammar: StringGrammar, known: KnownNames): EditorSchema {
  const form = formSchema(grammar.form);
  return grammar.names === undefined ? form : nameOrForm(form, grammar.names, known);
}

function listSchema(grammar: ListGrammar, known: KnownNames): EditorSchema {
  return {
    type: "array",
    items: grammarSchema(grammar.items, known),
    ...(grammar.minItems === undefined ? {} : { minItems: grammar.minItems }),
    ...(grammar.unique ? { uniqueItems: true } : {}),
  };
}

function mapSchema(grammar: MapGrammar, known: KnownNames): EditorSchema {
  const { key } = grammar;
  const value = grammarSchema(grammar.value, known);
  const names = key.kind === "word" ? Object.entries(key.words) : namesOfKey(key, known);
  const snippets = entrySnippets(grammar.value, known);
  return {
    type: grammar.orNothing === true ? ["object", "null"] : "object",
    // On the map itself they would be inserted as soon as its key is completed.
    ...(snippets.length === 0 ? {} : { allOf: [{ defaultSnippets: snippets }] }),
    // Known keys are offered; any other key of the form is allowed.
    ...(names.length === 0
      ? {}
      : { properties: Object.fromEntries(names.map(([name, description]) => [name, withText(value, description)])) }),
    propertyNames:
      key.kind === "word"
        ? { type: "string", enum: Object.keys(key.words), doNotSuggest: true }
        : { ...formSchema(key.form), doNotSuggest: true },
    additionalProperties: value,
    ...(grammar.minEntries === undefined ? {} : { minProperties: grammar.minEntries }),
  };
}

function namesOfKey(key: StringGrammar, known: KnownNames): readonly (readonly [name: string, description: string])[] {
  return key.names === undefined ? [] : known[key.names].map(({ name, description }) => [name, description]);
}

function recordSchema(grammar: RecordGrammar, known: KnownNames): EditorSchema {
  const required = Object.keys(grammar.keys).filter((name) => grammar.keys[name]?.required === true);
  const exclusive = (grammar.exclusive ?? []).flatMap((group) =>
    pairs(group).map(([first, second]) =>
      conditional(
        { required: [first] },
        { properties: { [second]: false }, errorMessage: `'${second}' can't be combined with '${first}'` },
      ),
    ),
  );
  const needed = (grammar.needs ?? []).map((group) =>
    conditional({ properties: Object.fromEntries(group.map((key) => [key, false])) }, { required: [group[0]] }),
  );
  const all = [...exclusive, ...needed];
  return {
    type: "object",
    properties: properties(grammar.keys, known),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(all.length === 0 ? {} : { allOf: all }),
  };
}

function eitherSchema(grammar: EitherGrammar, known: KnownNames): EditorSchema {
  const [first, ...others] = grammar.options.map((option) => grammarSchema(option, known));
  if (first === undefined) return {};
  return { anyOf: [first, ...others.map((option) => ({ ...distinctOption, ...option }))] };
}

function properties(keys: KeyTable, known: KnownNames): EditorProperties {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, keySchema(key, known)]));
}

/**
 * The value under a key, with the key's hover text. Beside `$ref` too: a draft-07 reader ignores the text, the language
 * server keeps it.
 */
function keySchema({ value, description }: KeyGrammar, known: KnownNames): EditorSchema {
  const schema = withText(grammarSchema(value, known), description);
  // Items, and values under keys that the author chose, get the text of the whole.
  if (value.kind === "list" && schema.items !== undefined)
    return { ...schema, items: withText(schema.items, description) };
  if (value.kind === "map" && typeof schema.additionalProperties === "object") {
    return { ...schema, additionalProperties: withText(schema.additionalProperties, description) };
  }
  return schema;
}

function withText(schema: EditorSchema, description: string): EditorSchema {
  return description === "" ? schema : { ...schema, description: description };
}

function pairs(group: readonly string[]): readonly (readonly [string, string])[] {
  return group.flatMap((first, index) => group.slice(index + 1).map((second): [string, string] => [first, second]));
}

function unreachable(grammar: never): never {
  throw new Error(`invariant: unknown grammar ${JSON.stringify(grammar)}`);
}

import { formatExamples } from "../../../contract/formats.ts";
import { boolean, either, json, key, listOf, mapOf, record, requiredKey, rule, string, text, word } from "./forms.ts";
import type { Grammar, KeyTable, VariantsGrammar } from "./grammar.ts";

/** Types of the spec language, in the four places where a type is allowed. */
const count: Grammar = { kind: "integer", min: 0 };
const bound: Grammar = { kind: "number" };
const letterCase: Grammar = word({
  lower: "Letters are changed to lower case before the check",
  upper: "Letters are changed to upper case before the check",
});

const numberKeys: KeyTable = {
  min: key(bound, "Minimum, inclusive"),
  max: key(bound, "Maximum, inclusive"),
  above: key(bound, "Minimum, exclusive"),
  below: key(bound, "Maximum, exclusive"),
  multiple_of: key(bound, "Every value is a multiple of this"),
};

const objectKeys: KeyTable = {
  fields: key(rule("fields"), "Fields by name"),
  open: key(either(boolean, rule("type")), "true allows any other key; a type makes it a map of such values"),
  extend: key(string("typeName", "type"), "A named object type whose fields it has too; its own replace them"),
  pick: key(listOf(string("name")), "With `extend`: only these fields of the other type"),
};

const variants: VariantsGrammar["variants"] = {
  string: {
    description: "Text; white space around it is removed unless `trim: false`",
    keys: {
      min_length: key(count, "Minimum number of characters"),
      max_length: key(count, "Maximum number of characters"),
      max_bytes: key(count, "Maximum size in UTF-8 bytes"),
      pattern: key(string("notEmpty"), "Regular expression (ECMA-262, flag u) that must match a part of the text"),
      format: key(string("line"), `A named form: ${Object.keys(formatExamples).join(", ")}`),
      trim: key(boolean, "false keeps white space around the text"),
      normalize: key(letterCase, "Letter case is changed before the check"),
    },
  },
  integer: { description: "A whole number; 3.0 is one", keys: numberKeys },
  number: { description: "Any number", keys: numberKeys },
  boolean: { description: "true or false", keys: {} },
  enum: {
    description: "One of a list of words",
    keys: {
      values: requiredKey(
        {
          kind: "list",
          items: either(string("notEmpty"), rule("enumValue")),
          unique: true,
        },
        "The words, each alone or as {value, summary, deprecated, aliases}",
      ),
      normalize: key(letterCase, "Letter case is changed before the check"),
    },
  },
  array: {
    description: "A list",
    keys: {
      items: requiredKey(rule("type"), "Type of each item"),
      min_items: key(count, "Minimum number of items"),
      max_items: key(count, "Maximum number of items"),
      unique: key(boolean, "No two items are equal"),
    },
  },
  object: { description: "Named fields; closed unless `open` says otherwise", keys: objectKeys },
  union: {
    description: "One of several types that can be distinguished",
    keys: {
      of: requiredKey(
        { kind: "list", items: rule("type"), minItems: 2, unique: false },
        "The types: objects distinguished by a field with one value, or types of different kinds",
      ),
    },
  },
  json: { description: "Any JSON value", keys: {} },
};

const typeKeys: KeyTable = {
  description: key(text, "What it means"),
  nullable: key(boolean, "null is allowed too"),
};

const fieldKeys: KeyTable = {
  ...typeKeys,
  wire: key(string("wireField"), "How callers spell its name; default: as here"),
  required: key(
    either(boolean, listOf(string("name"))),
    "true: it is required. On an object also: the names of its required fields",
  ),
  default: key(json, "Value when it is left out"),
  examples: key({ kind: "list", items: json, unique: false }, "Example values, as callers send them"),
  deprecated: key(rule("deprecated"), "It is deprecated"),
  aliases: key(listOf(rule("paramAlias")), "Other spellings that are accepted"),
  sensitive: key(boolean, "Its value never reaches a log"),
  unit: key(string("line"), "Unit of the value, such as ms"),
  often: key(boolean, "Stays on the folded surface though it is optional"),
};

const ref: VariantsGrammar["instead"] = {
  ref: {
    key: key(string("typeName", "type"), "A named type of schema/types"),
    beside: "shared",
  },
  schema: {
    key: key(
      mapOf(string("notEmpty"), json),
      "A JSON Schema as it stands, where the language has no words for the type",
    ),
    beside: "shared",
  },
};

/** Only objects have fields. */
const objectByFields: VariantsGrammar["implied"] = { key: "fields", variant: "object" };

/** On a whole type `required` names fields; on a field it may also be true: the field itself is required. */
const objectTypeKeys: KeyTable = {
  ...objectKeys,
  required: key(listOf(string("name")), "Names of the required fields"),
};

export const typeRules: { readonly [rule: string]: Grammar } = {
  /** A type that is not a field: items, options of a union, results. */
  type: {
    kind: "variants",
    shared: typeKeys,
    variants: {
      ...variants,
      object: { description: "Named fields; closed unless `open` says otherwise", keys: objectTypeKeys },
    },
    instead: ref,
    implied: objectByFields,
  },
  /** A type with a name of its own, from schema/types. */
  namedType: {
    kind: "variants",
    shared: typeKeys,
    variants: { ...variants, object: { description: "Named fields (default)", keys: objectTypeKeys } },
    instead: {},
    fallback: "object",
  },
  /** A shared param, or a field of an old result. */
  field: { kind: "variants", shared: fieldKeys, variants, instead: ref, implied: objectByFields },
  /** A param of a tool or an alias, or a field of an object. */
  param: {
    kind: "variants",
    shared: fieldKeys,
    variants,
    instead: {
      ...ref,
      use: {
        key: key(string("name", "sharedParam"), "A shared param of params.yaml; keys beside it override"),
        beside: "all",
      },
    },
    implied: objectByFields,
  },
  /** A placeholder of an error message. */
  hole: { kind: "variants", shared: typeKeys, variants, instead: ref, short: true },
  fields: mapOf(string("name"), rule("param")),
  enumValue: record({
    value: requiredKey(string("notEmpty"), "The word"),
    summary: key(text, "What it means"),
    deprecated: key(rule("deprecated"), "It is deprecated"),
    aliases: key(listOf(string("notEmpty")), "Other spellings that are accepted"),
  }),
  paramAlias: record({
    name: requiredKey(string("oldName"), "The other spelling"),
    deprecated: key(rule("deprecated"), "The spelling is deprecated"),
  }),
};

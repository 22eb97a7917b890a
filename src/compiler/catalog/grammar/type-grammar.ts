import { boolean, json, listOf, rule, string, text } from "./forms.ts";
import type { Grammar, KeyTable, VariantsGrammar } from "./grammar.ts";

/** Types of the spec language, in the four places where a type is allowed. */
const count: Grammar = { kind: "integer", min: 0 };
const bound: Grammar = { kind: "number" };
const letterCase: Grammar = {
  kind: "word",
  words: {
    lower: "Letters are changed to lower case before the check",
    upper: "Letters are changed to upper case before the check",
  },
};

const numberKeys: KeyTable = {
  min: { value: bound, description: "Minimum, inclusive" },
  max: { value: bound, description: "Maximum, inclusive" },
  above: { value: bound, description: "Minimum, exclusive" },
  below: { value: bound, description: "Maximum, exclusive" },
  multiple_of: { value: bound, description: "Every value is a multiple of this" },
};

const objectKeys: KeyTable = {
  fields: { value: rule("fields"), description: "Fields by name" },
  open: {
    value: { kind: "either", options: [boolean, rule("type")] },
    description: "true allows any other key; a type makes it a map of such values",
  },
};

const variants: VariantsGrammar["variants"] = {
  string: {
    description: "Text; white space around it is removed unless `trim: false`",
    keys: {
      min_length: { value: count, description: "Minimum number of characters" },
      max_length: { value: count, description: "Maximum number of characters" },
      max_bytes: { value: count, description: "Maximum size in UTF-8 bytes" },
      pattern: {
        value: string("notEmpty"),
        description: "Regular expression (ECMA-262, flag u) that must match a part of the text",
      },
      format: { value: string("line"), description: "A named form, such as date-time" },
      trim: { value: boolean, description: "false keeps white space around the text" },
      normalize: { value: letterCase, description: "Letter case is changed before the check" },
    },
  },
  integer: { description: "A whole number; 3.0 is one", keys: numberKeys },
  number: { description: "Any number", keys: numberKeys },
  boolean: { description: "true or false", keys: {} },
  enum: {
    description: "One of a list of words",
    keys: {
      values: {
        value: {
          kind: "list",
          items: { kind: "either", options: [string("notEmpty"), rule("enumValue")] },
          unique: true,
        },
        required: true,
        description: "The words, each alone or as {value, summary, deprecated, aliases}",
      },
      normalize: { value: letterCase, description: "Letter case is changed before the check" },
    },
  },
  array: {
    description: "A list",
    keys: {
      items: { value: rule("type"), required: true, description: "Type of each item" },
      min_items: { value: count, description: "Minimum number of items" },
      max_items: { value: count, description: "Maximum number of items" },
      unique: { value: boolean, description: "No two items are equal" },
    },
  },
  object: { description: "Named fields; closed unless `open` says otherwise", keys: objectKeys },
  union: {
    description: "One of several types that can be distinguished",
    keys: {
      of: {
        value: { kind: "list", items: rule("type"), minItems: 2, unique: false },
        required: true,
        description: "The types: objects distinguished by a field with one value, or types of different kinds",
      },
    },
  },
  json: { description: "Any JSON value", keys: {} },
};

const typeKeys: KeyTable = {
  description: { value: text, description: "What it means" },
  nullable: { value: boolean, description: "null is allowed too" },
};

const fieldKeys: KeyTable = {
  ...typeKeys,
  required: {
    value: { kind: "either", options: [boolean, listOf(string("name"))] },
    description: "true: it is required. On an object also: the names of its required fields",
  },
  default: { value: json, description: "Value when it is left out" },
  examples: {
    value: { kind: "list", items: json, unique: false },
    description: "Example values, as callers send them",
  },
  deprecated: { value: rule("deprecated"), description: "It is deprecated" },
  aliases: { value: listOf(rule("paramAlias")), description: "Other spellings that are accepted" },
  sensitive: { value: boolean, description: "Its value never reaches a log" },
  unit: { value: string("line"), description: "Unit of the value, such as ms" },
  often: { value: boolean, description: "Stays on the folded surface though it is optional" },
};

const ref: VariantsGrammar["instead"] = {
  ref: {
    key: { value: string("typeName", "type"), description: "A named type of schema/types" },
    beside: "shared",
  },
};

/** On a whole type `required` names fields; on a field it may also be true: the field itself is required. */
const objectTypeKeys: KeyTable = {
  ...objectKeys,
  required: { value: listOf(string("name")), description: "Names of the required fields" },
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
  },
  /** A type with a name of its own, from schema/types. */
  namedType: {
    kind: "variants",
    shared: typeKeys,
    variants: { object: { description: "Named fields", keys: objectTypeKeys } },
    instead: {},
    fallback: "object",
  },
  /** A field of an object, or a shared param. */
  field: { kind: "variants", shared: fieldKeys, variants, instead: ref },
  /** A param of a tool or an alias. */
  param: {
    kind: "variants",
    shared: fieldKeys,
    variants,
    instead: {
      ...ref,
      use: {
        key: {
          value: string("name", "sharedParam"),
          description: "A shared param of params.yaml; keys beside it override",
        },
        beside: "all",
      },
    },
  },
  /** A placeholder of an error message. */
  hole: { kind: "variants", shared: typeKeys, variants, instead: ref, short: true },
  fields: { kind: "map", key: string("name"), value: rule("field") },
  enumValue: {
    kind: "record",
    keys: {
      value: { value: string("notEmpty"), required: true, description: "The word" },
      summary: { value: text, description: "What it means" },
      deprecated: { value: rule("deprecated"), description: "It is deprecated" },
      aliases: { value: listOf(string("notEmpty")), description: "Other spellings that are accepted" },
    },
  },
  paramAlias: {
    kind: "record",
    keys: {
      name: { value: string("oldName"), required: true, description: "The other spelling" },
      deprecated: { value: rule("deprecated"), description: "The spelling is deprecated" },
    },
  },
};

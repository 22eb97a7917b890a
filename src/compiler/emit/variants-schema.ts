import { allVariantKeys } from "../catalog/grammar/forms.ts";
import type { KeyTable, VariantsGrammar } from "../catalog/spec-grammar.ts";
import { type Conditional, conditional, type EditorProperties, type EditorSchema } from "./editor-schema.ts";

/** Prints the keys of a table, each with its hover text. */
export type PrintKeys = (keys: KeyTable) => EditorProperties;

/**
 * `type` decides which other keys are allowed: one branch per word, chosen by `if`, so that an editor offers only the keys of
 * that type and reports one problem. What all types share is above the branches, once.
 */
export function variantsSchema(grammar: VariantsGrammar, printKeys: PrintKeys): EditorSchema {
  const words = Object.keys(grammar.variants);
  const type: EditorSchema = {
    type: "string",
    enum: words,
    enumDescriptions: words.map((word) => grammar.variants[word]?.description ?? ""),
  };
  const map: EditorSchema = {
    type: "object",
    // Offered below, where no other key replaces it; checked here.
    properties: { type: { ...type, description: typeDescription, doNotSuggest: true }, ...printKeys(grammar.shared) },
    allOf: [
      choice(grammar, type),
      ...words.map((word) => variantBranch(word, grammar, printKeys)),
      ...Object.keys(grammar.instead).map((key) => insteadBranch(key, grammar, printKeys)),
    ],
  };
  return grammar.short === true ? { anyOf: [type, map] } : map;
}

const typeDescription = "The type: it decides which other keys are allowed";

/** Without `type` and without a key that replaces it, all of these keys are offered. The latter have their own branches. */
function choice(grammar: VariantsGrammar, type: EditorSchema): Conditional {
  const instead = Object.entries(grammar.instead).map(([key, { key: own }]): [string, EditorSchema] => [
    key,
    { type: "string", description: own.description },
  ]);
  const implied = grammar.implied === undefined ? [] : [grammar.implied.key];
  return conditional(
    { properties: absent(["type", ...Object.keys(grammar.instead), ...implied]) },
    {
      properties: { type: { ...type, description: typeDescription }, ...Object.fromEntries(instead) },
      // Beside `properties` it would be offered twice, the second time as the beginning of a map.
      ...(grammar.fallback === undefined ? { allOf: [{ required: ["type"] }] } : {}),
    },
  );
}

function variantBranch(word: string, grammar: VariantsGrammar, printKeys: PrintKeys): Conditional {
  const type: EditorProperties = { type: { const: word, doNotSuggest: true } };
  const condition: EditorSchema =
    grammar.fallback === word
      ? { properties: { ...type, ...absent(Object.keys(grammar.instead)) } }
      : withImplied(word, grammar, { properties: type, required: ["type"] });
  const own = grammar.variants[word]?.keys ?? {};
  return conditional(condition, closed(["type", ...Object.keys(grammar.shared)], own, printKeys));
}

/** A key that says the type by itself is a second condition. */
function withImplied(word: string, { implied, instead }: VariantsGrammar, said: EditorSchema): EditorSchema {
  if (implied?.variant !== word) return said;
  return { anyOf: [said, { properties: absent(["type", ...Object.keys(instead)]), required: [implied.key] }] };
}

/** Beside `type` such a key is reported there, and nothing else is. */
function insteadBranch(key: string, grammar: VariantsGrammar, printKeys: PrintKeys): Conditional {
  const entry = grammar.instead[key];
  if (entry === undefined) throw new Error(`invariant: no key '${key}' that replaces a type`);
  const keys = Object.keys(grammar.instead);
  // Beside `use`, keys of any type override the shared param; none of them is required.
  const beside = entry.beside === "all" ? optional(allVariantKeys(grammar)) : {};
  return conditional(
    { required: [key], properties: absent(["type", ...keys.slice(0, keys.indexOf(key))]) },
    closed(Object.keys(grammar.shared), { [key]: entry.key, ...beside }, printKeys),
  );
}

/** Only these keys: those of the table, and the named ones, which are described elsewhere. */
function closed(elsewhere: readonly string[], keys: KeyTable, printKeys: PrintKeys): EditorSchema {
  const required = Object.keys(keys).filter((name) => keys[name]?.required === true);
  return {
    properties: { ...Object.fromEntries(elsewhere.map((name) => [name, true])), ...printKeys(keys) },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function absent(keys: readonly string[]): EditorProperties {
  return Object.fromEntries(keys.map((key) => [key, false]));
}

function optional(keys: KeyTable): KeyTable {
  return Object.fromEntries(
    Object.entries(keys).map(([name, { value, description }]) => [name, { value, description }]),
  );
}

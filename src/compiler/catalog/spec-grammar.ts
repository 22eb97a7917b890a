import { catalogRules } from "./grammar/catalog-grammar.ts";
import type { Grammar } from "./grammar/grammar.ts";
import { toolRules } from "./grammar/tool-grammar.ts";
import { typeRules } from "./grammar/type-grammar.ts";

export type {
  EitherGrammar,
  Form,
  Grammar,
  KeyGrammar,
  KeyTable,
  ListGrammar,
  MapGrammar,
  NameKind,
  NumberGrammar,
  RecordGrammar,
  StringGrammar,
  VariantsGrammar,
  WordGrammar,
} from "./grammar/grammar.ts";

/**
 * The grammar of the spec language as data: a table of named rules, and which rule describes which file. `compiler/spec`
 * reads YAML by it; an emitter prints editor schemas from it. `{kind: "rule"}` points into `specRules`.
 */
export const specRules: { readonly [rule: string]: Grammar } = Object.assign(
  Object.create(null),
  catalogRules,
  typeRules,
  toolRules,
);

export type SpecFileKind = "catalog" | "params" | "types" | "tool" | "retired";

/** Kind of file → the rule of its root, and where such files stand. */
export const specFiles: { readonly [K in SpecFileKind]: { readonly rule: string; readonly where: string } } = {
  catalog: { rule: "catalog", where: "schema/catalog.yaml" },
  params: { rule: "params", where: "schema/params.yaml" },
  types: { rule: "types", where: "schema/types/<family>.yaml" },
  tool: { rule: "tool", where: "schema/tools/<family>/<tool>.yaml" },
  retired: { rule: "retired", where: "schema/retired.yaml" },
};

/** A text may also be written as a map of this rule: `{file: notes.md}`. */
export const textFileRule = "textFile";

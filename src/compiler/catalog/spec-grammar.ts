import { cacheFolder } from "../../contract/generated-cache.ts";
import { catalogRules } from "./grammar/catalog-grammar.ts";
import type { Grammar } from "./grammar/grammar.ts";
import { offerRules } from "./grammar/offer-grammar.ts";
import { toolRules } from "./grammar/tool-grammar.ts";
import { typeRules } from "./grammar/type-grammar.ts";

export type * from "./grammar/grammar.ts";
export { defaultedToolKeys } from "./grammar/tool-grammar.ts";

/**
 * The grammar of the spec language as data: a table of named rules, and which rule describes which file. `compiler/syntax`
 * reads YAML by it; an emitter prints editor schemas from it. `{kind: "rule"}` points into `specRules`.
 */
export const specRules: { readonly [rule: string]: Grammar } = Object.assign(
  Object.create(null),
  catalogRules,
  typeRules,
  toolRules,
  offerRules,
);

export type SpecFileKind = "catalog" | "params" | "types" | "tool" | "prompt" | "resource" | "retired";

export interface SpecFileFacts {
  /** Rule of the root. */
  readonly rule: string;
  /** Where such files are, for messages. */
  readonly where: string;
  /** The same as a glob, relative to the project's root. */
  readonly glob: string;
  /** Path of the schema that editors use to complete and check them; `yaml.schemas` maps it to the glob. */
  readonly editorSchema: string;
}

export const specFiles: { readonly [K in SpecFileKind]: SpecFileFacts } = {
  catalog: file("catalog", "schema/catalog.yaml", "schema/catalog.yaml"),
  params: file("params", "schema/params.yaml", "schema/params.yaml"),
  types: file("types", "schema/types/<family>.yaml", "schema/types/*.yaml"),
  tool: file("tool", "schema/tools/<family>/<tool>.yaml", "schema/tools/*/*.yaml"),
  prompt: file("prompt", "schema/prompts/<prompt>.yaml", "schema/prompts/*.yaml"),
  resource: file("resource", "schema/resources/<resource>.yaml", "schema/resources/*.yaml"),
  retired: file("retired", "schema/retired.yaml", "schema/retired.yaml"),
};

/** A text may also be written as a map of this rule: `{file: notes.md}`. */
export const textFileRule = "textFile";

function file(rule: string, where: string, glob: string): SpecFileFacts {
  return { rule, where, glob, editorSchema: `${cacheFolder}/spec/${rule}.schema.json` };
}

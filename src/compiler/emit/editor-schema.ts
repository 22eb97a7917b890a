import type { JsonSchema } from "../../contract/json-schema.ts";

/**
 * JSON Schema draft-07 as the YAML language server reads it: beside the standard keywords some of its own, which say what
 * is shown and offered. Other readers pass over them; none changes what is valid.
 */
export interface EditorSchema extends Omit<JsonSchema, "properties" | "anyOf" | "items" | "additionalProperties"> {
  readonly title?: string;
  /** One text per value of `enum`. */
  readonly enumDescriptions?: readonly string[];
  /** Said instead of the editor's own words. */
  readonly errorMessage?: string;
  /** Said where `pattern` does not match. */
  readonly patternErrorMessage?: string;
  /** Keeps a key out of what is offered. */
  readonly doNotSuggest?: true;
  readonly defaultSnippets?: readonly Snippet[];
  readonly properties?: EditorProperties;
  readonly propertyNames?: EditorSchema;
  readonly minProperties?: number;
  readonly anyOf?: readonly EditorSchema[];
  readonly allOf?: readonly (EditorSchema | Conditional)[];
  readonly not?: EditorSchema;
  readonly items?: EditorSchema;
  readonly additionalProperties?: boolean | EditorSchema;
}

/** `true` allows a key that is described elsewhere, `false` forbids it. */
export type EditorProperties = { readonly [name: string]: EditorSchema | boolean };

/** Keywords `if` and `then`. */
export type Conditional = { readonly [keyword: string]: EditorSchema };

/** Something that is written out when its label is chosen; `${1:word}` in a text is a place to fill in. */
export interface Snippet {
  readonly label: string;
  readonly description: string;
  readonly body: SnippetBody;
}

export type SnippetBody = string | number | boolean | { readonly [key: string]: SnippetBody } | readonly SnippetBody[];

/**
 * Tells options of `anyOf` apart for the language server. It compares them by title, description and properties; where
 * those are alike it takes all of the options for met and joins their texts. An empty text differs and is never shown.
 */
export const apart = { description: "" } as const satisfies EditorSchema;

const consequenceKeyword = "then";

/** A literal with a plain member `then` would look like a promise. */
export function conditional(condition: EditorSchema, consequence: EditorSchema): Conditional {
  return { if: condition, [consequenceKeyword]: consequence };
}

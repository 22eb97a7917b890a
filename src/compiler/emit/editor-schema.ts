import type { JsonSchema } from "../../contract/json-schema.ts";

/** What editor schemas say in their own way. */
type OwnSchema = Omit<
  JsonSchema,
  | "properties"
  | "anyOf"
  | "items"
  | "additionalProperties"
  | "propertyNames"
  | "definitions"
  | "allOf"
  | "oneOf"
  | "not"
  | "if"
  | "then"
  | "else"
>;

/**
 * JSON Schema draft-07 as the YAML language server reads it: the standard keywords, and some of its own for hover texts
 * and completion. Other readers ignore them; none changes what is valid.
 */
export interface EditorSchema extends OwnSchema {
  readonly title?: string;
  /** One text per value of `enum`. */
  readonly enumDescriptions?: readonly string[];
  /** Shown instead of the editor's own message. */
  readonly errorMessage?: string;
  /** Shown where `pattern` does not match. */
  readonly patternErrorMessage?: string;
  /** Excludes a key from completion. */
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

/** A text that is inserted when its label is chosen; `${1:word}` is a placeholder to fill in. */
export interface Snippet {
  readonly label: string;
  readonly description: string;
  readonly body: SnippetBody;
}

export type SnippetBody = string | number | boolean | { readonly [key: string]: SnippetBody } | readonly SnippetBody[];

/**
 * Makes options of `anyOf` distinct for the language server. It compares them by title, description and properties; if
 * these are equal, it treats all options as matched and joins their texts. An empty text differs and is never shown.
 */
export const distinctOption = { description: "" } as const satisfies EditorSchema;

const consequenceKeyword = "then";

/** A literal with a plain member `then` would look like a promise. */
export function conditional(condition: EditorSchema, consequence: EditorSchema): Conditional {
  return { if: condition, [consequenceKeyword]: consequence };
}

/**
 * The vocabulary in which the spec language is described, as plain data. One description serves the reader of YAML (what
 * is allowed, where, and what to say when it is not) and the editor schemas (completion and hover texts).
 */
export type Grammar =
  | StringGrammar
  | WordGrammar
  | TextGrammar
  | NumberGrammar
  | { readonly kind: "boolean" }
  | { readonly kind: "json" }
  | ListGrammar
  | MapGrammar
  | RecordGrammar
  | VariantsGrammar
  | EitherGrammar
  | { readonly kind: "rule"; readonly rule: string };

/** A text for people or models: written here, or in a file that `{file: …}` names. */
export interface TextGrammar {
  readonly kind: "text";
  /** The text must be one line. */
  readonly oneLine?: true;
}

/** Any string, or one of a form. */
export interface StringGrammar {
  readonly kind: "string";
  readonly form?: Form;
  /** The string names one of these things of the catalog: editors complete it, `resolve` checks it. */
  readonly names?: NameKind;
}

/** A form that a string must have. */
export interface Form {
  /** A regular expression with flag `u`, for the whole string. */
  readonly pattern: string;
  /** Completes "… must be": "a semantic version such as 1.2.0". */
  readonly description: string;
}

export type NameKind =
  | "tool"
  | "call"
  | "type"
  | "param"
  | "sharedParam"
  | "error"
  | "family"
  | "tier"
  | "profile"
  | "system";

/** One of a closed list of words. */
export interface WordGrammar {
  readonly kind: "word";
  /** Word → hover text. */
  readonly words: { readonly [word: string]: string };
}

export interface NumberGrammar {
  readonly kind: "integer" | "number";
  readonly min?: number;
  /** The only value allowed. */
  readonly only?: number;
}

export interface ListGrammar {
  readonly kind: "list";
  readonly items: Grammar;
  readonly minItems?: number;
  /** No item may occur twice; false where values may repeat. */
  readonly unique: boolean;
}

/** A map whose keys the author chooses. */
export interface MapGrammar {
  readonly kind: "map";
  readonly key: StringGrammar | WordGrammar;
  readonly value: Grammar;
  readonly minEntries?: number;
  /** Nothing behind the colon is an empty map. */
  readonly orNothing?: true;
}

/** A map whose keys the language fixes. */
export interface RecordGrammar {
  readonly kind: "record";
  readonly keys: KeyTable;
  /** Groups of keys of which at most one may be there. */
  readonly exclusive?: readonly (readonly string[])[];
  /** Groups of keys of which at least one must be there. */
  readonly needs?: readonly (readonly [string, ...string[]])[];
}

export interface KeyGrammar {
  readonly value: Grammar;
  readonly required?: true;
  /** It is required unless `defaults` of catalog.yaml gives it, which `resolve` knows. */
  readonly defaulted?: true;
  /** Hover text. */
  readonly description: string;
}

export type KeyTable = { readonly [key: string]: KeyGrammar };

/**
 * A type: the word under `type` decides which other keys are allowed. Instead of `type` a map may hold one of the keys
 * of `instead`.
 */
export interface VariantsGrammar {
  readonly kind: "variants";
  /** Allowed in every variant. */
  readonly shared: KeyTable;
  /** Word under `type` → further keys. */
  readonly variants: { readonly [word: string]: { readonly description: string; readonly keys: KeyTable } };
  /** Key that stands in place of `type` → its own grammar, and the variants whose keys may stand beside it. */
  readonly instead: { readonly [key: string]: { readonly key: KeyGrammar; readonly beside: "shared" | "all" } };
  /** The variant of a map that says neither. */
  readonly fallback?: string;
  /** A key that says the variant by itself, where neither `type` nor a key in its place stands. */
  readonly implied?: { readonly key: string; readonly variant: string };
  /** A single word is short for `{type: word}`. */
  readonly short?: true;
}

/** Several forms, distinguished by the kind of the YAML node (text, number, boolean, list, map). */
export interface EitherGrammar {
  readonly kind: "either";
  readonly options: readonly Grammar[];
}

/** The tokenizer vocabularies of current models. */
export type TokenEncoding = "cl100k_base" | "o200k_base";

/** The number of tokens of a text; deterministic. */
export type CountTokens = (text: string, encoding: TokenEncoding) => number;

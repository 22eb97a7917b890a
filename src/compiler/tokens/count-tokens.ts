/** The vocabularies that models of the day cut text by. */
export type TokenEncoding = "cl100k_base" | "o200k_base";

/** How many tokens a text takes. Deterministic: the same text always takes as many. */
export type CountTokens = (text: string, encoding: TokenEncoding) => number;

import { utf8Length } from "../../contract/utf8.ts";
import type { WireTool } from "../schema/wire-tool.ts";

/** The cost of a list of tools for a model. */
export interface ListingCost {
  /** Of the serialised `tools` array, byte for byte as it goes over the wire. */
  readonly tokens: number;
  /** UTF-8 bytes of the same text. */
  readonly bytes: number;
  /** Largest first, then by name. Each is counted alone, so the sum differs from the whole by the separators. */
  readonly tools: readonly ToolCost[];
}

export interface ToolCost {
  readonly name: string;
  readonly tokens: number;
}

export function listingCost(
  tools: readonly WireTool[],
  countTokens: CountTokens,
  encoding: TokenEncoding = "cl100k_base",
): ListingCost {
  return {
    tokens: listingTokens(tools, countTokens, encoding),
    bytes: utf8Length(JSON.stringify(tools)),
    tools: toolCosts(tools, countTokens, encoding),
  };
}

/** Only the whole list: half the work. */
export function listingTokens(
  tools: readonly WireTool[],
  countTokens: CountTokens,
  encoding: TokenEncoding = "cl100k_base",
): number {
  return countTokens(JSON.stringify(tools), encoding);
}

/** Each tool alone, largest first, then by name. */
export function toolCosts(
  tools: readonly WireTool[],
  countTokens: CountTokens,
  encoding: TokenEncoding = "cl100k_base",
): readonly ToolCost[] {
  return tools
    .map((tool) => ({ name: tool.name, tokens: countTokens(JSON.stringify(tool), encoding) }))
    .sort((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1));
}

/** The tokenizer vocabularies of current models. */
export type TokenEncoding = "cl100k_base" | "o200k_base";

/** The number of tokens of a text; deterministic. */
export type CountTokens = (text: string, encoding: TokenEncoding) => number;

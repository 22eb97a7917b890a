import type { CountTokens, TokenEncoding } from "../compiler/tokens/listing-cost.ts";
import type { SourceFile } from "../diagnostics/source-file.ts";
import { restoreEngine } from "./tune-engine.ts";

// The tokenizer is megabytes of vocabulary: it is loaded when tokens are counted, and only the vocabularies that are used.

type Tokenizer = Pick<typeof import("gpt-tokenizer/encoding/cl100k_base"), "countTokens">;

const vocabularies: { readonly [E in TokenEncoding]: () => Promise<Tokenizer> } = {
  cl100k_base: () => import("gpt-tokenizer/encoding/cl100k_base"),
  o200k_base: () => import("gpt-tokenizer/encoding/o200k_base"),
};

/** A cheap look at texts that are not parsed yet: only a catalog with a budget needs the tokenizer. */
export function hasTokenBudget(sources: readonly SourceFile[]): boolean {
  return sources.some(({ path, text }) => path === "schema/catalog.yaml" && text.includes("token_budget"));
}

export const encodings = ["cl100k_base", "o200k_base"] as const satisfies readonly TokenEncoding[];

/**
 * Loads what counts tokens. Texts are counted as ordinary text, also where they spell a special token like
 * `<|endoftext|>`: that is how an API counts what stands in a tool's description.
 * @throws Error when an encoding is asked for that was not named here
 */
export async function loadTokenCounter(named: readonly TokenEncoding[] = ["cl100k_base"]): Promise<CountTokens> {
  // A tuned engine would refuse the compiled code that was kept of it.
  restoreEngine();
  const loaded = new Map(
    await Promise.all(named.map(async (encoding) => [encoding, await vocabularies[encoding]()] as const)),
  );
  // Nothing is special: neither taken for a special token nor refused as one.
  const ordinary = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return (text, encoding) => {
    const tokenizer = loaded.get(encoding);
    if (tokenizer === undefined) throw new Error(`invariant: the encoding ${encoding} was not loaded`);
    return inPieces(text).reduce((sum, piece) => sum + tokenizer.countTokens(piece, ordinary), 0);
  };
}

/** Code units of one piece of a run; no word of any language is as long. */
const maxPieceLength = 512;
const longRun = /[\p{L}\p{M}]{513,}|[^\s\p{L}\p{N}]{513,}|\s{513,}/u;

/**
 * The text whole, as it should be counted. Only a run of letters, signs or blanks that no text of a person holds is cut:
 * the tokenizer takes time that grows with the square of a run's length, hours for a megabyte of `aaaa`. Each cut may
 * count one token more than there is.
 */
function inPieces(text: string): readonly string[] {
  if (!longRun.test(text)) return [text];
  const pieces: string[] = [];
  let start = 0;
  for (const run of text.matchAll(new RegExp(longRun, "gu"))) {
    const end = run.index + run[0].length;
    for (let cut = run.index + maxPieceLength; cut < end; cut += maxPieceLength) {
      pieces.push(text.slice(start, cut));
      start = cut;
    }
  }
  return [...pieces, text.slice(start)];
}

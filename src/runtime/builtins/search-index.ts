import type { Registry } from "../registry.ts";

/** One tool as `generated/.cache/wire/search.js` holds it. */
export interface SearchEntry {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Place of its tier in the catalog; 0 is what is needed most. */
  readonly tier: number;
  /** Params and result on one line. */
  readonly signature: string;
  readonly aliases: readonly string[];
  readonly params: readonly string[];
  /** Of a multi-action tool. */
  readonly actions: readonly string[];
  readonly useWhen: readonly string[];
  /** Longer texts: description, practices, workflows, texts of params. */
  readonly texts: readonly string[];
}

/** The tools of a catalog in its order; loaded by the first call that needs it. */
export async function searchIndex<Deps>(registry: Pick<Registry<Deps>, "search">): Promise<readonly SearchEntry[]> {
  // Only the compiler writes the file, in this form (compiler/emit/emitters/search-index.ts).
  return ((await registry.search()).default as { readonly tools: readonly SearchEntry[] }).tools;
}

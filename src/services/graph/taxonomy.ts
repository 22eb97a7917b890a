import type { ReadableRows } from "../../store/store.ts";
import { isAtOrBelow } from "../namespaces/namespace.ts";

export interface NamespaceNode {
  readonly namespace: string;
  /** Live memories of exactly this namespace. */
  readonly count: number;
  /** Those and all below. */
  readonly totalCount: number;
}

export interface Taxonomy {
  /** Each before what is below it. */
  readonly nodes: readonly NamespaceNode[];
  /** Memories below the prefix, cut ones too. */
  readonly totalCount: number;
  /** Some namespaces are not shown, because they are too deep or too many. */
  readonly isCut: boolean;
}

/** Namespaces with the number of their memories, those between that hold none themselves too. */
export async function taxonomyOf(
  { memories }: ReadableRows,
  { prefix, depth, limit }: { readonly prefix: string | undefined; readonly depth: number; readonly limit: number },
  now: number,
): Promise<Taxonomy> {
  const all = (await memories.totals(now, now)).namespaces;
  const counts = all.filter(({ namespace }) => prefix === undefined || isAtOrBelow(namespace, prefix));
  const base = prefix === undefined ? 0 : prefix.split("/").length;
  const nodes = new Map<string, { count: number; totalCount: number }>();
  let isCut = false;
  for (const { namespace, count } of counts) {
    const words = namespace.split("/");
    if (words.length > base + depth) isCut = true;
    for (let length = Math.max(base, 1); length <= Math.min(words.length, base + depth); length++) {
      const name = words.slice(0, length).join("/");
      const node = nodes.get(name) ?? { count: 0, totalCount: 0 };
      node.totalCount += count;
      if (length === words.length) node.count += count;
      nodes.set(name, node);
    }
  }
  const sorted = [...nodes].sort(([a], [b]) => (before(a, b) ? -1 : 1));
  return {
    nodes: sorted.slice(0, limit).map(([namespace, node]) => ({ namespace, ...node })),
    totalCount: counts.reduce((sum, { count }) => sum + count, 0),
    isCut: isCut || sorted.length > limit,
  };
}

/** By the words, so that what is below a namespace follows it. */
function before(a: string, b: string): boolean {
  return a.replaceAll("/", "\u0000") < b.replaceAll("/", "\u0000");
}

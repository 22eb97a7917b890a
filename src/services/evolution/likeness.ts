import { stem } from "../../store/stem.ts";
import { distinctWords } from "../../store/words.ts";

export interface LikenessText {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
}

export interface Likeness {
  readonly a: string;
  readonly b: string;
  /** 0 to 1. */
  readonly strength: number;
  /** Tags of both. */
  readonly tags: readonly string[];
  /** Words of both, the rarest first. */
  readonly words: readonly string[];
}

/** What is less alike has nothing to do with one another. */
export const leastLikeness = 0.25;

const maxWords = 3;

/**
 * Pairs of texts that share rare words, most alike first: the cosine of their words, each weighted by how few of the texts have it.
 * The same texts always give the same pairs.
 */
export function likenesses(texts: readonly LikenessText[]): readonly Likeness[] {
  const words = texts.map(({ text }) => new Set(distinctWords(text).map(stem)));
  const holders = new Map<string, number>();
  for (const of of words) for (const word of of) holders.set(word, (holders.get(word) ?? 0) + 1);
  const weight = (word: string) => 1 + Math.log(texts.length / (holders.get(word) ?? 1));
  const lengths = words.map((of) => Math.hypot(...[...of].map(weight)));
  const pairs = texts.flatMap((a, left) =>
    texts.slice(left + 1).flatMap((b, offset) => {
      const right = left + 1 + offset;
      const common = [...(words[left] ?? [])].filter((word) => words[right]?.has(word) === true);
      const product = common.reduce((sum, word) => sum + weight(word) ** 2, 0);
      const length = (lengths[left] ?? 0) * (lengths[right] ?? 0);
      const strength = length === 0 ? 0 : Math.round((1_000 * product) / length) / 1_000;
      if (strength < leastLikeness) return [];
      const tags = a.tags.filter((tag) => b.tags.includes(tag));
      const rarest = common.toSorted((x, y) => weight(y) - weight(x) || (x < y ? -1 : 1)).slice(0, maxWords);
      return [{ a: a.id, b: b.id, strength: Math.min(1, strength), tags, words: rarest }];
    }),
  );
  return pairs.sort((x, y) => y.strength - x.strength || (x.a + x.b < y.a + y.b ? -1 : 1));
}

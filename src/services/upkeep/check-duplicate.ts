import { stem } from "../../store/stem.ts";
import type { ReadableRows } from "../../store/store.ts";
import type { NotSearched } from "../../store/vault.ts";
import { distinctWords } from "../../store/words.ts";
import { isLive } from "../memories/lifetime.ts";
import { compareTexts, maxCandidates } from "../memories/similar-memories.ts";
import { similarityTo } from "../memories/similarity.ts";

export interface DuplicateRequest {
  readonly title: string;
  readonly content: string;
  /** Only here and below; undefined: everywhere. */
  readonly namespace: string | undefined;
  /** From this share of common words on, 0.5 to 1, a memory is a duplicate. */
  readonly threshold: number;
}

export interface NearMemory {
  readonly id: string;
  readonly title: string;
  readonly namespace: string;
  /** Share of common words, over 0 to 1. */
  readonly similarity: number;
}

export interface DuplicateCheck {
  /** The live memory that is most like it, be it like enough or not; undefined: none has anything in common with it. */
  readonly nearest: NearMemory | undefined;
  readonly isDuplicate: boolean;
  /** How many memories were compared. */
  readonly compared: number;
  /** Encrypted ones that could not be. */
  readonly notCompared: NotSearched;
}

/** Bounds the search for a long text; of a text with more different words a duplicate may be missed. */
const maxWords = 1_000;
const maxLookedUp = 96;

/** Compares the content with contents, and title and content with the same of others; the greater likeness counts. */
export async function checkDuplicate(
  rows: Pick<ReadableRows, "memories">,
  { title, content, namespace, threshold }: DuplicateRequest,
  now: number,
): Promise<DuplicateCheck> {
  const whole = wholeText(title, content);
  const counts = await rows.memories.holding([...new Set(stemsOf(whole))]);
  const stems = new Set([...shared(content, threshold, counts), ...shared(whole, threshold, counts)]);
  const filter = {
    includeArchived: false,
    ...(namespace === undefined ? {} : { namespace: { path: namespace, below: true } }),
  };
  const candidates = await rows.memories.search({
    wanted: [...stems]
      .slice(0, maxLookedUp)
      .map((one) => ({ stems: new Map([[one, 1]]), holding: counts.get(one) ?? 0 })),
    spans: [],
    now,
    limit: maxCandidates,
    enough: maxCandidates,
    filter,
  });
  const [toContent, toWhole] = [similarityTo(content), similarityTo(whole)];
  const ids = candidates.map(({ id }) => id);
  const { found, compared } = await compareTexts(rows, ids, (memory): readonly NearMemory[] => {
    const { id, title: other, namespace: place } = memory;
    const similarity = Math.max(toContent(memory.content), toWhole(wholeText(other, memory.content)));
    return similarity > 0 && isLive(memory, now) ? [{ id, title: other, namespace: place, similarity }] : [];
  });
  const [nearest] = found.toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
  const isDuplicate = nearest !== undefined && nearest.similarity >= threshold;
  return { nearest, isDuplicate, compared, notCompared: await rows.memories.notSearched({ filter, now }) };
}

function wholeText(title: string, content: string): string {
  return `${title}\n${content}`;
}

/**
 * The rarest stems of a text, so many that any memory with the wanted share of its words has one of them: it lacks too few to lack
 * them all. Stems that no memory holds are left out.
 * @see leading-words.ts, where the same is done with an index of its own
 */
function shared(text: string, threshold: number, counts: ReadonlyMap<string, number>): readonly string[] {
  const stems = stemsOf(text);
  // Less a rounding error, which would otherwise demand one word too many.
  const lacking = stems.length - Math.ceil(threshold * stems.length - 1e-9);
  const rarest = stems.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1));
  return rarest.slice(0, lacking + 1).filter((one) => counts.has(one));
}

/** One for each different word. */
function stemsOf(text: string): readonly string[] {
  return distinctWords(text).slice(0, maxWords).map(stem);
}

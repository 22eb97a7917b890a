import { once } from "../../contract/once.ts";
import type { Tool } from "../catalog/catalog.ts";
import { contentWords, similarity } from "./words.ts";

// Which tools read alike. What a tool is compared with is looked up by the words of its summary, and in a session only the tools
// that an edit can make a difference to are compared again.

/** From this score on two tools are similar: the same words in another order, or a copy with one word changed. */
const minSimilarity = 0.75;

/** Summaries with a lower similarity can't reach that score, for any names and params. */
const minInSummary = 0.5;

/** Maximum number of tools that one tool is compared with, so that a list of copies takes linear time. */
const maxCompared = 50;

export interface NearDuplicate {
  readonly other: Tool;
  /** 0 to 1. */
  readonly score: number;
}

export interface DuplicateIndex {
  /**
   * @param tools in their order; those that are the same objects at the same places as in the call before are not looked at again
   * @returns for each tool the most similar earlier one: one finding per tool, for any number of copies
   */
  readonly find: (tools: readonly Tool[]) => ReadonlyMap<Tool, NearDuplicate>;
}

interface Entry {
  readonly view: View;
  /** By which it is looked up. */
  words: readonly string[];
  found: NearDuplicate | undefined;
}

/** Places of tools, ascending, by word. */
type Places = Map<string, number[]>;

export function openDuplicateIndex(): DuplicateIndex {
  let entries: Entry[] = [];
  /** By every word of a summary. */
  let holders: Places = new Map();
  /** By the words by which tools are looked up. */
  let indexed: Places = new Map();

  function find(tools: readonly Tool[]): ReadonlyMap<Tool, NearDuplicate> {
    if (tools.length !== entries.length) [entries, holders, indexed] = [[], new Map(), new Map()];
    const changed = new Set<number>();
    const counted = new Set<string>();
    tools.forEach((tool, place) => {
      const before = entries[place];
      if (before?.view.tool === tool) return;
      changed.add(place);
      const view = viewOf(tool);
      for (const word of before?.view.summary ?? []) if (!view.summary.has(word)) recount(word, place, remove);
      for (const word of view.summary) if (before?.view.summary.has(word) !== true) recount(word, place, insert);
      entries[place] = { view, words: before?.words ?? [], found: undefined };
    });
    compareAgain(indexAgain(changed, counted));
    return new Map(entries.flatMap(({ view, found }) => (found === undefined ? [] : [[view.tool, found] as const])));

    function recount(word: string, place: number, change: typeof insert): void {
      counted.add(word);
      change(holders, word, place);
    }
  }

  /** @returns the places of tools for which another one may be the most similar now */
  function indexAgain(changed: ReadonlySet<number>, counted: ReadonlySet<string>): ReadonlySet<number> {
    const ranked = new Set(changed);
    for (const word of counted) for (const place of holders.get(word) ?? []) ranked.add(place);
    const compared = new Set<number>();
    const touched = new Set<string>();
    for (const place of ranked) {
      const entry = entryAt(place);
      const words = rarest(entry.view, holders);
      const isNew = changed.has(place);
      if (!isNew && words.join(" ") === entry.words.join(" ")) continue;
      compared.add(place);
      const [before, after] = [new Set(entry.words), new Set(words)];
      for (const word of before) {
        if (isNew || !after.has(word)) touched.add(word);
        if (!after.has(word)) remove(indexed, word, place);
      }
      for (const word of after) {
        if (isNew || !before.has(word)) touched.add(word);
        if (!before.has(word)) insert(indexed, word, place);
      }
      entry.words = words;
    }
    for (const word of touched) for (const place of indexed.get(word) ?? []) compared.add(place);
    return compared;
  }

  function compareAgain(places: ReadonlySet<number>): void {
    for (const place of places) {
      const entry = entryAt(place);
      entry.found = nearest(entry.view, earlier(entry.words, place));
    }
  }

  /** The last tools before a place that share a word. */
  function earlier(words: readonly string[], place: number): ReadonlySet<View> {
    const found = new Set<View>();
    for (const word of words) {
      const places = indexed.get(word) ?? [];
      const end = lowerBound(places, place);
      for (const other of places.slice(Math.max(0, end - maxCompared), end)) {
        found.add(entryAt(other).view);
        if (found.size >= maxCompared) return found;
      }
    }
    return found;
  }

  function entryAt(place: number): Entry {
    const entry = entries[place];
    if (entry === undefined) throw new Error(`invariant: no tool is at ${place}`);
    return entry;
  }

  return { find };
}

function insert(places: Places, word: string, place: number): void {
  const known = places.get(word);
  if (known === undefined) places.set(word, [place]);
  else known.splice(lowerBound(known, place), 0, place);
}

function remove(places: Places, word: string, place: number): void {
  const known = places.get(word);
  known?.splice(lowerBound(known, place), 1);
  if (known?.length === 0) places.delete(word);
}

/** The index of the first item that is not less. */
function lowerBound(items: readonly number[], limit: number): number {
  let [low, high] = [0, items.length];
  if ((items[high - 1] ?? limit) < limit) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface View {
  readonly tool: Tool;
  readonly summary: ReadonlySet<string>;
  /** Computed at first use: few summaries are so similar that names and params matter. */
  readonly name: () => ReadonlySet<string>;
  readonly params: () => ReadonlySet<string>;
  /** Names in its guidance and description, which may include the other tool. */
  readonly mentioned: () => ReadonlySet<string>;
}

function viewOf(tool: Tool): View {
  return {
    tool,
    summary: contentWords(tool.summary),
    name: once(() => contentWords(tool.name)),
    params: once(() => new Set(tool.params.map(({ name }) => name))),
    mentioned: once(() => {
      const { useWhen, avoidWhen, practices } = tool.guidance;
      const texts = [tool.summary, tool.description ?? "", ...useWhen, ...avoidWhen, ...practices];
      return new Set(texts.join(" ").match(/[a-z][a-z0-9_]*/g));
    }),
  };
}

/**
 * Two sets with a similarity of at least t share one of the first n - ⌈tn⌉ + 1 words of each, in any fixed order: so
 * only those are indexed, rarest first.
 */
function rarest({ summary }: View, holders: ReadonlyMap<string, readonly number[]>): readonly string[] {
  const ranked = [...summary].map((word) => ({ word, rank: holders.get(word)?.length ?? 0 }));
  const sorted = ranked.sort((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1)).map(({ word }) => word);
  return sorted.slice(0, sorted.length - Math.ceil(minInSummary * sorted.length) + 1);
}

function nearest(view: View, others: Iterable<View>): NearDuplicate | undefined {
  let best: NearDuplicate | undefined;
  for (const other of others) {
    const score = scoreOf(view, other);
    if (score < minSimilarity || score <= (best?.score ?? 0)) continue;
    if (names(view, other) || names(other, view)) continue;
    best = { other: other.tool, score };
  }
  return best;
}

/** The summary counts half, name and params a quarter each. Tools that work on different nouns differ where it matters. */
function scoreOf(a: View, b: View): number {
  const summaries = similarity(a.summary, b.summary);
  if (summaries < minInSummary) return 0;
  return 0.5 * summaries + 0.25 * similarity(a.name(), b.name()) + 0.25 * similarity(a.params(), b.params());
}

/** A tool that names the other one explains how they differ. */
function names({ mentioned }: View, { tool }: View): boolean {
  return mentioned().has(tool.name);
}

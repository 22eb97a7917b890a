import type { Catalog, Tool } from "../../catalog/catalog.ts";
import { oncePerCatalog } from "../../catalog/lookup.ts";
import { pointer } from "../../catalog/origins.ts";
import { type Finding, finding, type LintRule, ruleAcross } from "../rule.ts";
import { contentWords, similarity } from "../words.ts";

/** Tools that a model can't distinguish by their texts. */
export const overlapRules: readonly LintRule[] = [
  ruleAcross("tool", ({ tool, at }, catalog) => overlap(tool, at, catalog)),
];

/** From this score on two tools are similar: the same words in another order, or a copy with one word changed. */
const minSimilarity = 0.75;

/** Summaries with a lower similarity can't reach that score, for any names and params. */
const minInSummary = 0.5;

/** Maximum number of tools that one tool is compared with, so that a list of copies takes linear time. */
const maxCompared = 50;

function overlap(tool: Tool, at: string, catalog: Catalog): readonly Finding[] {
  const found = nearDuplicates(catalog).get(tool);
  if (found === undefined) return [];
  const { other, score } = found;
  const help = `say in one of them when to use the other: guidance: {avoid_when: [… use ${other.name}]}`;
  const params = { tool: tool.name, other: other.name, score: Math.round(score * 100) };
  return [finding("description-overlap", params, pointer(at, "summary"), { help })];
}

export interface NearDuplicate {
  readonly other: Tool;
  /** 0 to 1. */
  readonly score: number;
}

/** For each tool the most similar earlier one: one finding per tool, for any number of copies. */
export const nearDuplicates = oncePerCatalog((catalog): ReadonlyMap<Tool, NearDuplicate> => {
  const views = catalog.tools.filter((tool) => tool.supersededBy === undefined).map(knownView);
  const frequency = new Map<string, number>();
  for (const { summary } of views) for (const word of summary) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const byWord = new Map<string, View[]>();
  const found = new Map<Tool, NearDuplicate>();
  for (const view of views) {
    const words = rarest(view, frequency);
    const nearDuplicate = nearest(view, candidates(words, byWord));
    if (nearDuplicate !== undefined) found.set(view.tool, nearDuplicate);
    for (const word of words) {
      const bucket = byWord.get(word);
      if (bucket === undefined) byWord.set(word, [view]);
      else bucket.push(view);
    }
  }
  return found;
});

interface View {
  readonly tool: Tool;
  readonly summary: ReadonlySet<string>;
  /** Computed at first use: few summaries are so similar that names and params matter. */
  readonly name: () => ReadonlySet<string>;
  readonly params: () => ReadonlySet<string>;
  /** Names in its guidance and description, which may include the other tool. */
  readonly mentioned: () => ReadonlySet<string>;
}

function knownView(tool: Tool): View {
  const view = views.get(tool) ?? viewOf(tool);
  views.set(tool, view);
  return view;
}

/** A session asks for the same tool again and again. */
const views = new WeakMap<Tool, View>();

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

/** A tool is compared with up to a hundred others. */
function once(make: () => ReadonlySet<string>): () => ReadonlySet<string> {
  let made: ReadonlySet<string> | undefined;
  return () => (made ??= make());
}

/**
 * Two sets with a similarity of at least t share one of the first n - ⌈tn⌉ + 1 words of each, in any fixed order: so
 * only those are indexed, rarest first.
 */
function rarest({ summary }: View, frequency: ReadonlyMap<string, number>): readonly string[] {
  const ranked = [...summary].map((word) => ({ word, rank: frequency.get(word) ?? 0 }));
  const sorted = ranked.sort((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1)).map(({ word }) => word);
  return sorted.slice(0, sorted.length - Math.ceil(minInSummary * sorted.length) + 1);
}

function candidates(words: readonly string[], byWord: ReadonlyMap<string, readonly View[]>): ReadonlySet<View> {
  const found = new Set<View>();
  for (const word of words) {
    for (const other of (byWord.get(word) ?? []).slice(-maxCompared)) {
      found.add(other);
      if (found.size >= maxCompared) return found;
    }
  }
  return found;
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

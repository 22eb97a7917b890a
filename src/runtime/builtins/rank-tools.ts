import type { SearchEntry } from "./search-index.ts";
import { searchWords, synonymsOf } from "./search-words.ts";

/** The fields of a tool and how much a word in each counts; the weights were tuned with test/search. */
const fields: readonly { readonly weight: number; readonly read: (tool: SearchEntry) => readonly string[] }[] = [
  { weight: 3, read: (tool) => [tool.name] },
  { weight: 1.5, read: (tool) => tool.aliases },
  { weight: 2, read: (tool) => [tool.title, tool.summary] },
  { weight: 1.2, read: (tool) => tool.useWhen },
  { weight: 1.6, read: (tool) => tool.actions },
  { weight: 0.4, read: (tool) => tool.params },
  { weight: 0.2, read: (tool) => tool.texts },
];

/** How much a synonym counts. */
const synonymShare = 0.5;
// BM25's usual constants.
const k1 = 1.2;
const b = 0.75;

/**
 * The tools that match, best first: an exact name or old name, then names that begin with the query, then BM25 over names,
 * texts and params. Ties by name. The same query always gives the same order.
 * @param query empty: every tool, in catalog order
 */
export type RankTools = (query: string) => readonly SearchEntry[];

/** Counts the words of the tools once, for any number of queries. */
export function createRanking(tools: readonly SearchEntry[]): RankTools {
  const index = indexOf(tools);
  return (query) => (query.trim() === "" ? tools : rank(tools, index, query));
}

function rank(tools: readonly SearchEntry[], index: Index, query: string): readonly SearchEntry[] {
  const wanted = query.trim().toLowerCase();
  const words = [...new Set(searchWords(query))];
  const scored = tools.map((tool, at) => ({
    tool,
    score:
      nameScore(tool, wanted) +
      (textScore(index, at, words) + coverScore(index, at, words)) / (1 + tierShare * tool.tier),
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, z) => z.score - a.score || (a.tool.name < z.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

/** How much less a tool of the next tier counts: of two that match alike, the one that is needed more is meant. */
const tierShare = 0.12;

const exact = 1_000_000;
const prefix = 1_000;

function nameScore(tool: SearchEntry, wanted: string): number {
  const name = wanted.replaceAll(/[\s-]+/g, "_");
  const names = [tool.name, ...tool.aliases].map((one) => one.toLowerCase());
  if (tool.name.toLowerCase() === name) return 2 * exact;
  if (names.includes(name)) return exact;
  return name.length >= 3 && names.some((one) => one.startsWith(name)) ? prefix : 0;
}

/** How much it counts when a query has all words of a name: "list all notes" and `note_list`. */
const coverWeight = 4;

/** How much of the tool's best name the query covers, in the same words or in synonyms. */
function coverScore({ names }: Index, at: number, words: readonly string[]): number {
  return coverWeight * Math.max(...(names[at] ?? []).map((name) => name.share * covered(name.words, words) ** 2));
}

/** A multi-action tool has a name for each thing that it can do: `note_manage` with `pin` is `note_pin`. */
function namesOf(tool: SearchEntry): Index["names"][number] {
  const subject = tool.name.split("_").slice(0, -1).join(" ");
  const names = [
    { name: tool.name, share: 1 },
    ...tool.aliases.map((name) => ({ name, share: 0.9 })),
    ...tool.actions.map((action) => ({ name: `${subject} ${action}`, share: 0.9 })),
  ];
  return names.map(({ name, share }) => ({ words: searchWords(name), share }));
}

function covered(nameWords: readonly string[], words: readonly string[]): number {
  if (nameWords.length === 0) return 0;
  const found = nameWords.map((word) => {
    if (words.includes(word)) return 1;
    return synonymsOf(word).some((other) => words.includes(other)) ? 0.8 : 0;
  });
  return found.reduce((sum: number, one) => sum + one, 0) / nameWords.length;
}

interface Index {
  /** By tool: word → its count, each occurrence by the weight of its field. */
  readonly counts: readonly ReadonlyMap<string, number>[];
  readonly lengths: readonly number[];
  /** By tool: the words of each of its names, and how much the name counts. */
  readonly names: readonly (readonly { readonly words: readonly string[]; readonly share: number }[])[];
  readonly meanLength: number;
  /** In how many tools a word occurs. */
  readonly spread: ReadonlyMap<string, number>;
}

function indexOf(tools: readonly SearchEntry[]): Index {
  const counts = tools.map(countWords);
  const lengths = counts.map((words) => [...words.values()].reduce((sum, count) => sum + count, 0));
  const spread = new Map<string, number>();
  for (const words of counts) for (const word of words.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return { counts, lengths, meanLength, spread, names: tools.map(namesOf) };
}

function countWords(tool: SearchEntry): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { weight, read } of fields) {
    for (const word of read(tool).flatMap(searchWords)) counts.set(word, (counts.get(word) ?? 0) + weight);
  }
  return counts;
}

function textScore(index: Index, at: number, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const others = synonymsOf(word).map((other) => synonymShare * termScore(index, at, other));
    score += Math.max(termScore(index, at, word), ...others);
  }
  return score;
}

function termScore({ counts, lengths, meanLength, spread }: Index, at: number, word: string): number {
  const count = counts[at]?.get(word) ?? 0;
  if (count === 0) return 0;
  const inTools = spread.get(word) ?? 0;
  const rarity = Math.log(1 + (counts.length - inTools + 0.5) / (inTools + 0.5));
  const length = (lengths[at] ?? 0) / meanLength;
  return (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
}

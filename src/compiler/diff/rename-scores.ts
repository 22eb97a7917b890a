import { singular, singularsOf, wordsOf as wordsOfName } from "../lint/name-words.ts";
import { contentWords } from "../lint/words.ts";
import type { ComparedTool } from "./compared.ts";
import { deedOf, isReadingVerb, onlyOneDeletes, senseOfVerb } from "./verb-senses.ts";

// How much speaks for one tool being another under a new name: its name, texts and params, each word weighed by how rare it
// is in both lists. What half of the tools say shows nothing.

/** What is weighed of one tool; made once for each of them. */
export interface Profile {
  readonly tool: ComparedTool;
  /** Words of the name, verbs by their sense, without a plural's `s`. */
  readonly name: ReadonlySet<string>;
  /** The sense of its verb. */
  readonly deed: string | undefined;
  /** Words of the first sentence, and of all texts. */
  readonly gist: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
  readonly params: ReadonlyMap<string, string>;
}

export interface Score {
  readonly total: number;
  readonly name: number;
  readonly text: number;
  readonly params: number;
}

export type Scorer = (old: Profile, tool: Profile) => Score;

export function profileOf(tool: ComparedTool): Profile {
  const words = wordsOfName(tool.name);
  const text = `${tool.summary} ${tool.description ?? ""}`;
  return {
    tool,
    name: nameWords(tool.name),
    deed: deedOf(words),
    gist: contentWords(firstSentence(text)),
    text: contentWords(text),
    params: new Map(tool.params.map(({ name, type }) => [name, type.kind])),
  };
}

/** Two names say the same. */
export function sameWords(a: string, b: string): boolean {
  const words = (name: string) => [...nameWords(name)].sort().join(" ");
  return words(a) === words(b);
}

function nameWords(name: string): ReadonlySet<string> {
  const words = wordsOfName(name).filter((word) => !joints.has(word));
  return new Set(words.map((word) => senseOfVerb(word) ?? singular(word)));
}

/** Words that join others in a name. */
const joints: ReadonlySet<string> = new Set(["a", "an", "the", "of", "for", "by", "to", "in", "on", "and", "with"]);

function firstSentence(text: string): string {
  return /^\s*[\s\S]*?[.!?:](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** @param all every tool of both lists: what is common among them weighs little */
export function scorerOf(all: readonly Profile[]): Scorer {
  const weigh = {
    name: weights(all.map(({ name }) => name)),
    text: weights(all.map(({ text }) => text)),
    param: weights(all.map(({ params }) => new Set(params.keys()))),
  };
  return (old, tool) => {
    const name = overlap(old.name, tool.name, weigh.name);
    const text = textScore(old, tool, weigh.text);
    const params = paramScore(old, tool, weigh.param);
    const parts = [
      [0.4, name],
      [0.35, text],
      [0.25, params],
    ] as const;
    const stated = parts.flatMap(([weight, score]) => (score === undefined ? [] : [[weight, score] as const]));
    const total = stated.reduce((sum, [weight, score]) => sum + weight * score, 0);
    const full = stated.reduce((sum, [weight]) => sum + weight, 0);
    return { total: (total / full) * agreement(old, tool), name, text: text ?? 0, params: params ?? 0 };
  };
}

type Weight = (word: string) => number;

function weights(sets: readonly ReadonlySet<string>[]): Weight {
  const counts = new Map<string, number>();
  for (const set of sets) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (count: number) => Math.log(1 + sets.length / count);
  const weighed = new Map([...counts].map(([word, count]) => [word, weightOf(count)]));
  const ofOthers = weightOf(1);
  return (word) => weighed.get(word) ?? ofOthers;
}

function sum(words: Iterable<string>, weight: Weight): number {
  let total = 0;
  for (const word of words) total += weight(word);
  return total;
}

function sumOfCommon(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: Weight): number {
  let total = 0;
  for (const word of a) if (b.has(word)) total += weight(word);
  return total;
}

/** Weight in common of the weight of both. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: Weight): number {
  const common = sumOfCommon(a, b, weight);
  const both = sum(a, weight) + sum(b, weight) - common;
  return both === 0 ? 0 : common / both;
}

/** Weight of the first that the second has. */
function coverage(part: ReadonlySet<string>, whole: ReadonlySet<string>, weight: Weight): number {
  const all = sum(part, weight);
  return all === 0 ? 0 : sumOfCommon(part, whole, weight) / all;
}

/** Texts grow: the first sentence of the one that is found in the other says as much as two equal texts. */
function textScore(old: Profile, tool: Profile, weight: Weight): number | undefined {
  if (old.text.size === 0 || tool.text.size === 0) return undefined;
  return Math.max(
    overlap(old.text, tool.text, weight),
    overlap(old.gist, tool.gist, weight),
    0.8 * coverage(old.gist, tool.text, weight),
  );
}

/** Old calls have to find a place: what the new one has beside that counts less. */
function paramScore(old: Profile, tool: Profile, weight: Weight): number | undefined {
  if (old.params.size === 0 && tool.params.size === 0) return undefined;
  if (old.params.size === 0 || tool.params.size === 0) return 0;
  let common = 0;
  for (const [name, kind] of old.params) common += weight(name) * place(name, kind, tool.params);
  const was = sum(old.params.keys(), weight);
  const is = sum(tool.params.keys(), weight);
  return (0.6 * common) / was + (0.4 * common) / Math.max(common, was + is - common);
}

/** How well a param finds its place: under its name, or under one with the same words and others. */
export function place(name: string, kind: string, params: Profile["params"]): number {
  const same = params.get(name);
  if (same !== undefined) return same === kind ? 1 : 0.7;
  const words = singularsOf(name);
  let best = 0;
  for (const [other, otherKind] of params) {
    if (otherKind !== kind) continue;
    const its = singularsOf(other);
    let common = 0;
    for (const word of words) if (its.has(word)) common += 1;
    best = Math.max(best, common / Math.min(words.size, its.size) / 2 + common / (words.size + its.size - common) / 2);
  }
  return 0.8 * best;
}

/** 1 where the verbs say one deed or nothing; less where they don't; what deletes is nothing else. */
function agreement({ deed: was }: Profile, { deed: is }: Profile): number {
  if (was === undefined || is === undefined || was === is) return 1;
  if (onlyOneDeletes(was, is)) return 0.3;
  return isReadingVerb(was) && isReadingVerb(is) ? 0.85 : 0.6;
}

/** `web_search` and `image_search`: each has a word of its own in its name, explains it, and knows nothing of the other's. */
export function areContrasted(a: Profile, b: Profile): boolean {
  return speaksAlone(a, b) && speaksAlone(b, a);
}

function speaksAlone({ name, text }: Profile, other: Profile): boolean {
  return [...name].some((word) => text.has(word) && !other.name.has(word) && !other.text.has(word));
}

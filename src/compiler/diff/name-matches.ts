import { lettersOf, singular, verbPlace, wordsOf } from "../lint/name-words.ts";
import type { ComparedTool } from "./compared.ts";
import { senseOfVerb } from "./verb-senses.ts";

// Which new name is which old one, by the names of the whole list: what one name alone does not show, several do together.

export interface NameMatch {
  readonly tool: ComparedTool;
  /** Why, for people. */
  readonly evidence: string;
}

type Tools = readonly ComparedTool[];

/**
 * Pairs the names that are gone with new ones: written otherwise, with another verb of the same sense, with one word that
 * is replaced in several names alike, or with a word more. A name that could be two others is paired with none.
 */
export function matchesByName(removed: Tools, added: Tools): ReadonlyMap<string, NameMatch> {
  const found = new Map<string, NameMatch>();
  const left = () => ({
    was: removed.filter(({ name }) => !found.has(name)),
    is: added.filter((tool) => ![...found.values()].some((match) => match.tool === tool)),
  });
  const take = (pairs: readonly (readonly [ComparedTool, NameMatch])[]) => {
    for (const [{ name }, match] of pairs) found.set(name, match);
  };
  take(byKey(left(), ({ name }) => lettersOf(name), "the same letters"));
  take(byKey(left(), ({ name }) => sense(name), "the same words, but for the verb"));
  take(bySubstitution(left()));
  take(byAddedWord(left()));
  return found;
}

interface Sides {
  readonly was: Tools;
  readonly is: Tools;
}

/** Those of which exactly one on each side has a key. */
function byKey(
  { was, is }: Sides,
  keyOf: (tool: ComparedTool) => string | undefined,
  evidence: string,
): readonly (readonly [ComparedTool, NameMatch])[] {
  const keyed = (tools: Tools) => {
    const byKeys = new Map<string, ComparedTool[]>();
    for (const tool of tools) {
      const key = keyOf(tool);
      if (key !== undefined && key !== "") byKeys.set(key, [...(byKeys.get(key) ?? []), tool]);
    }
    return byKeys;
  };
  const news = keyed(is);
  return [...keyed(was)].flatMap(([key, olds]) => {
    const [old, ...others] = olds;
    const [only, ...more] = news.get(key) ?? [];
    if (old === undefined || only === undefined || others.length + more.length > 0) return [];
    return mayBeOne(old, only) ? [[old, { tool: only, evidence }] as const] : [];
  });
}

/** A name without a verb means reading, or running, as well. */
function isUsual(word: string): boolean {
  const sense = senseOfVerb(word);
  return sense === "get" || sense === "run";
}

/** The words that say what a tool is about, sorted. */
function sense(name: string): string | undefined {
  const words = wordsOf(name).map(singular);
  const rest = words.filter((word) => !isUsual(word));
  return rest.length === 0 ? undefined : rest.sort().join(" ");
}

interface Step {
  readonly old: ComparedTool;
  readonly tool: ComparedTool;
  /** Words that are gone, and what stands in their place. */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** `create_database`, `drop_database` → `create_data_source`, `drop_data_source`: the same step in at least two names. */
function bySubstitution({ was, is }: Sides): readonly (readonly [ComparedTool, NameMatch])[] {
  if (was.length * is.length > maxPairs) return [];
  const steps = was.flatMap((old) => is.flatMap((tool) => stepBetween(old, tool) ?? []));
  const byKeys = new Map<string, Step[]>();
  for (const step of steps) {
    const key = `${step.from.join(" ")} → ${step.to.join(" ")}`;
    byKeys.set(key, [...(byKeys.get(key) ?? []), step]);
  }
  const [best] = [...byKeys.values()]
    // Another thing has lists and deletions as well: what is asked for there says whether it is the same one.
    .filter((all) => all.length >= 2 && areDistinct(all) && all.filter(asksAlike).length * 2 > all.length)
    .sort((a, b) => b.length - a.length);
  if (best === undefined) return [];
  const matched = best.map((step) => [step.old, matchOf(step, best.length)] as const);
  // A further name may have lost a verb on the way.
  const rest: Sides = {
    was: was.filter((tool) => !best.some(({ old }) => old === tool)),
    is: is.filter((tool) => !best.some((step) => step.tool === tool)),
  };
  const [pattern] = best;
  const alsoMatched = pattern === undefined ? [] : rest.was.flatMap((old) => lostVerb(old, rest.is, pattern));
  return [...matched, ...alsoMatched.map((step) => [step.old, matchOf(step, best.length)] as const)];
}

/** More that come and go at once are another server. */
const maxPairs = 40_000;

function matchOf({ tool, from, to }: Step, count: number): NameMatch {
  return { tool, evidence: `'${from.join(" ")}' became '${to.join(" ")}' in ${count} names` };
}

function stepBetween(old: ComparedTool, tool: ComparedTool): Step | undefined {
  const [was, is] = [wordsOf(old.name), wordsOf(tool.name)];
  const from = was.filter((word) => !is.includes(word));
  const to = is.filter((word) => !was.includes(word));
  const isStep = from.length > 0 && to.length > 0 && from.length < was.length && to.length < is.length;
  // Another verb is another deed.
  if (!isStep || [...from, ...to].some(isVerb) || !mayBeOne(old, tool)) return undefined;
  return { old, tool, from, to };
}

function isVerb(word: string): boolean {
  return verbPlace(`${word}_x`) === "first" || isUsual(word);
}

/** Neither asks for anything, or most params of the one are the other's, perhaps renamed as the tool was. */
function asksAlike({ old, tool, from, to }: Step): boolean {
  if (old.params.length + tool.params.length === 0) return true;
  const stepped = ({ name }: { readonly name: string }) =>
    ` ${wordsOf(name).join(" ")} `.replace(` ${from.join(" ")} `, ` ${to.join(" ")} `);
  const names = new Set(tool.params.map(stepped));
  const shared = old.params.filter((param) => names.has(stepped(param))).length;
  return shared * 2 > Math.min(old.params.length, tool.params.length);
}

function areDistinct(steps: readonly Step[]): boolean {
  return (
    new Set(steps.map(({ old }) => old)).size === steps.length &&
    new Set(steps.map(({ tool }) => tool)).size === steps.length
  );
}

function lostVerb(old: ComparedTool, added: Tools, { from, to }: Step): readonly Step[] {
  const words = wordsOf(old.name);
  if (!from.every((word) => words.includes(word))) return [];
  const wanted = new Set([...words.filter((word) => !from.includes(word)), ...to]);
  const fits = added.filter((tool) => {
    const is = wordsOf(tool.name);
    const gone = [...wanted].filter((word) => !is.includes(word));
    return (
      is.every((word) => wanted.has(word)) && gone.length <= 1 && gone.every((word) => isVerb(word) || word === "post")
    );
  });
  const [only, ...more] = fits;
  return only === undefined || more.length > 0 || !mayBeOne(old, only) ? [] : [{ old, tool: only, from, to }];
}

/** `run_code` → `run_code_unsafe`: the name and all params of the one are in the other. */
function byAddedWord({ was, is }: Sides): readonly (readonly [ComparedTool, NameMatch])[] {
  if (was.length * is.length > maxPairs) return [];
  const pairs = was.flatMap((old) =>
    is.flatMap((tool) => {
      const words = wordsOf(old.name);
      const more = wordsOf(tool.name).filter((word) => !words.includes(word));
      const isLonger = more.length === 1 && wordsOf(tool.name).length === words.length + 1;
      const isWhole =
        old.params.length > 0 && old.params.every(({ name }) => tool.params.some((one) => one.name === name));
      return isLonger && isWhole && mayBeOne(old, tool) ? [{ old, tool, word: more.join() }] : [];
    }),
  );
  return pairs.flatMap(({ old, tool, word }) => {
    const isAlone = pairs.filter((one) => one.old === old || one.tool === tool).length === 1;
    return isAlone ? [[old, { tool, evidence: `the same name and params, with '${word}'` }] as const] : [];
  });
}

/** What only reads, or destroys, by its own word is not one that does otherwise; what says nothing may be either. */
function mayBeOne(old: ComparedTool, tool: ComparedTool): boolean {
  if (!saysEffects(old) || !saysEffects(tool)) return true;
  return old.effects.readOnly === tool.effects.readOnly && old.effects.destructive === tool.effects.destructive;
}

function saysEffects({ listed }: ComparedTool): boolean {
  return listed === undefined || listed.raw.annotations !== undefined;
}

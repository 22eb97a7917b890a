import type { ComparedTool } from "./compared.ts";
import type { NameMatch } from "./name-matches.ts";
import { areContrasted, type Profile, profileOf, type Score, type Scorer, scorerOf } from "./rename-scores.ts";

// Which new tool is which old one, by all that speaks for it, over both whole lists at once.

type Tools = readonly ComparedTool[];

/** From this score on a new tool is taken for an old one, and from the second where their names are contrasts. */
const renamedFrom = 0.42;
const contrastedFrom = 0.55;

/** The runner-up has at most this share of the score, on either side; else it is not guessed. */
const runnerUp = 0.8;

/** More that come and go at once are another server. */
const maxPairs = 40_000;

/**
 * Pairs of which each is clearly the other's best, taken one after another: once a pair is taken, neither of the two is a
 * rival of others any more. What is more like one of its own old neighbours, or its new one like one of its own, is
 * none.
 */
export function scoredMatches(lost: Tools, fresh: Tools, lists: ComparedLists): ReadonlyMap<string, NameMatch> {
  const found = new Map<string, NameMatch>();
  if (lost.length * fresh.length === 0 || lost.length * fresh.length > maxPairs) return found;
  const { score, profiles } = lists;
  let was = lost.map(profiles);
  let is = fresh.map(profiles);
  for (;;) {
    const taken = clearPairs(was, is, score).filter(
      (pair) => pair.score.total >= neededFor(pair) && !isNeighbour(pair, lists),
    );
    if (taken.length === 0) return found;
    for (const { old, tool, score: why } of taken)
      found.set(old.tool.name, { tool: tool.tool, evidence: inWords(why) });
    was = was.filter((one) => !taken.some(({ old }) => old === one));
    is = is.filter((one) => !taken.some(({ tool }) => tool === one));
  }
}

/** Both whole lists: profiles and scores, each made once and when it is asked for. */
export interface ComparedLists {
  readonly score: Scorer;
  readonly profiles: (tool: ComparedTool) => Profile;
  readonly base: Tools;
  readonly head: Tools;
}

export function comparedLists(base: Tools, head: Tools): ComparedLists {
  const made = new Map<ComparedTool, Profile>();
  const profiles = (tool: ComparedTool) => {
    const profile = made.get(tool) ?? profileOf(tool);
    made.set(tool, profile);
    return profile;
  };
  let scorer: Scorer | undefined;
  const scores = new Map<Profile, Map<Profile, Score>>();
  const score: Scorer = (old, tool) => {
    const ofOld = scores.get(old) ?? new Map<Profile, Score>();
    scores.set(old, ofOld);
    scorer ??= scorerOf([...base, ...head].map(profiles));
    const known = ofOld.get(tool) ?? scorer(old, tool);
    ofOld.set(tool, known);
    return known;
  };
  return { score, profiles, base, head };
}

interface ScoredPair {
  readonly old: Profile;
  readonly tool: Profile;
  readonly score: Score;
}

function clearPairs(was: readonly Profile[], is: readonly Profile[], score: Scorer): readonly ScoredPair[] {
  return was.flatMap((old) => {
    const tool = clearBest(is, (one) => score(old, one).total);
    const back = tool === undefined ? undefined : clearBest(was, (one) => score(one, tool).total);
    return tool === undefined || back !== old ? [] : [{ old, tool, score: score(old, tool) }];
  });
}

/** The one with the highest score, where no other comes near. */
export function clearBest(all: readonly Profile[], scoreOf: (one: Profile) => number): Profile | undefined {
  let best: Profile | undefined;
  let [first, second] = [0, 0];
  for (const one of all) {
    const score = scoreOf(one);
    if (score > first) [best, first, second] = [one, score, first];
    else if (score > second) second = score;
  }
  return second <= first * runnerUp ? best : undefined;
}

function neededFor({ old, tool }: ScoredPair): number {
  return areContrasted(old, tool) ? contrastedFrom : renamedFrom;
}

function isNeighbour(
  { old, tool, score: { total } }: ScoredPair,
  { base, head, score, profiles }: ComparedLists,
): boolean {
  const nearer = (a: Profile, b: Profile) => a !== b && score(a, b).total > total;
  return base.some((one) => nearer(old, profiles(one))) || head.some((one) => nearer(profiles(one), tool));
}

function inWords({ name, text, params }: Score): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return `in common: name ${percent(name)}, texts ${percent(text)}, params ${percent(params)}`;
}

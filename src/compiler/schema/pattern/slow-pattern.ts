// Is a backtracking matcher done with a pattern in time that is linear in the text, whatever the text?

import { contains } from "./char-set.ts";
import { type MatchGraph, matchGraph } from "./match-graph.ts";
import { readPattern } from "./parse-pattern.ts";

/**
 * Why a pattern (ECMAScript, flag `u`; it compiles) may take too long, said of it; undefined where it is proved that it can't. The
 * proof follows all ways of the matcher at once, with their number: as long as that is bounded, so is the work for each character.
 * @param maxLength characters that a text may have; shorter texts may need more for each
 */
export function slowPattern(pattern: string, maxLength = Number.POSITIVE_INFINITY): string | undefined {
  // A length that allows no more than the proof without one makes no difference.
  const length = maxLength <= maxShortText ? maxLength : Number.POSITIVE_INFINITY;
  const key = `${length} ${pattern}`;
  if (judged.has(key)) return judged.get(key);
  const problem = judge(pattern, length);
  if (judged.size > 2000) judged.clear();
  judged.set(key, problem);
  return problem;
}

const judged = new Map<string, string | undefined>();

/** Steps of the matcher for each character of any text. */
const maxWork = 1000;
/** Steps for a whole text whose length is limited, and the longest one that is worth the look. */
const maxTextWork = 4_000_000;
const maxShortText = 2000;
/** Characters of a pattern. */
export const maxPatternLength = 4000;
/** Steps of the proof. */
const maxProof = 300_000;
/** Steps that one look at a set of ways is worth. */
const comparison = 0.05;

function judge(source: string, maxLength: number): string | undefined {
  if (source.length > maxPatternLength) return `it is longer than ${maxPatternLength} characters`;
  const pattern = readPattern(source);
  if (pattern === undefined) return "it has a form that can't be judged";
  const graph = matchGraph(pattern);
  if ("problem" in graph) return graph.problem;
  return follow(graph, maxLength);
}

/** Ways of the matcher that stand before a step of the graph, by step. */
type Ways = ReadonlyMap<number, number>;

/** The steps that can come next from a state, with the number of ways there, and the work to find them. */
interface Reached {
  readonly ways: Ways;
  readonly work: number;
}

const tooManyWays = "some texts can be matched in too many ways";

function follow(graph: MatchGraph, maxLength: number): string | undefined {
  const allowed = Math.max(maxWork, Math.floor(maxTextWork / maxLength));
  const budget = { left: maxProof };
  const reached = graph.jumps.map((): Reached | undefined => undefined);
  const from = (state: number) => (reached[state] ??= reach(graph, state, false, budget));
  const groups = characterGroups(graph);
  const first = reach(graph, graph.start, true, budget);
  if (first.work > allowed) return tooManyWays;
  const seen = new Map<string, Ways[]>();
  let layer: readonly Ways[] = [first.ways];
  for (let length = 0; length < maxLength && layer.length > 0; length++) {
    const next: Ways[] = [];
    for (const ways of layer) {
      for (const group of groups) {
        const after = new Map<number, number>();
        let work = ways.size;
        for (const [step, count] of ways) {
          if (!group.has(step)) continue;
          const { ways: behind, work: jumps } = from(graph.steps[step]?.to ?? 0);
          work += count * (1 + jumps);
          for (const [to, times] of behind) after.set(to, (after.get(to) ?? 0) + count * times);
          budget.left -= 1 + behind.size;
          // Checked here too: one character may lead to more than all that is allowed.
          if (work > allowed) return tooManyWays;
        }
        if (budget.left <= 0) return "there are too many ways to match it for a proof that it is fast";
        if (after.size > 0 && isNew(after, seen, budget)) next.push(after);
      }
    }
    layer = next;
  }
  return undefined;
}

/** Fewer ways than were seen at the same steps lead to nothing new. */
function isNew(ways: Ways, seen: Map<string, Ways[]>, budget: { left: number }): boolean {
  const key = [...ways.keys()].sort((a, b) => a - b).join(" ");
  const known = seen.get(key) ?? [];
  // Many sets of the same steps may cover each other in no way; looking at all of them is work, too.
  budget.left -= known.length * comparison;
  if (known.some((other) => covers(other, ways))) return false;
  seen.set(key, [...known.filter((other) => !covers(ways, other)), ways]);
  return true;
}

function covers(more: Ways, less: Ways): boolean {
  for (const [step, count] of less) if (count > (more.get(step) ?? 0)) return false;
  return true;
}

/**
 * All ways from a state to the next steps. No way passes a state twice: a matcher does not repeat what matched nothing.
 */
function reach(graph: MatchGraph, start: number, atBegin: boolean, budget: { left: number }): Reached {
  const ways = new Map<number, number>();
  const passed = new Set<number>();
  let work = 0;
  const visit = (state: number): void => {
    if (passed.has(state) || work > maxTextWork || budget.left <= 0) return;
    work++;
    budget.left--;
    passed.add(state);
    for (const step of graph.stepsFrom[state] ?? []) ways.set(step, (ways.get(step) ?? 0) + 1);
    for (const to of graph.jumps[state] ?? []) visit(to);
    if (atBegin) for (const to of graph.jumpsAtBegin[state] ?? []) visit(to);
    passed.delete(state);
  };
  visit(start);
  return { ways, work };
}

/** For every sort of character that the pattern distinguishes: the steps that take it. */
function characterGroups({ steps }: MatchGraph): readonly ReadonlySet<number>[] {
  const sets = [...new Set(steps.map(({ set }) => set))];
  const starts = new Set([0]);
  for (const [low, high] of sets.flat()) starts.add(low).add(high + 1);
  const groups = new Map<string, ReadonlySet<number>>();
  for (const point of starts) {
    const takes = new Set(sets.filter((set) => contains(set, point)));
    const group = new Set(steps.flatMap(({ set }, index) => (takes.has(set) ? [index] : [])));
    groups.set([...group].join(" "), group);
  }
  return [...groups.values()];
}

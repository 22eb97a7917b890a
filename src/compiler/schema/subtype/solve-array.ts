import { sameJson } from "../../../contract/alias.ts";
import type { Json } from "../../../contract/json.ts";
import { bareDocument } from "./checked-document.ts";
import type { Constraints } from "./constraints.ts";
import { type Answer, confirmed, type Goal, type Literal, literal, none, type Search, step, within } from "./goal.ts";
import { inhabit } from "./inhabit.ts";

/**
 * An array, position by position. Behind the last position that is named and the items that are asked for, more items
 * never help: lengths up to there are all that must be tried.
 */
export function solveArray(all: Constraints, goal: Goal, search: Search): Answer {
  const named = Math.max(
    0,
    ...all.tuples.map(({ prefix }) => prefix.length),
    ...all.someItems.map(({ from, only }) => (only ? from + 1 : from)),
  );
  const asked = all.someItems.length + all.contains.reduce((sum, { min }) => sum + min, 0) + (all.repeats ? 2 : 0);
  const shortest = Math.max(all.minItems, all.repeats ? 2 : 0);
  const retries = all.excluded.length > 0 ? 1 : 0;
  const longest = Math.min(all.maxItems, Math.max(shortest, named + asked) + retries);
  if (shortest > longest) return none;
  if (shortest > maxLength) return long(all, goal, search, shortest);
  if (longest > maxLength) return { kind: "unknown", reason: "the arrays are too long to compare" };
  let unknown: Answer | undefined;
  for (let length = shortest; length <= longest; length++) {
    const answer = ofLength(length, all, goal, search);
    if (answer.kind === "found") return answer;
    if (answer.kind === "unknown") unknown ??= answer;
  }
  // A value that is repeated was chosen without regard to what else is asked for.
  const guessed = all.repeats && all.contains.length + all.someItems.length > 0;
  return unknown ?? (guessed ? { kind: "unknown", reason: "no array with repeats was found" } : none);
}

const maxLength = 64;
const maxMadeLength = 100_000;

/** Many items: all behind the named ones are the same, where that is allowed. */
function long(all: Constraints, goal: Goal, search: Search, length: number): Answer {
  const needed = { ...all, minItems: 0 };
  const unknown: Answer = { kind: "unknown", reason: "the arrays are too long to compare" };
  if (all.unique || length > maxMadeLength) return unknown;
  const named = Math.max(0, ...all.tuples.map(({ prefix }) => prefix.length));
  const filler = item(needed, named, [], search);
  if (filler.kind !== "found") return filler.kind === "none" && all.contains.length === 0 ? none : unknown;
  const first: Json[] = [];
  for (let index = 0; index < Math.min(length, named); index++) {
    const answer = item(needed, index, [], search);
    if (answer.kind !== "found") return answer;
    first.push(answer.value);
  }
  const filled = (start: readonly Json[]) => [
    ...start,
    ...Array.from({ length: length - start.length }, () => filler.value),
  ];
  const plain = confirmed(filled(first), goal);
  if (plain.kind === "found") return plain;
  // What single items are asked for may stand first.
  const asked = [...all.someItems.map((some) => [some.from, some.goal] as const)];
  const start = filled(first);
  for (const [from, extra] of asked) {
    const answer = item(needed, from, extra, search);
    if (answer.kind !== "found") return answer.kind === "none" && asked.length === 1 && from >= named ? none : unknown;
    start[from] = answer.value;
  }
  return confirmed(start, goal);
}

/** What every position asks, and what is asked of this one besides. */
function item(all: Constraints, index: number, extra: readonly Literal[], search: Search): Answer {
  search.level++;
  try {
    return within(index, inhabit([...itemGoal(all, index), ...extra], search));
  } finally {
    search.level--;
  }
}

function itemGoal(all: Constraints, index: number): readonly Literal[] {
  return all.tuples.flatMap(({ prefix, rest }) => {
    const node = prefix[index] ?? rest;
    return node === undefined ? [] : [{ node, sign: true }];
  });
}

/** What is still to be met while items are chosen. */
interface Progress {
  readonly items: readonly Json[];
  readonly pending: readonly Constraints["someItems"][number][];
  /** By `contains`: how many items have met it. */
  readonly counts: readonly number[];
  readonly repeated: boolean;
}

function ofLength(length: number, all: Constraints, goal: Goal, search: Search): Answer {
  const start: Progress = { items: [], pending: all.someItems, counts: all.contains.map(() => 0), repeated: false };
  return choose(start, length, all, goal, search);
}

function choose(progress: Progress, length: number, all: Constraints, goal: Goal, search: Search): Answer {
  step(search);
  const index = progress.items.length;
  if (index === length) return finish(progress, all, goal);
  if (!withinReach(progress, length, all)) return none;
  let unknown: Answer | undefined;
  for (const { extra, met, counts } of waysAt(progress, index, all)) {
    for (const value of valuesAt(progress, index, extra, all, search)) {
      if (value.kind === "unknown") unknown ??= value;
      if (value.kind !== "found") continue;
      const repeated = progress.repeated || progress.items.some((one) => sameJson(one, value.value));
      const next: Progress = {
        items: [...progress.items, value.value],
        pending: progress.pending.filter((some) => !met.includes(some)),
        counts,
        repeated,
      };
      const answer = choose(next, length, all, goal, search);
      if (answer.kind === "found") return answer;
      if (answer.kind === "unknown") unknown ??= answer;
    }
  }
  return unknown ?? none;
}

function withinReach(progress: Progress, length: number, all: Constraints): boolean {
  const left = length - progress.items.length;
  if (progress.pending.some(({ from, only }) => (only ? from < progress.items.length : from >= length))) return false;
  return all.contains.every(({ min, max }, index) => {
    const count = progress.counts[index] ?? 0;
    return count <= max && count + left >= min;
  });
}

function finish(progress: Progress, all: Constraints, goal: Goal): Answer {
  if (progress.pending.length > 0 || (all.repeats && !progress.repeated)) return none;
  if (!withinReach(progress, progress.items.length, all)) return none;
  return confirmed(progress.items, goal);
}

interface ItemWay {
  readonly extra: readonly Literal[];
  readonly met: Progress["pending"];
  readonly counts: readonly number[];
}

/** Which of the things asked for this item may meet. */
function waysAt(progress: Progress, index: number, all: Constraints): readonly ItemWay[] {
  let ways: readonly ItemWay[] = [{ extra: [], met: [], counts: progress.counts }];
  for (const some of progress.pending) {
    const possible = some.only ? some.from === index : some.from <= index;
    if (!possible) continue;
    const meeting = ways.map((way) => ({ ...way, extra: [...way.extra, ...some.goal], met: [...way.met, some] }));
    ways = some.only ? meeting : [...meeting, ...ways];
  }
  all.contains.forEach(({ node, min, max }, which) => {
    const counted = (way: ItemWay): ItemWay => ({
      ...way,
      extra: [...way.extra, { node, sign: true }],
      counts: way.counts.map((count, at) => (at === which ? count + 1 : count)),
    });
    const count = progress.counts[which] ?? 0;
    const passed =
      max < Infinity ? ways.map((way) => ({ ...way, extra: [...way.extra, { node, sign: false }] })) : ways;
    if (count < min) ways = [...ways.map(counted), ...passed];
    else ways = count < max && max < Infinity ? [...passed, ...ways.map(counted)] : passed;
  });
  return ways;
}

/** Values for a position: a fresh one where repeats are forbidden, one that is there already where one is wanted. */
function valuesAt(
  progress: Progress,
  index: number,
  extra: readonly Literal[],
  all: Constraints,
  search: Search,
): readonly Answer[] {
  const constant = (value: Json, sign: boolean): Literal => literal({ const: value }, sign, bareDocument, search);
  if (all.unique) {
    const others = progress.items.map((value) => constant(value, false));
    const answer = item(all, index, [...extra, ...others], search);
    // Another choice before might have left a value for this position.
    const settled = answer.kind !== "none" || progress.items.length === 0 || sameEverywhere(all);
    if (settled) return [answer];
    return [{ kind: "unknown", reason: "no items without repeats were found" }];
  }
  const plain = item(all, index, extra, search);
  if (!all.repeats || progress.repeated) return [plain];
  const repeats = progress.items.map((value) => item(all, index, [...extra, constant(value, true)], search));
  const partner = all.tuples.length === 0 ? [] : partners(progress, all, index, extra, search);
  return [...repeats, ...partner, plain];
}

function sameEverywhere(all: Constraints): boolean {
  return all.contains.length + all.someItems.length === 0 && all.tuples.every(({ prefix }) => prefix.length === 0);
}

/** Values that a later position can repeat. */
function partners(
  progress: Progress,
  all: Constraints,
  index: number,
  extra: readonly Literal[],
  search: Search,
): readonly Answer[] {
  const last = Math.max(index + 1, ...all.tuples.map(({ prefix }) => prefix.length));
  if (last > maxLength || progress.repeated) return [];
  const later = Array.from({ length: last - index }, (_, ahead) => index + 1 + ahead);
  return later.map((other) => item(all, index, [...extra, ...itemGoal(all, other)], search));
}

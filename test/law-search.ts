import fc from "fast-check";
import { expect } from "vitest";

// How long a law looks for counterexamples: a fixed number of cases with every change; at night (`scripts/nightly.mjs`) until
// so many samples were judged, or so many seconds are over.

const environment = process.env;
const seconds = numberFrom("PEGBOARD_FUZZ_SECONDS");
const goal = numberFrom("PEGBOARD_FUZZ_SAMPLES");
const seed = numberFrom("PEGBOARD_FUZZ_SEED");

function numberFrom(name: string): number | undefined {
  return environment[name] === undefined ? undefined : Number(environment[name]);
}

/** It looks for longer than with every change. */
export const isNight = seconds !== undefined || goal !== undefined;

/** For the runner of tests: longer than a search takes. */
export const searchLimitMs = goal === undefined ? ((seconds ?? 0) + 120) * 1000 : 6 * 3600 * 1000;

/** What was judged; laws count into it. */
export interface Tally {
  /** Values that were judged. */
  samples: number;
  /** Whatever else is reported at the end, such as verdicts. */
  readonly others: { [what: string]: number };
}

export function tallied(): Tally {
  return { samples: 0, others: {} };
}

export function count(tally: Tally, what: string, times = 1): void {
  tally.others[what] = (tally.others[what] ?? 0) + times;
}

export interface Law<T> {
  readonly name: string;
  readonly cases: fc.Arbitrary<T>;
  /** How many cases are enough with every change. */
  readonly few: number;
  /** The part of the night's samples that it judges: 1 unless given. */
  readonly share?: number;
  /** What is wrong, one line each; none is what is wanted. */
  readonly problems: (one: T, tally: Tally) => readonly string[];
}

/** Cases between two looks at the clock; each such round has a seed of its own, the first one that of the whole search. */
const round = 200;

/**
 * Looks for a case with problems.
 * @throws the smallest one that fast-check finds, with the seed that finds it again (`--seed`)
 */
export function search<T>({ name, cases, few, share = 1, problems }: Law<T>): Tally {
  const tally = tallied();
  let judged = 0;
  const property = fc.property(cases, (one) => {
    judged++;
    expect(problems(one, tally)).toEqual([]);
  });
  if (!isNight) {
    fc.assert(property, { numRuns: few });
    return tally;
  }
  const first = seed ?? Math.floor(Math.random() * 2 ** 31);
  const started = performance.now();
  const tookSeconds = () => (performance.now() - started) / 1000;
  const isOver = () => (goal === undefined ? tookSeconds() >= (seconds ?? 0) * share : tally.samples >= goal * share);
  console.log(`${name}: seed ${first}`);
  for (let rounds = 0; rounds === 0 || !isOver(); rounds++) {
    fc.assert(property, { numRuns: round, seed: (first + rounds) | 0 });
  }
  console.log(summary(name, { tally, judged, seconds: tookSeconds(), seed: first }));
  return tally;
}

function summary(
  name: string,
  found: { readonly tally: Tally; readonly judged: number; readonly seconds: number; readonly seed: number },
): string {
  const { tally, judged, seed: first } = found;
  const others = Object.entries(tally.others).map(([what, times]) => `${what} ${times}`);
  return [
    `${name}: ${tally.samples} samples`,
    `${judged} cases`,
    ...others,
    "escapes 0",
    `${found.seconds.toFixed(0)} s`,
    `seed ${first}`,
  ].join(", ");
}

import type { FoundMemory } from "../../../store/memory-search.ts";
import type { Ranked } from "./rank.ts";
import type { Reading } from "./read-memory.ts";

/** A memory with what its neighbours have of the question. */
export interface Surrounded extends Ranked {
  readonly around: readonly Reading[];
}

/** Longest time between two memories that belong together, in milliseconds. */
const together = 30 * 60_000;

/** By how many memories one was stored before or after the other: what it gets of the other's strength. */
const shares: readonly (readonly [number, number])[] = [
  [-2, 0.15],
  [-1, 0.3],
  [1, 0.3],
  [2, 0.15],
];

/**
 * What was stored one after the other at one place belongs together: in a conversation the answer does not repeat the words of
 * the question before it. So a memory counts more beside a strong one; but only if it has something itself.
 */
export function besideOthers(ranked: readonly Ranked[]): readonly Surrounded[] {
  const byRow = new Map(ranked.map((each) => [each.memory.row, each]));
  return ranked.map((each) => {
    const beside = shares.flatMap(([step, share]) => {
      const other = byRow.get(each.memory.row + step);
      return other !== undefined && belongTogether(each.memory, other.memory) ? { other, share } : [];
    });
    const gain = each.strength === 0 ? 0 : Math.max(0, ...beside.map(({ other, share }) => share * other.strength));
    return { ...each, strength: each.strength + gain, around: beside.map(({ other }) => other.reading) };
  });
}

function belongTogether(a: FoundMemory, b: FoundMemory): boolean {
  return a.namespace === b.namespace && Math.abs(a.createdAt - b.createdAt) <= together;
}

import type { FoundMemory } from "../../../store/memory-search.ts";
import type { Reading } from "./read-memory.ts";

interface ReadMemory {
  readonly memory: FoundMemory;
  readonly reading: Reading;
}

interface Place {
  candidates: number;
  readonly holders: number[];
}

/**
 * What a place is about: where most memories that hold a word are at one place, the other memories of that place are about it too. In a
 * conversation about somebody most turns lack the name.
 * @returns for a memory, for each word: what share of those that hold it are at the memory's place, less the share of all candidates there
 */
export function aboutPlaces(
  candidates: readonly ReadMemory[],
  words: readonly unknown[],
): (memory: FoundMemory) => readonly number[] {
  const holders = words.map(() => 0);
  const places = new Map<string, Place>();
  for (const { memory, reading } of candidates) {
    let place = places.get(memory.namespace);
    if (place === undefined) {
      place = { candidates: 0, holders: words.map(() => 0) };
      places.set(memory.namespace, place);
    }
    place.candidates++;
    for (let word = 0; word < words.length; word++) {
      if (reading.shares[word] === 0) continue;
      place.holders[word] = (place.holders[word] ?? 0) + 1;
      holders[word] = (holders[word] ?? 0) + 1;
    }
  }
  const about = new Map(
    [...places].map(([namespace, place]) => {
      const usual = place.candidates / candidates.length;
      const more = place.holders.map((here, word) => (here === 0 ? 0 : here / (holders[word] ?? here) - usual));
      return [namespace, more.map((share) => Math.max(0, share))];
    }),
  );
  return ({ namespace }) => about.get(namespace) ?? [];
}

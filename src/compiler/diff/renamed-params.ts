import { isCurrent } from "../catalog/versions.ts";
import { wordsOf } from "../lint/name-words.ts";
import type { ComparedField } from "./comparable-type.ts";
import { type ComparedCatalog, currentComparedTool } from "./compared.ts";
import { unequalTools } from "./same-tool.ts";

/** Old name of a param → its new name. */
export type RenamedParams = ReadonlyMap<string, string>;

/**
 * Renames that several tools show together: wherever one name went away, the other one came, with the same kind of value. In
 * one tool alone that is a guess, in several it is a pattern.
 */
export function renamedParams(base: ComparedCatalog, head: ComparedCatalog): RenamedParams {
  const counts = new Map<string, { readonly from: string; readonly to: string; count: number }>();
  const losses = new Map<string, number>();
  for (const { tool } of unequalTools(base, head).head) {
    const before = isCurrent(tool) ? currentComparedTool(tool.name, base) : undefined;
    if (before === undefined) continue;
    const lost = without(before.params, tool.params);
    const gained = without(tool.params, before.params);
    if (lost.length * gained.length > maxPairs) continue;
    for (const was of lost) {
      losses.set(was.name, (losses.get(was.name) ?? 0) + 1);
      for (const is of gained) {
        if (was.type.kind !== is.type.kind) continue;
        const key = JSON.stringify([was.name, is.name]);
        const known = counts.get(key) ?? { from: was.name, to: is.name, count: 0 };
        counts.set(key, { ...known, count: known.count + 1 });
      }
    }
  }
  const patterns = [...counts.values()].filter(({ from, count }) => count >= 2 && count === losses.get(from));
  const alone = patterns.filter(
    (one) => patterns.filter(({ from, to }) => from === one.from || to === one.to).length === 1,
  );
  const whole = new Map(alone.map(({ from, to }) => [from, to]));
  // `ref` became `target`, so `startRef` became `startTarget`.
  const within = [...counts.values()].filter(({ from, to }) => !whole.has(from) && isReplacedWithin(from, to, whole));
  return new Map([...whole, ...within.map(({ from, to }) => [from, to] as const)]);
}

function isReplacedWithin(from: string, to: string, renamed: RenamedParams): boolean {
  const words = wordsOf(from);
  const expected = words.map((word) => renamed.get(word) ?? word);
  return words.length > 1 && expected.join() !== words.join() && expected.join() === wordsOf(to).join();
}

const maxPairs = 400;

function without(fields: readonly ComparedField[], others: readonly ComparedField[]): readonly ComparedField[] {
  const names = new Set(others.map(({ name }) => name));
  return fields.filter(({ name }) => !names.has(name));
}

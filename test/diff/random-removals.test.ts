import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ComparedCatalog } from "../../src/compiler/diff/compared.ts";
import { readTools } from "../../src/compiler/diff/listed/read-tools.ts";
import { renamesOf } from "../../src/compiler/diff/renames.ts";
import { readList, recordedPairs } from "./pairs/saved-list.ts";

// Tools of one real list are not each other's new names: some go, others come, and hardly any pair is proposed.

const folder = join(import.meta.dirname, "..", "fixtures", "renames");

function lists(): readonly ComparedCatalog[] {
  const newest = new Map(recordedPairs().map(({ server, head }) => [server, head]));
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "labels")
    .flatMap(({ name }) =>
      readdirSync(join(folder, name))
        .slice(-1)
        .map((file) => readList(join(folder, name, file))),
    );
  return [...newest.values(), ...others].flatMap(({ tools }) => {
    const read = readTools(tools);
    if ("problem" in read) throw new Error(read.problem);
    return read.catalog.tools.length < 4 ? [] : [read.catalog];
  });
}

/** Numbers below `limit`, the same in every run. */
function numbers(): (limit: number) => number {
  let state = 20261124;
  return (limit) => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

function pick(count: number, limit: number, next: (limit: number) => number): readonly number[] {
  const picked = new Set<number>();
  while (picked.size < count) picked.add(next(limit));
  return [...picked];
}

const rounds = 8;

test("of tools that go while others come at most one in twenty is taken for renamed", () => {
  const next = numbers();
  let gone = 0;
  const proposed: string[] = [];
  for (const list of lists()) {
    for (let round = 0; round < rounds; round++) {
      const count = 1 + next(Math.min(4, Math.floor(list.tools.length / 2)));
      const picked = pick(2 * count, list.tools.length, next);
      const lacking = (places: readonly number[]) => ({
        ...list,
        tools: list.tools.filter((_, index) => !places.includes(index)),
      });
      const { renameCandidates, merges, splits } = renamesOf(
        lacking(picked.slice(count)),
        lacking(picked.slice(0, count)),
      );
      gone += count;
      proposed.push(
        ...[...renameCandidates].map(([old, { name }]) => `${old} → ${name}`),
        ...[...merges, ...splits].flatMap(({ whole, parts }) =>
          parts.map(({ tool }) => `${tool.name} ~ ${whole.name}`),
        ),
      );
    }
  }
  expect(gone).toBeGreaterThan(200);
  expect(proposed.length / gone, proposed.join("\n")).toBeLessThanOrEqual(0.05);
});

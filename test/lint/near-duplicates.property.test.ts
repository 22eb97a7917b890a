import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tool } from "../../src/compiler/catalog/catalog.ts";
import { type DuplicateIndex, openDuplicateIndex } from "../../src/compiler/lint/near-duplicates.ts";
import { toolWith } from "../schema/arbitraries.ts";

// Whatever tools change one after another, an index that was asked before finds what a new one finds.

const words = ["note", "shelf", "book", "find", "move", "remove", "old", "new", "row", "tag"];
const summary = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(" "));

const count = 12;
const first = fc.array(summary, { minLength: count, maxLength: count });
const edits = fc.array(fc.array(fc.tuple(fc.nat({ max: count - 1 }), summary), { minLength: 1, maxLength: 3 }), {
  maxLength: 6,
});

function toolAt(place: number, text: string): Tool {
  // Of one name, so that the summaries decide.
  return { ...toolWith([]), title: String(place), summary: text };
}

function foundBy(index: DuplicateIndex, tools: readonly Tool[]) {
  const found = index.find(tools);
  return tools.map((tool) => {
    const duplicate = found.get(tool);
    return duplicate === undefined ? "none" : [tools.indexOf(duplicate.other), duplicate.score];
  });
}

test("an index finds after edits what a new one finds", () => {
  let pairs = 0;
  fc.assert(
    fc.property(first, edits, (texts, rounds) => {
      const index = openDuplicateIndex();
      let tools: readonly Tool[] = texts.map((text, place) => toolAt(place, text));
      expect(foundBy(index, tools)).toEqual(foundBy(openDuplicateIndex(), tools));
      for (const round of rounds) {
        const changed = new Map(round);
        tools = tools.map((tool, place) => {
          const text = changed.get(place);
          return text === undefined ? tool : toolAt(place, text);
        });
        const found = foundBy(index, tools);
        expect(found).toEqual(foundBy(openDuplicateIndex(), tools));
        pairs += found.filter((each) => each !== "none").length;
      }
    }),
    { numRuns: 300 },
  );
  expect(pairs).toBeGreaterThan(1_000);
});

test("each of a long row of copies has an earlier one", () => {
  const tools = Array.from({ length: 200 }, (_, place) => ({
    ...toolAt(0, "find the shelf of a note"),
    name: `copy_${place}`,
  }));
  expect(openDuplicateIndex().find(tools).size).toBe(199);
});

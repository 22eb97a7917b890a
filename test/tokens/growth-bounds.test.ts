import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { loadTokenCounter } from "../../src/cli/token-counter.ts";
import type { WireTool } from "../../src/compiler/schema/wire-tool.ts";
import { maxTokenGrowth, minTokenCount } from "../../src/compiler/tokens/growth-bounds.ts";
import type { CountTokens } from "../../src/compiler/tokens/listing-cost.ts";

// The bounds decide what is not counted, so each must hold for whatever a list says.

let count: CountTokens;
beforeAll(async () => {
  count = await loadTokenCounter();
});

const words = fc.constantFrom(
  "note",
  "Notes",
  "don't",
  "it's",
  "größe",
  "漢字",
  "a1b2",
  "2026",
  "_",
  "--",
  "\n",
  "  ",
  "e\u0301",
  "🙂",
  '"',
  "x",
);
const text = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(" ")) as fc.Arbitrary<string>;
const glued = fc.array(words, { maxLength: 8 }).map((parts) => parts.join("")) as fc.Arbitrary<string>;
const tool: fc.Arbitrary<WireTool> = fc.record({
  name: fc.constantFrom("a", "b", "c", "note_list"),
  description: fc.oneof(text, glued, fc.string({ unit: "grapheme", maxLength: 20 })),
  inputSchema: fc.dictionary(fc.constantFrom("type", "title", "x"), fc.oneof(text, glued)),
});
const tools = fc.uniqueArray(tool, { selector: ({ name }) => name, maxLength: 4 });

test("no list has fewer tokens than it is said to have at least", () => {
  fc.assert(
    fc.property(tools, (list) => {
      expect(minTokenCount(list, Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(
        count(JSON.stringify(list), "cl100k_base"),
      );
    }),
  );
});

test("no list has grown by more tokens than it is said to have grown by at most", () => {
  fc.assert(
    fc.property(tools, tools, fc.integer({ min: 0, max: 4 }), (before, fresh, kept) => {
      const names = new Set(before.slice(0, kept).map(({ name }) => name));
      const after = [...before.slice(0, kept), ...fresh.filter(({ name }) => !names.has(name))];
      const more = count(JSON.stringify(after), "cl100k_base") - count(JSON.stringify(before), "cl100k_base");
      expect(more).toBeLessThanOrEqual(maxTokenGrowth(before, after));
    }),
    { numRuns: 500 },
  );
});

test("a list that is as it was has not grown, and a word more is a few tokens at most", () => {
  const listed = (description: string): readonly WireTool[] => [
    { name: "note_list", description, inputSchema: { type: "object" } },
  ];
  expect(maxTokenGrowth(listed("List the notes"), listed("List the notes"))).toBe(0);
  expect(maxTokenGrowth(listed("List the notes"), listed("List all the notes"))).toBeLessThan(20);
});

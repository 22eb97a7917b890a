import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { similarity } from "../../src/services/memories/similarity.ts";
import { leadingWords, similarFrom } from "../../src/store/leading-words.ts";
import { distinctWords } from "../../src/store/words.ts";

describe("the leading words of a text", () => {
  test("are the longest, a few more than a similar text may lack", () => {
    expect(leadingWords("to be or not to be, that is the question")).toEqual({
      words: ["question", "that", "not", "the"],
      least: 3,
    });
    expect(leadingWords("Yes!")).toEqual({ words: ["yes"], least: 1 });
    expect(leadingWords("...")).toEqual({ words: [], least: 1 });
  });

  test("are few and short for a text of any length", () => {
    const { words } = leadingWords(
      `${Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(" ")} ${"x".repeat(9_999)}`,
    );
    expect(words).toHaveLength(48);
    expect(words[0]).toBe("x".repeat(64));
  });

  // Few letters, so that words of texts meet.
  const word = fc.string({ unit: fc.constantFrom(..."abcdé漢字7"), minLength: 1, maxLength: 9 });
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));

  test("of similar texts are the same, as many as are demanded", () => {
    let similar = 0;
    fc.assert(
      fc.property(text, text, fc.array(fc.nat({ max: 59 }), { maxLength: 6 }), (a, extra, removed) => {
        const kept = distinctWords(a).filter((_, index) => !removed.includes(index));
        const b = [...kept, ...distinctWords(extra).slice(0, removed.length)].join(" ");
        if (similarity(a, b) < similarFrom || distinctWords(a).length === 0) return;
        similar++;
        const { words, least } = leadingWords(a);
        const others = new Set(leadingWords(b).words);
        expect(words.filter((word) => others.has(word)).length).toBeGreaterThanOrEqual(least);
      }),
      { numRuns: 2_000 },
    );
    expect(similar).toBeGreaterThan(200);
  });
});

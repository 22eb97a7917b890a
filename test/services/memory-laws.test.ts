import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { expiryOf, higherTier, laterExpiry } from "../../src/services/memories/lifetime.ts";
import { hasCitations, metadataProblem } from "../../src/services/memories/metadata.ts";
import { similarity } from "../../src/services/memories/similarity.ts";
import { cutAtWord, numberedTitles, titleFrom } from "../../src/services/memories/title.ts";
import { tokensOf, withinBudget } from "../../src/services/memories/tokens.ts";

describe("titles", () => {
  test.each([
    ["One line", "One line"],
    ["\n\t \n  First words \nsecond line", "First words"],
    [`${"word ".repeat(200)}`, "word ".repeat(102).trim()],
    ["x".repeat(600), "x".repeat(512)],
    ["\u001b[31mred\tline\u202e\0", "[31mred line"],
    ["\0\u200b\n\u0007\nsaid", "said"],
    ["\0", "Untitled"],
    ["👩\u200d💻 at work", "👩\u200d💻 at work"],
    [`${"🔥".repeat(513)}`, "🔥".repeat(512)],
  ])("case %#", (content, expected) => expect(titleFrom(content)).toBe(expected));

  test("a title says something and is short enough, whatever the content", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (content) => {
        if (!/\S/u.test(content)) return;
        const title = titleFrom(content);
        expect(title).toMatch(/\S/u);
        expect([...title].length).toBeLessThanOrEqual(512);
        expect(title.trim()).toBe(title);
      }),
    );
  });

  test("cutting leaves short texts alone and ends at a word", () => {
    expect(cutAtWord("ab cd", 5)).toBe("ab cd");
    expect(cutAtWord("abc defg", 6)).toBe("abc de");
    expect(cutAtWord("abcd efg", 6)).toBe("abcd");
    expect(cutAtWord("abcd efg", 4)).toBe("abcd");
  });

  test("numbered titles run from 2 to 1024 and stay within the length of a title", () => {
    const titles = numberedTitles("Ports");
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([1023, "Ports (2)", "Ports (1024)"]);
    expect(Math.max(...numberedTitles("x".repeat(512)).map((title) => title.length))).toBe(512);
    expect(new Set(numberedTitles("x".repeat(512))).size).toBe(1023);
  });
});

describe("similarity", () => {
  test.each([
    ["a b c d", "D c B a", 1],
    ["a b", "c d", 0],
    ["a b c", "b c d", 0.5],
    ["設計を決めた", "設計を決めた", 1],
    ["ünïcode wörter", "UNICODE WORTER", 0],
    ["🔥", "🔥", 1],
    ["🔥", "💧", 0],
    ["a b c d e f g h i j 30", "a b c d e f g h i j 90", 0],
    ["a b c d e f g h i j", "a b c d not e f g h i j", 0],
    ["it is allowed to a b c d e f", "it isn't allowed to a b c d e f", 0],
  ])("%j and %j", (a, b, expected) => expect(similarity(a, b)).toBe(expected));

  const text = fc
    .array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), { minLength: 1, maxLength: 40 })
    .map((letters) => letters.join(" "));

  test("is symmetric, from 0 to 1, and 1 for a text with itself", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(similarity(a, b)).toBe(similarity(b, a));
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
        expect(similarity(a, a)).toBe(1);
      }),
    );
  });
});

describe("metadata", () => {
  const nested = (depth: number): JsonObject => (depth === 1 ? {} : { a: nested(depth - 1) });

  test("thirty-two levels are allowed, thirty-three are not", () => {
    expect(metadataProblem(nested(32))).toBe(undefined);
    expect(metadataProblem(nested(33))).toBe("nests more than 32 levels deep");
  });

  test("a hundred thousand levels are refused without a fault", () => {
    let deep: JsonObject = {};
    for (let depth = 0; depth < 100_000; depth++) deep = { a: deep };
    expect(metadataProblem(deep)).toBe("nests more than 32 levels deep");
  });

  test("65,536 bytes are allowed, one more is not; bytes are of UTF-8", () => {
    expect(metadataProblem({ a: "x".repeat(65_536 - 8) })).toBe(undefined);
    expect(metadataProblem({ a: "x".repeat(65_536 - 7) })).toBe("takes 65537 bytes as JSON");
    expect(metadataProblem({ a: "é".repeat(32_765) })).toBe("takes 65538 bytes as JSON");
  });

  test.each([
    ["doc:1", {}, true],
    [undefined, { citations: [{ uri: "doc:1" }] }, true],
    [undefined, { citations: "doc:1" }, true],
    [undefined, { citations: [] }, false],
    [undefined, { citations: null }, false],
    [undefined, {}, false],
    ["", {}, false],
  ])("source %j with %j is cited: %j", (uri, metadata, expected) => {
    expect(hasCitations(uri, metadata)).toBe(expected);
  });
});

describe("lifetimes", () => {
  test("short lives six hours, mid seven days, long for ever", () => {
    expect((["short", "mid", "long"] as const).map((tier) => expiryOf(tier, 1))).toEqual([
      21_600_001,
      604_800_001,
      null,
    ]);
  });
  test("never is later than any time, and long is higher than mid is higher than short", () => {
    expect([laterExpiry(1, 2), laterExpiry(null, 2), laterExpiry(1, null)]).toEqual([2, null, null]);
    expect([higherTier("short", "mid"), higherTier("long", "mid"), higherTier("mid", "mid")]).toEqual([
      "mid",
      "long",
      "mid",
    ]);
  });
});

describe("budget", () => {
  const take = (budget?: number) => {
    const { kept, tokens, overflow } = withinBudget(["aaaaaaaa", "bbbb", "cccccccc", "d"], (item) => item, budget);
    return [kept.length, tokens, overflow];
  };
  test.each([
    [undefined, [4, 6, false]],
    [6, [4, 6, false]],
    [5, [3, 5, false]],
    [4, [2, 3, false]],
    [1, [1, 2, true]],
    [0, [0, 0, false]],
  ])("of %j tokens takes %j (items, tokens, overflow)", (budget, expected) => expect(take(budget)).toEqual(expected));

  test("tokens are four bytes of UTF-8 each, rounded up", () => {
    expect(["", "a", "abcd", "abcde", "設計"].map(tokensOf)).toEqual([0, 1, 1, 2, 2]);
  });
});

import fc from "fast-check";
import * as tokenizer from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { encodings, hasTokenBudget, loadTokenCounter } from "../../src/cli/token-counter.ts";

const countTokens = await loadTokenCounter(encodings);

describe("the token counter", () => {
  // The first four stand in OpenAI's cookbook, "How to count tokens with tiktoken"; the others are what this tokenizer gave
  // when it was chosen, so that a change of it is noticed.
  it.each([
    ["tiktoken is great!", 6, 6],
    ["antidisestablishmentarianism", 6, 6],
    ["2 + 2 = 4", 7, 7],
    ["お誕生日おめでとう", 9, 8],
    ["", 0, 0],
    ["Create a note.", 4, 4],
    ['{"type":"object","properties":{"limit":{"type":"integer","minimum":1}}}', 17, 18],
    ["🔴 ESSENTIAL", 6, 4],
  ])("counts %j as the vocabularies cut it", (text, cl100k, o200k) => {
    expect({ cl100k: countTokens(text, "cl100k_base"), o200k: countTokens(text, "o200k_base") }).toEqual({
      cl100k,
      o200k,
    });
  });

  it.each(["<|endoftext|>", "<|fim_prefix|>", "<|im_start|>system", "before <|endofprompt|> after"])(
    "counts %j as ordinary text",
    (text) => {
      for (const encoding of encodings) expect(countTokens(text, encoding)).toBeGreaterThan(3);
    },
  );

  it("never throws, gives whole numbers, and no more than there are bytes", () => {
    const special = fc.constantFrom("<|endoftext|>", "<|im_end|>", "\ud800", "\u0000");
    const text = fc
      .array(fc.oneof(fc.string({ unit: "binary" }), special), { maxLength: 6 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom(...encodings), (sample, encoding) => {
        const count = countTokens(sample, encoding);
        expect(Number.isInteger(count) && count >= 0).toBe(true);
        expect(count).toBeLessThanOrEqual(new TextEncoder().encode(sample).length);
        expect(countTokens(sample, encoding)).toBe(count);
      }),
    );
  });

  it.each([
    ["letters", "ab", 0.02],
    ["signs", "^", 0.02],
    ["blanks", " ", 0.5],
    ["letters of two code units", "𝒜", 0.02],
  ])("counts a megabyte of %s in one pass, nearly as it is", (_, unit, share) => {
    // The square of this length would take hours.
    const length = 1_000_000 / unit.length;
    const counted = countTokens(unit.repeat(length), "cl100k_base");
    const expected = countTokens(unit.repeat(500), "cl100k_base") * (length / 500);
    expect(Math.abs(counted - expected) / expected).toBeLessThan(share);
  });

  it("counts what a person would write as the tokenizer itself does", () => {
    const longest = `${"word ".repeat(2000)}${"x".repeat(512)}${"-".repeat(512)}${" end".repeat(100)}`;
    for (const text of [longest, JSON.stringify({ longest }), "Größe: 12 µm\n\n\tnaïve — 日本語"]) {
      expect(countTokens(text, "cl100k_base")).toBe(tokenizer.countTokens(text));
    }
  });

  it("refuses an encoding that was not loaded", async () => {
    const one = await loadTokenCounter();
    expect(() => one("a", "o200k_base")).toThrow("invariant: the encoding o200k_base was not loaded");
  });
});

describe("whether a tokenizer is needed", () => {
  it("is decided by catalog.yaml alone", () => {
    const text = "profiles: {core: {token_budget: 10}}";
    expect(hasTokenBudget([{ path: "schema/catalog.yaml", text }])).toBe(true);
    expect(hasTokenBudget([{ path: "schema/guide.md", text }])).toBe(false);
    expect(hasTokenBudget([])).toBe(false);
  });
});

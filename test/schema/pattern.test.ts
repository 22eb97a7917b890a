import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findString } from "../../src/compiler/schema/pattern/find-string.ts";

const anyLength = { minLength: 0, maxLength: Number.POSITIVE_INFINITY };

const atom = fc.constantFrom(
  "a",
  "b",
  ".",
  "\\d",
  "\\S",
  "\\s",
  "[ab]",
  "[^a]",
  "[a-c0-1]",
  "\\w",
  "\\.",
  "💡",
  "\\u0061",
  "[\\s\\S]",
);
const pattern = fc.letrec<{ inner: string }>((tie) => ({
  inner: fc.oneof(
    { depthSize: "small" },
    atom,
    fc.tuple(tie("inner"), tie("inner")).map(([a, b]) => a + b),
    fc.tuple(tie("inner"), tie("inner")).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie("inner"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"))
      .map(([a, count]) => `(${a})${count}`),
  ),
})).inner;
const anchored = fc
  .tuple(fc.boolean(), pattern, fc.boolean())
  .map(([begin, inner, end]) => `${begin ? "^" : ""}(?:${inner})${end ? "$" : ""}`);
const sample = fc
  .array(fc.constantFrom("a", "b", "c", "0", "1", " ", ".", "💡", "\n", "_"), { maxLength: 5 })
  .map((all) => all.join(""));

test("a text that is found meets what was asked, and none means none", () => {
  fc.assert(
    fc.property(anchored, anchored, fc.array(sample, { minLength: 20, maxLength: 20 }), (accept, reject, samples) => {
      const answer = findString({ accept: [accept], reject: [reject], ...anyLength });
      const fits = (text: string) => new RegExp(accept, "u").test(text) && !new RegExp(reject, "u").test(text);
      expect(answer.kind).not.toBe("unknown");
      if (answer.kind === "found") expect(fits(answer.text)).toBe(true);
      if (answer.kind === "none") expect(samples.filter(fits)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

describe("the shortest text", () => {
  test.each([
    ["^[A-Za-z0-9+/]{86}==$", `${"a".repeat(86)}==`],
    ["^[^\\s/]+(/[^\\s/]+){0,7}$", "a"],
    ["^(uri|doc|file):", "doc:"],
    ["b", "b"],
    ["^$", ""],
  ])("of %s", (accept, text) => {
    expect(findString({ accept: [accept], reject: [], ...anyLength })).toEqual({ kind: "found", text });
  });
});

test.each([
  ["lookahead", "^(?=a)a$"],
  ["a back reference", "(a)\\1"],
  ["a word boundary", "\\ba"],
  ["a Unicode property", "\\p{L}"],
  ["an anchor in the middle", "(a^)*b"],
])("%s is left to those who can read it", (_, reject) => {
  expect(findString({ accept: [], reject: [reject], ...anyLength })).toEqual({ kind: "unknown" });
});

test("lengths count code points and join the question", () => {
  expect(findString({ accept: ["^💡+$"], reject: [], minLength: 2, maxLength: 2 })).toEqual({
    kind: "found",
    text: "💡💡",
  });
  expect(findString({ accept: ["^a{3}$"], reject: [], minLength: 0, maxLength: 2 })).toEqual({ kind: "none" });
});

test("a question that was asked before costs as much again, so no answer depends on what was asked earlier", () => {
  const question = { accept: ["^[a-z]+$", "b$"], reject: ["^a", "c"], ...anyLength };
  const asked = (left: number) => {
    const budget = { left };
    return { answer: findString(question, budget), spent: left - budget.left };
  };
  const [little, first] = [asked(2), asked(1000)];
  expect(little.answer).toEqual({ kind: "unknown" });
  expect(first.answer).toEqual({ kind: "found", text: "b" });
  expect(first.spent).toBeGreaterThan(2);
  expect(asked(1000)).toEqual(first);
  expect(asked(2).answer).toEqual(little.answer);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { distinctWords, indexText, words } from "../../src/store/words.ts";

test.each([
  ["Which port? port-7179!", ["which", "port", "port", "7179"]],
  ["PEGBOARD_DB is set", ["pegboard", "db", "is", "set"]],
  ["ＡＢＣ Ünïcode", ["abc", "ünïcode"]],
  ["設計を決", ["設計", "計を", "を決"]],
  ["計", ["計"]],
  ["v2の設計", ["v2", "の設", "設計"]],
  ['AND OR NOT NEAR( " * ^ : - {}', ["and", "or", "not", "near"]],
  ["🔥 — …", []],
])("the words of %j", (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test("distinct words come once, in order", () => {
  expect(distinctWords("b a B c a")).toEqual(["b", "a", "c"]);
});

test("the index text of a script without spaces holds its characters and pairs", () => {
  expect(indexText("設計 ok")).toBe("設計 ok 設 計 設計");
  expect(indexText("plain Text")).toBe("plain text");
});

test("a word holds nothing but letters, digits and marks: it can't end a quoted string", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
    }),
  );
});

test("words of words are the same words, but for pairs", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      for (const word of words(text)) expect(words(word)).toEqual([word]);
    }),
  );
});

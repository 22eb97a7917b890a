import fc from "fast-check";
import { expect, test } from "vitest";
import { wordDiff, wordsIn } from "../../src/compiler/diff/word-diff.ts";

test.each([
  ["Create a note.", "Create a memo.", "Create a [-note.-] {+memo.+}"],
  ["one two three four five six", "one two three four five six seven", "… four five six {+seven+}"],
  ["a b c d e f g h", "a b c X e f g h", "a b c [-d-] {+X+} e f g …"],
  ["", "List notes.", "{+List notes.+}"],
  ["List notes.", "", "[-List notes.-]"],
  ["a b c", "b c d", "[-a-] b c {+d+}"],
  ["same  words\n", "same words", "same words"],
])("%s → %s", (base, head, shown) => {
  expect(wordDiff(base, head)).toBe(shown);
});

test("a text that goes on and on is shown in part, and compared without counting all pairs of its words", () => {
  const words = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => `${prefix}${index}`).join(" ");
  const shown = wordDiff(words("a"), words("b"));
  expect([shown.startsWith("[-a0 a1"), shown.length <= 400]).toEqual([true, true]);
});

test("without the marks of one side, it is the other side's text", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 });
  fc.assert(
    fc.property(texts, texts, (base, head) => {
      const shown = wordDiff(base.join(" "), head.join(" ")).replace(/^… |(?: )?…$/g, "");
      const was = wordsIn(shown.replaceAll(/\{\+[^+]*\+\}/g, "").replaceAll(/\[-|-\]/g, ""));
      const is = wordsIn(shown.replaceAll(/\[-[^-]*-\]/g, "").replaceAll(/\{\+|\+\}/g, ""));
      expect([base.join(" ").includes(was.join(" ")), head.join(" ").includes(is.join(" "))]).toEqual([true, true]);
    }),
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { rewriteText } from "../../src/compiler/edits/rewrite-text.ts";

function rewritten(written: string, value: string | number): string | undefined {
  const text = `default: ${written}`;
  const span = { file: { path: "a.yaml", text }, start: 9, end: text.length };
  return rewriteText(span, value)?.edits[0]?.text;
}

describe("a text in the place of another", () => {
  it.each([
    ["RED", "red", "red"],
    ['" Red "', "red", '"red"'],
    ["'Red'", "it's", "'it''s'"],
    ["Yes!", "yes", '"yes"'],
    ["A", "12", '"12"'],
    ["A", "a: b", '"a: b"'],
    ["A", "", '""'],
  ])("%s becomes %s", (written, value, expected) => {
    expect(rewritten(written, value)).toBe(expected);
  });

  it.each([
    ["a number", "RED", 1],
    ["a list", "[a]", "red"],
    ["an anchor's repetition", "*a", "red"],
    ["an anchor", "&a RED", "red"],
    ["a text over lines", "|\n  RED", "red"],
  ])("%s is left alone", (_, written, value) => {
    expect(rewritten(written, value)).toBeUndefined();
  });

  it("is read back as it was meant, whatever it is", () => {
    const value = fc.string({
      unit: fc.constantFrom("a", "B", " ", ":", "#", "'", '"', "\\", "\n", "0", "-", "é", "{", "~"),
    });
    fc.assert(
      fc.property(value, fc.constantFrom("RED", '"RED"', "'RED'"), (text, written) => {
        expect(parse(`default: ${rewritten(written, text)}`)).toEqual({ default: text });
      }),
    );
  });
});

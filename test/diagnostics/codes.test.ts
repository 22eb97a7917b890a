import { describe, expect, it } from "vitest";
import type { CodeRow } from "../../src/diagnostics/codes/code-row.ts";
import { type Code, codes } from "../../src/diagnostics/codes.ts";

/** Codes whose finding no text can show: code → why. */
const withoutExample: Readonly<Partial<Record<Code, string>>> = {
  "yaml-not-text": "it is about bytes that are not text",
  "yaml-too-large": "the text would be a megabyte",
  "yaml-byte-order-mark": "the character can't be seen",
  "manifest-unreadable": "the file is the compiler's own, and any damage does it",
  "not-utf8": "it is about bytes that are not text",
  "file-unreadable": "the reason is the machine's: permissions, a broken link, a disk",
};

const rows: readonly (readonly [string, CodeRow])[] = Object.entries(codes);

describe.each(rows)("%s", (code, explain) => {
  it("is a name of words joined by '-'", () => {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
  });

  it("says why it exists, in a sentence", () => {
    expect(explain.why.length).toBeGreaterThanOrEqual(20);
    expect(explain.why).toMatch(/[.?]$/);
  });

  it("shows how it looks and how it should look, unless no text can", () => {
    const shown = explain.bad !== undefined && explain.good !== undefined;
    expect(shown).toBe(!Object.hasOwn(withoutExample, code));
    if (shown) expect(explain.bad).not.toBe(explain.good);
  });

  it("names the day on which its source was looked at, and no day without a source", () => {
    expect(explain.checkedOn === undefined).toBe(explain.source === undefined);
    if (explain.checkedOn !== undefined)
      expect(explain.checkedOn).toMatch(/^20\d\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/);
  });
});

it("excuses only codes that there are", () => {
  expect(Object.keys(withoutExample).filter((code) => !Object.hasOwn(codes, code))).toEqual([]);
});

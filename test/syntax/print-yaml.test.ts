import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPrintable, printYaml } from "../../src/compiler/syntax/print-yaml.ts";
import { readYaml } from "../../src/compiler/syntax/read-yaml.ts";
import { jsonOf } from "../../src/compiler/syntax/spec-node.ts";
import type { Json } from "../../src/contract/json.ts";

/** What the reader of schema files makes of a text; its complaints are thrown. */
function read(text: string): Json {
  const { value, diagnostics } = readYaml({ path: "schema/catalog.yaml", text });
  if (value === undefined || diagnostics.length > 0) throw new Error(`${JSON.stringify(diagnostics)}\n${text}`);
  return jsonOf(value);
}

/** Texts made of what trips readers of YAML. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        " ",
        "  ",
        "\t",
        "\r",
        ": ",
        " #",
        "---",
        "...",
        "- ",
        "? ",
        "|",
        ">",
        "&a",
        "*a",
        "!!str",
        "%",
        "@",
        "`",
        "'",
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        "\0",
        "\u0007",
        "\u0085",
        "\u2028",
        "\ufeff",
        "\ufffd",
        "\uffff",
        "\u202e",
        "é",
        "日本",
        "👩‍👩‍👧",
        "💡",
        "null",
        "true",
        "no",
        "~",
        "0x1f",
        "1e3",
        ".5",
        "1_000",
        "2026-01-31",
        "a",
        "word",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const anyValue = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    hostileText,
    fc.constantFrom<Json>(null, true, false, 0, -1, 0.5, 1e21 + 0.5, 1e-9, 9007199254740991),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(hostileText, fc.constantFrom("__proto__", "constructor", "type")), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

describe("printing YAML", () => {
  test("what is printed is read again as the same value", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        fc.pre(isPrintable(value));
        expect(read(printYaml(value))).toEqual(value);
      }),
      { numRuns: 1500 },
    );
  });

  test("a text alone is read again, however it is built", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        fc.pre(isPrintable(text));
        expect(read(printYaml({ description: text, list: [text, { [text]: text }] }))).toEqual({
          description: text,
          list: [text, { [text]: text }],
        });
      }),
      { numRuns: 1500 },
    );
  });

  test("small things stand on one line, long texts in blocks, doubtful ones in quotes", () => {
    const value: Json = {
      name: "note_create",
      summary: "Create a note.",
      description: "First line: the note.\n\nSecond line # no comment, and long enough to stand in a block.\n",
      effects: { read_only: false, destructive: false },
      params: {
        title: { type: "string", trim: false, description: "What it's about: anything, at all" },
        mode: { type: "enum", values: ["no", "", "a b", "x: y"] },
      },
      list: [{ a: 1, b: "x".repeat(130) }, [1, 2], "- x"],
      empty: [],
      none: {},
    };
    expect(printYaml(value)).toBe(`name: note_create
summary: Create a note.
description: |+
  First line: the note.

  Second line # no comment, and long enough to stand in a block.
effects: {read_only: false, destructive: false}
params:
  title: {type: string, trim: false, description: "What it's about: anything, at all"}
  mode: {type: enum, values: ["no", "", a b, "x: y"]}
list:
  - a: 1
    b: ${"x".repeat(130)}
  - [1, 2]
  - "- x"
empty: []
none: {}
`);
  });

  test("what no schema file can hold is reported beforehand", () => {
    const values: readonly Json[] = [2 ** 53, -(2 ** 60), "\ud800", { "\udfff": 1 }, [1, ["\ud83d"]]];
    expect(values.map(isPrintable)).toEqual([false, false, false, false, false]);
    expect(isPrintable({ a: ["💡", 0.5, 9007199254740991, null] })).toBe(true);
  });
});

import { expect, it } from "vitest";
import { displayCells, escapedJson, safeOnTerminal, visible } from "../../src/diagnostics/display-text.ts";

it("spells out what GitHub Actions obeys anywhere in a line of a log", () => {
  expect(visible("tool '##[add-mask]x' and ###[group]y, but #[a] and ## [b]")).toBe(
    "tool '#\\u{23}[add-mask]x' and ##\\u{23}[group]y, but #[a] and ## [b]",
  );
});

it.each(["##[error]x", "a ##[error]x", "a ###[error]x", "é ##[error]x"])(
  "shows %j cell by cell as in one go",
  (line) => {
    const cells = displayCells(line);
    expect(cells.map(({ text }) => text).join("")).toBe(visible(line));
    expect(cells.map(({ start, end }) => line.slice(start, end)).join("")).toBe(line);
    // Carets stand under what they mean: a column for each sign that is shown.
    expect(cells.reduce((sum, { width }) => sum + width, 0)).toBe(visible(line).length);
  },
);

it.each([
  ["a family", "\u{1f468}\u200d\u{1f469}\u{1f3fd}\u200d\u{1f467}"],
  ["a heart in colour", "\u2764\ufe0f"],
  ["a keycap", "1\ufe0f\u20e3"],
  ["Persian", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["Sinhala", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"],
])("leaves invisible signs where a script or an emoji has them: %s", (_title, text) => {
  expect(visible(text)).toBe(text);
  expect(
    displayCells(text)
      .map((cell) => cell.text)
      .join(""),
  ).toBe(text);
});

it.each([
  ["a\u200bb", "a\\u{200b}b"],
  ["a\u200db", "a\\u{200d}b"],
  ["a\u200cb", "a\\u{200c}b"],
  ["a\ufe0fb", "a\\u{fe0f}b"],
  ["\u2764\ufe0f\ufe0f", "\u2764\ufe0f\\u{fe0f}"],
  ["\u{1f3f4}\u{e0067}", "\u{1f3f4}\\u{e0067}"],
  ["a\u{e0100}", "a\\u{e0100}"],
  ["soft\u00adhyphen", "soft\\u{ad}hyphen"],
  ["\u3164", "\\u{3164}"],
  ["\ud800", "\\u{d800}"],
  ["\u009b2J", "\\u{9b}2J"],
])("spells out what can't be seen elsewhere: %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it("lets a terminal have colours, lines and tabs, and nothing else that acts", () => {
  expect(safeOnTerminal("\u001b[1m\u001b[31mred\u001b[39m\u001b[22m\tx\r\ny\n")).toBe(
    "\u001b[1m\u001b[31mred\u001b[39m\u001b[22m\tx\ny\n",
  );
  for (const sequence of ["[2J", "[8m", "[30m", "[40m", "[31;8m", "[H", "]0;x\u0007", "[?25l"]) {
    expect(safeOnTerminal(`\u001b${sequence}`)).toMatch(/^\\u\{1b\}/);
  }
});

it("keeps JSON what it is", () => {
  const value = { "a\u202e": ["\u009b", "\u{e0067}", "\ud800", "é\u2764\ufe0f\n"] };
  const text = escapedJson(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toMatch(/^[^\p{Cs}\p{Default_Ignorable_Code_Point}\u0080-\u009f]*$/u);
});

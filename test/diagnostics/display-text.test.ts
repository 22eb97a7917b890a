import { expect, it } from "vitest";
import { displayCells, visible } from "../../src/diagnostics/display-text.ts";

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

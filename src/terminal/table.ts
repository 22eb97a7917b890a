import Table from "cli-table3";

const lines = ["top", "bottom", "left", "right", "mid"];
const corners = ["top-mid", "top-left", "top-right", "bottom-mid", "bottom-left", "bottom-right"];
const crossings = ["left-mid", "mid-mid", "right-mid"];
/** Nothing where cells of a table meet, but for the space before and between them. */
const chars = {
  ...Object.fromEntries([...lines, ...corners, ...crossings].map((name) => [name, ""])),
  left: "  ",
  middle: "  ",
};

export interface TableOptions {
  /** Columns from this one on hold numbers and stand at the right. */
  readonly numbersFrom?: number;
}

/**
 * Columns without lines between them, indented by two. The last column is wrapped where the terminal ends; without a
 * terminal nothing is wrapped, so that `grep` finds whole lines.
 */
export function table(
  rows: readonly (readonly string[])[],
  columns: number | undefined,
  { numbersFrom = Number.POSITIVE_INFINITY }: TableOptions = {},
): string {
  const [first] = rows;
  if (first === undefined) return "";
  const widths = first.map((_, index) => Math.max(...rows.map((row) => visibleWidth(row[index] ?? ""))));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 2);
  const last = columns === undefined || numbersFrom < first.length ? undefined : Math.max(24, columns - before);
  const drawn = new Table({
    chars,
    colAligns: first.map((_, index) => (index < numbersFrom ? "left" : "right")),
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    ...(last === undefined ? {} : { wordWrap: true, colWidths: [...widths.slice(0, -1), last] }),
  });
  drawn.push(...rows.map((row) => [...row]));
  return drawn
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Without the codes that colour it. */
function visibleWidth(text: string): number {
  return [...text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g"), "")].length;
}

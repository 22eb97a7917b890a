import { type Cell, displayCells, visible } from "./display-text.ts";
import type { Palette } from "./palette.ts";
import { lineText, positionAt, type Span } from "./source-file.ts";

/** Widest part of a source line that is shown, in columns. */
const maxColumns = 100;
/** Columns that stay in view before the caret when a line is cut. */
const lead = 30;

/**
 * The line of a span with carets under it and the help behind them:
 *
 *     14 |     result: {ref: Noet}
 *        |                   ^^^^ did you mean 'Note'?
 *
 * A span over several lines is underlined to the end of its first.
 */
export function codeFrame(span: Span, help: string | undefined, palette: Palette): readonly string[] {
  const { line, column } = positionAt(span.file, span.start);
  const text = lineText(span.file, line);
  const from = column - 1;
  const to = Math.max(from + 1, Math.min(from + span.end - span.start, text.length));
  const { before, marked, after } = window(displayCells(text), from, to);
  const number = String(line);
  const gutter = " ".repeat(number.length);
  const caret = "^".repeat(Math.max(1, columns(marked)));
  const shown = `${write(before)}${write(marked)}${write(after)}`.trimEnd();
  return [
    `  ${palette.dim(`${number} |`)}${shown === "" ? "" : ` ${shown}`}`,
    `  ${palette.dim(`${gutter} |`)} ${" ".repeat(columns(before))}${palette.mark(caret)}${help === undefined ? "" : ` ${palette.help(visible(help))}`}`,
  ];
}

interface Window {
  readonly before: readonly Cell[];
  readonly marked: readonly Cell[];
  readonly after: readonly Cell[];
}

/** Cuts a long line around what is marked; a cut is shown as an ellipsis. */
function window(cells: readonly Cell[], from: number, to: number): Window {
  let before = cells.filter((cell) => cell.end <= from);
  let marked = cells.filter((cell) => cell.end > from && cell.start < to);
  let after = cells.filter((cell) => cell.end > from && cell.start >= to);
  if (columns(cells) <= maxColumns) return { before, marked, after };
  const ellipsis: Cell = { text: "…", width: 1, start: from, end: from };
  // A caret near the end of the line leaves its room to what stands before it.
  const behind = columns(marked) + columns(after);
  const keptBefore = Math.max(lead, maxColumns - behind);
  if (columns(before) > keptBefore) before = [ellipsis, ...lastColumns(before, keptBefore - 1)];
  const room = maxColumns - columns(before);
  if (columns(marked) > room) return { before, marked: [...firstColumns(marked, room - 1), ellipsis], after: [] };
  marked = [...marked];
  if (columns(marked) + columns(after) > room) {
    after = [...firstColumns(after, Math.max(0, room - columns(marked) - 1)), ellipsis];
  }
  return { before, marked, after };
}

function firstColumns(cells: readonly Cell[], limit: number): readonly Cell[] {
  let width = 0;
  const end = cells.findIndex((cell) => {
    width += cell.width;
    return width > limit;
  });
  return end === -1 ? cells : cells.slice(0, end);
}

function lastColumns(cells: readonly Cell[], limit: number): readonly Cell[] {
  return firstColumns(cells.toReversed(), limit).toReversed();
}

function columns(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

function write(cells: readonly Cell[]): string {
  return cells.map((cell) => cell.text).join("");
}

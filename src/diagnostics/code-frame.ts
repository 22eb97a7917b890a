import { characterStart } from "../contract/utf8.ts";
import { type Cell, displayCells, type Palette, visible } from "./display-text.ts";
import { lineCount, lineText, positionAt, type SourceFile, type Span } from "./source-file.ts";

/** Maximum width of a source line that is shown, in columns. */
const maxColumns = 100;
/** Columns that stay visible before the caret when a line is cut. */
const lead = 30;

/**
 * The line of a span with carets under it and the help behind them:
 *
 *     14 |     result: {ref: Noet}
 *        |                   ^^^^ did you mean 'Note'?
 *
 * A span over several lines is underlined to the end of its first.
 * @param context lines that are shown before and after it, dimmed; a part of a long line is shown with the same part of these
 */
export function codeFrame(span: Span, help: string | undefined, palette: Palette, context = 0): readonly string[] {
  const { line, column } = positionAt(span.file, span.start);
  const text = lineText(span.file, line);
  const from = column - 1;
  const to = Math.max(from + 1, Math.min(from + span.end - span.start, text.length));
  const { before, marked, after, hidden } = window(stretchOf(text, from), from, to);
  const last = Math.min(lineCount(span.file), line + context);
  const digits = String(Math.max(line, context === 0 ? 0 : last)).length;
  const gutter = (number: number | undefined) => `${String(number ?? "").padStart(digits)} |`;
  const beside = (number: number) => {
    const shown = sidePart(span.file, number, hidden);
    return palette.dim(`  ${gutter(number)}${shown === "" ? "" : ` ${shown}`}`);
  };
  const caret = "^".repeat(Math.max(1, columns(marked)));
  const shown = `${write(before)}${write(marked)}${write(after)}`.trimEnd();
  return [
    ...numbers(Math.max(1, line - context), line - 1).map(beside),
    `  ${palette.dim(gutter(line))}${shown === "" ? "" : ` ${shown}`}`,
    `  ${palette.dim(gutter(undefined))} ${" ".repeat(columns(before))}${palette.mark(caret)}${help === undefined ? "" : ` ${palette.help(visible(help))}`}`,
    ...numbers(line + 1, last).map(beside),
  ];
}

/** Code units around a mark that are read: many times what is shown, also where several make one column. */
const reach = 2000;

/**
 * The cells of a line, of a very long one those near the mark: a list of tools may be one line of several megabytes, with
 * a frame for each finding.
 */
function stretchOf(line: string, from: number): readonly Cell[] {
  if (line.length <= 2 * reach) return displayCells(line);
  const first = characterStart(line, Math.max(0, from - reach));
  const last = characterStart(line, Math.min(line.length, from + reach));
  const cells = displayCells(line.slice(first, last));
  return cells.map((cell) => ({ ...cell, start: cell.start + first, end: cell.end + first }));
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** As much of a line as fits, from the column on where the marked line begins to be shown. */
function sidePart(file: SourceFile, line: number, hidden: number): string {
  const text = lineText(file, line);
  // Near a very long line, or for a long line itself, each code unit counts as one column.
  const skipped = hidden > reach ? characterStart(text, Math.min(text.length, hidden - reach)) : 0;
  const cells = displayCells(text.slice(skipped, characterStart(text, Math.min(text.length, hidden + reach))));
  const part = sideOf(cells, hidden - skipped);
  return skipped > 0 && part === "" && text !== "" ? "…" : part;
}

function sideOf(cells: readonly Cell[], hidden: number): string {
  const whole = columns(cells);
  if (hidden === 0 && whole <= maxColumns) return write(cells).trimEnd();
  if (whole <= hidden) return hidden > 0 && whole > 0 ? "…" : "";
  const rest = hidden === 0 ? cells : [ellipsisAt(0), ...lastColumns(cells, whole - hidden)];
  return write(columns(rest) <= maxColumns ? rest : [...firstColumns(rest, maxColumns - 1), ellipsisAt(0)]).trimEnd();
}

interface Window {
  readonly before: readonly Cell[];
  readonly marked: readonly Cell[];
  readonly after: readonly Cell[];
  /** Columns that were cut off at the beginning of the line. */
  readonly hidden: number;
}

function ellipsisAt(offset: number): Cell {
  return { text: "…", width: 1, start: offset, end: offset };
}

/** Cuts a long line around what is marked; a cut is shown as an ellipsis. */
function window(cells: readonly Cell[], from: number, to: number): Window {
  let before = cells.filter((cell) => cell.end <= from);
  let marked = cells.filter((cell) => cell.end > from && cell.start < to);
  let after = cells.filter((cell) => cell.end > from && cell.start >= to);
  if (columns(cells) <= maxColumns) return { before, marked, after, hidden: 0 };
  const ellipsis = ellipsisAt(from);
  // A caret near the end of the line leaves more columns for the text before it.
  const behind = columns(marked) + columns(after);
  const keptBefore = Math.max(lead, maxColumns - behind);
  const all = columns(before);
  if (all > keptBefore) before = [ellipsis, ...lastColumns(before, keptBefore - 1)];
  // The ellipsis stands in the first column that is shown.
  const skipped = cells[0]?.start ?? 0;
  const hidden = before[0] === ellipsis ? skipped + all - columns(before) + 1 : 0;
  const free = maxColumns - columns(before);
  if (columns(marked) > free)
    return { before, marked: [...firstColumns(marked, free - 1), ellipsis], after: [], hidden };
  marked = [...marked];
  if (columns(marked) + columns(after) > free) {
    after = [...firstColumns(after, Math.max(0, free - columns(marked) - 1)), ellipsis];
  }
  return { before, marked, after, hidden };
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

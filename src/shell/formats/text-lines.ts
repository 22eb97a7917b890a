/** The end of line that a text uses. */
export function endOfLine(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Offset of the line that a place is on. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Offset behind the line that a place is on, its end included. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

/** Whole lines put in at the beginning of a line, or behind a last line without an end. */
export function insertLines(text: string, at: number, lines: readonly string[]): string {
  const eol = endOfLine(text);
  const before = text.slice(0, at);
  const gap = before === "" || before.endsWith("\n") ? "" : eol;
  const isLast = at >= text.length && gap !== "";
  return `${before}${gap}${lines.join(eol)}${isLast ? "" : eol}${text.slice(at)}`;
}

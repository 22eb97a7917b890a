/** A text of the author, with its path relative to the project (`/` separators). */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A place in a source file. Offsets are 0-based UTF-16 code units, `end` is exclusive. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** Line and column as editors show them: both 1-based; columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const lineStarts = new WeakMap<SourceFile, readonly number[]>();

/** The position of an offset. Offsets past the end are clamped. */
export function positionAt(file: SourceFile, offset: number): Position {
  const starts = startsOf(file);
  const at = Math.max(0, Math.min(offset, file.text.length));
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
}

/** The text of a 1-based line, without its line break. */
export function lineText(file: SourceFile, line: number): string {
  const starts = startsOf(file);
  const start = starts[line - 1];
  if (start === undefined) return "";
  return file.text.slice(start, starts[line] ?? file.text.length).replace(/\r?\n$/, "");
}

/** The number of lines of a text; a line break at its end does not begin another one. */
export function lineCount(file: SourceFile): number {
  const starts = startsOf(file);
  return starts.length > 1 && starts.at(-1) === file.text.length ? starts.length - 1 : starts.length;
}

function startsOf(file: SourceFile): readonly number[] {
  const known = lineStarts.get(file);
  if (known !== undefined) return known;
  const starts = [0];
  for (let at = file.text.indexOf("\n"); at !== -1; at = file.text.indexOf("\n", at + 1)) starts.push(at + 1);
  lineStarts.set(file, starts);
  return starts;
}

/** Offset of the first character of the line that holds `at`. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", Math.max(0, at - 1)) + 1;
}

/** Offset of the line break that ends the line of `at`, or the text's end. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** Offset where the next line begins, or the text's end. */
export function nextLine(text: string, at: number): number {
  return Math.min(lineEnd(text, at) + 1, text.length);
}

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

import type { Span } from "../../diagnostics/source-file.ts";

// `{name}` in a message is replaced by a value; two braces are a reference, which is checked where texts are read.

/** Names of the placeholders of a text, each once, in the order of the text. */
export function placeholdersOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/(?<!\{)\{([a-z][a-z0-9_]*)\}(?!\})/g)].map((match) => match[1] ?? ""))];
}

/** The span of a placeholder in the source of its text; the whole text where it is folded or in its own file. */
export function placeholderSpan(text: Span, name: string): Span {
  const written = text.file.text.slice(text.start, text.end);
  const found = new RegExp(`(?<!\\{)\\{${name}\\}(?!\\})`).exec(written);
  if (found === null) return text;
  const start = text.start + found.index;
  return { file: text.file, start, end: start + found[0].length };
}

import { Lexer } from "yaml";
import type { SourceFile, Span } from "../../diagnostics/source-file.ts";

/** The comments of any text that the library can read, in order, without the spaces behind them: its own lexer separates them from texts. */
export function commentsOf(source: SourceFile): readonly Span[] {
  const comments: Span[] = [];
  let offset = 0;
  let inScalar = false;
  for (const token of new Lexer().lex(source.text)) {
    // The lexer marks documents and scalars by control characters that are not part of the text.
    if (token === "\u0002" || token === "\u0018" || token === "\u001f") {
      inScalar = token === "\u001f";
      continue;
    }
    if (!inScalar && token.startsWith("#")) {
      comments.push({ file: source, start: offset, end: offset + token.trimEnd().length });
    }
    inScalar = false;
    offset += token.length;
  }
  return comments;
}

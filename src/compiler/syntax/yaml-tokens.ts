import { Lexer } from "yaml";

/** The tokens of any text, valid or not, with the offset of each in UTF-16 code units. */
export function* yamlTokens(text: string): Generator<{ readonly token: string; readonly start: number }> {
  let start = 0;
  for (const token of new Lexer().lex(text)) {
    // The lexer marks documents and scalars by control characters that are not part of the text.
    if (token === "\u0002" || token === "\u0018" || token === "\u001f") continue;
    yield { token, start };
    start += token.length;
  }
}

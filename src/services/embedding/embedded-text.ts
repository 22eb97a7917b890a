import { createHash } from "node:crypto";

/** Models read some thousand characters; of longer texts the beginning says what they are about. */
const maxCharacters = 6_000;

/** What the vector of a memory is made of. A title that the content begins with says nothing more. */
export function embeddedText({ title, content }: { readonly title: string; readonly content: string }): string {
  const text = content.trimStart().startsWith(title) ? content : `${title}\n${content}`;
  return cut(text);
}

/** What the vector of a question is made of. */
export function embeddedQuestion(context: string): string {
  return cut(context);
}

export function hashOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

function cut(text: string): string {
  return text.slice(0, maxCharacters);
}

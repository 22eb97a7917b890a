/**
 * A text in the form in which parts of texts are searched: NFKC, lower case, and every control character (also a line end) is a
 * space.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/\p{Cc}/gu, " ");
}

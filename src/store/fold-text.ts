/**
 * A text as it is compared when somebody looks for a part of it: NFKC, lower case, and every control character (line ends
 * among them) counts as a space.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/\p{Cc}/gu, " ");
}

/** Order by UTF-16 code units, the same on every machine and in every language. For `sort`. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

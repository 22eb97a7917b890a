/**
 * A name as one word of a namespace: NFKC, lower case, and every run of anything but letters, digits and marks of any
 * script, '.', '_' and '-' becomes one '-'. A slug is its own slug.
 * @returns undefined when the name contains no letter or digit
 */
export function slug(name: string): string | undefined {
  const folded = name.normalize("NFKC").toLowerCase().normalize("NFKC");
  const word = folded.replaceAll(/[^\p{L}\p{N}\p{M}._-]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  return /[\p{L}\p{N}]/u.test(word) ? word : undefined;
}

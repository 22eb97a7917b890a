/** Tags that differ only in letter case or in width are one tag. */
export function foldTag(tag: string): string {
  return tag.normalize("NFKC").toLowerCase();
}

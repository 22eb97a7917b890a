const maxTagLength = 128;

/** The tag for a kind of code, in one spelling, so that a filter finds it; undefined for none. */
export function codeTypeTag(codeType: string | undefined): string | undefined {
  const tag = [...(codeType ?? "").trim().toLowerCase()].slice(0, maxTagLength).join("").trim();
  return tag === "" ? undefined : tag;
}

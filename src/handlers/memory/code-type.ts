const maxTagLength = 128;

/** The tag under which a kind of code is kept, so that a filter finds it however it is spelled; undefined for none. */
export function codeTypeTag(codeType: string | undefined): string | undefined {
  const tag = [...(codeType ?? "").trim().toLowerCase()].slice(0, maxTagLength).join("").trim();
  return tag === "" ? undefined : tag;
}

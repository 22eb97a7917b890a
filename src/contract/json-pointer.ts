/** Appends a key to a JSON Pointer, escaping `~` and `/`. @see RFC 6901, section 3 */
export function childPath(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}/${key}`;
  return `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The keys of a JSON Pointer, unescaped; `""` has none. */
export function pathKeys(path: string): readonly string[] {
  if (path === "") return [];
  return path
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

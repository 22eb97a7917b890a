import type { Span } from "../../diagnostics/source-file.ts";

/**
 * Where each part of a Catalog was written: JSON Pointer into the Catalog → span in the YAML. The Catalog itself stays
 * plain data; rules look up positions here.
 */
export type Origins = ReadonlyMap<string, Span>;

/** The span of the nearest ancestor that has one; otherwise the catalog's own file. */
export function originOf(origins: Origins, pointer: string): Span | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const span = origins.get(at);
    if (span !== undefined || at === "") return span;
  }
}

/** The key of a map's entry rather than its value; `originOf` falls back from it as from any pointer. */
export function keyOf(pointer: string): string {
  return `${pointer}#`;
}

/** The whole text file of a text in its own file: the text's own pointer leads to the place that names the file. */
export function fileOf(pointer: string): string {
  return `${pointer}#file`;
}

/** Appends keys to a JSON Pointer, escaping `~` and `/` (RFC 6901). */
export function pointer(base: string, ...keys: readonly (string | number)[]): string {
  let path = base;
  for (const key of keys) path += `/${typeof key === "number" ? key : escaped(key)}`;
  return path;
}

function escaped(key: string): string {
  // A catalog has a hundred thousand pointers, and hardly one of these keys.
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

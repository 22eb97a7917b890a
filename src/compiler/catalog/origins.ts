import type { Span } from "../../diagnostics/source-file.ts";

/**
 * Where each part of a Catalog was written: JSON Pointer into the Catalog → span in the YAML. The Catalog itself stays
 * plain data; rules look up positions here.
 */
export interface Origins extends Iterable<readonly [pointer: string, span: Span]> {
  readonly get: (pointer: string) => Span | undefined;
}

/**
 * Origins that are kept in parts, so that those of one tool can be replaced alone.
 * @param others of everything else, each place in one of them
 * @param tools of each tool in catalog order; the pointers are those into the whole catalog
 */
export function joinOrigins(
  others: readonly ReadonlyMap<string, Span>[],
  tools: readonly ReadonlyMap<string, Span>[],
): Origins {
  return {
    get(pointer) {
      if (!pointer.startsWith(toolsPlace)) return others.find((each) => each.has(pointer))?.get(pointer);
      const end = pointer.indexOf("/", toolsPlace.length);
      const index = pointer.slice(toolsPlace.length, end === -1 ? undefined : end);
      return tools[Number.parseInt(index, 10)]?.get(pointer);
    },
    *[Symbol.iterator]() {
      for (const each of [...others, ...tools]) yield* each;
    },
  };
}

const toolsPlace = "/tools/";

/** Of a catalog that was not written in YAML. */
export const noOrigins: Origins = new Map();

/** The span of the nearest ancestor that has one; otherwise the catalog's own file. */
export function originOf(origins: Origins, pointer: string): Span | undefined {
  if (origins === noOrigins) return undefined;
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
  return key.includes("~") || key.includes("/") ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

import { isJsonObject } from "./json.ts";
import { ownValue } from "./own-property.ts";

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

/** What a JSON Pointer leads to; undefined where nothing is. */
export function valueAt(value: unknown, path: string): unknown {
  let part = value;
  for (const key of pathKeys(path)) {
    if (Array.isArray(part)) part = part[Number(key)];
    else part = isJsonObject(part) ? ownValue(part, key) : undefined;
  }
  return part;
}

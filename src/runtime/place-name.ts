import { quoteName } from "../contract/found.ts";
import { pathKeys } from "../contract/json-pointer.ts";
import { limits } from "../contract/limits.ts";

/**
 * A pointer as people write it: `tags[3].name`.
 * @param root name of the whole value
 */
export function placeName(path: string, root: string): string {
  if (path === "") return root;
  const text = pathKeys(path).reduce((place, key) => {
    if (/^\d+$/.test(key)) return `${place}[${key}]`;
    const name = /^\w+$/.test(key) ? key : quoteName(key);
    return place === "" ? name : `${place}.${name}`;
  }, "");
  return text.length > 3 * limits.nameLength ? `${text.slice(0, 3 * limits.nameLength)}…` : text;
}

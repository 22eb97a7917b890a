import type { Diagnostic } from "./diagnostic.ts";

/** The same text for the same finding in the same place. A session asks for it again at each edit. */
export function findingKey(found: Diagnostic): string {
  const known = keys.get(found);
  if (known !== undefined) return known;
  const { span } = found;
  const key = JSON.stringify([found.code, found.message, span?.file.path, span?.start, span?.end]);
  keys.set(found, key);
  return key;
}

const keys = new WeakMap<Diagnostic, string>();

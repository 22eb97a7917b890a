/**
 * JSON with sorted object keys (code-unit order) and no `undefined`: equal values give equal bytes. Arrays keep their
 * order; lists that are sets were sorted by `resolve`.
 * @returns text with two-space indentation and a final newline
 */
export function canonicalJson(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), undefined, 2)}\n`;
}

/** The same on one line, without a final newline: for hashes and comparisons. */
export function canonicalJsonLine(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const child = (value as Record<string, unknown>)[key];
    if (child === undefined) continue;
    if (key !== "__proto__") sorted[key] = sortKeys(child);
    // It must stay a key.
    else
      Object.defineProperty(sorted, key, {
        value: sortKeys(child),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return sorted;
}

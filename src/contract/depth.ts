/**
 * Whether a value nests arrays and objects deeper than a number of levels; an empty object is one level. It descends no deeper
 * than that, so no value can overflow the stack.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels <= 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(levels - 1, item)) return true;
    return false;
  }
  // No list of the values: nearly all calls pass here. What is inherited is a function.
  for (const name in value)
    if (isDeeperThan(levels - 1, (value as Readonly<Record<string, unknown>>)[name])) return true;
  return false;
}

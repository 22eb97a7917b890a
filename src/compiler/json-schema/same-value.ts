/**
 * Deep equality of JSON values of any depth: no recursion. The order of keys does not matter, that of items does.
 * @throws never
 */
export function sameValue(a: unknown, b: unknown): boolean {
  const waiting: unknown[] = [a, b];
  while (waiting.length > 0) {
    const right = waiting.pop();
    const left = waiting.pop();
    if (left === right) continue;
    if (!isHolder(left) || !isHolder(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      waiting.push(left[key], right[key]);
    }
  }
  return true;
}

function isHolder(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null;
}

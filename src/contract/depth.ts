/**
 * Whether a value nests arrays and objects deeper than a number of levels; an empty object is one level. Without recursion, so
 * that no value can overflow the stack.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level: readonly object[] = isNesting(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    const below: object[] = [];
    for (const parent of level) {
      for (const child of Array.isArray(parent) ? parent : Object.values(parent)) {
        if (isNesting(child)) below.push(child);
      }
    }
    level = below;
  }
  return false;
}

function isNesting(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

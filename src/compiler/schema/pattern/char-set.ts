/** Code points as sorted, disjoint, inclusive ranges. */
export type CharSet = readonly (readonly [low: number, high: number])[];

export const lastCodePoint = 0x10ffff;
export const anyChar: CharSet = [[0, lastCodePoint]];

/** Sorts and merges ranges. */
export function charSet(ranges: CharSet): CharSet {
  const merged: [number, number][] = [];
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

/** All code points that are not in the set. */
export function complement(set: CharSet): CharSet {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [low, high] of charSet(set)) {
    if (low > next) rest.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= lastCodePoint) rest.push([next, lastCodePoint]);
  return rest;
}

export function contains(set: CharSet, point: number): boolean {
  return set.some(([low, high]) => low <= point && point <= high);
}

export const digits: CharSet = [[0x30, 0x39]];
export const wordChars: CharSet = charSet([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);
export const lineTerminators: CharSet = charSet([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);
/** ECMAScript WhiteSpace and LineTerminator: what `\s` matches and `trim` takes off. */
export const whiteSpace: CharSet = charSet([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);

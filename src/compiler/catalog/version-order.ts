/** Major, minor, patch; undefined when it is not a semver version. Pre-release parts are ignored. */
export function readVersion(text: string): readonly [number, number, number] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}

export function isLater(a: readonly [number, number, number], b: readonly [number, number, number]): boolean {
  return a[0] - b[0] > 0 || (a[0] === b[0] && (a[1] - b[1] > 0 || (a[1] === b[1] && a[2] > b[2])));
}

/** Does one version come after another? false when one of them is not a version. */
export function isLaterVersion(text: string, than: string): boolean {
  const a = readVersion(text);
  const b = readVersion(than);
  return a !== undefined && b !== undefined && isLater(a, b);
}

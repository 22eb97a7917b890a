import type { Bump } from "./change.ts";

/** Major, minor, patch; undefined when it is no semver version. Pre-release parts are not looked at. */
export function readVersion(text: string): readonly [number, number, number] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}

/** How far one version lies before another; "none" when it does not. */
export function bumpBetween(from: string, to: string): Bump {
  const was = readVersion(from);
  const is = readVersion(to);
  if (was === undefined || is === undefined || !isLater(is, was)) return "none";
  if (is[0] !== was[0]) return "major";
  return is[1] === was[1] ? "patch" : "minor";
}

export function isLater(a: readonly [number, number, number], b: readonly [number, number, number]): boolean {
  return a[0] - b[0] > 0 || (a[0] === b[0] && (a[1] - b[1] > 0 || (a[1] === b[1] && a[2] > b[2])));
}

/** The least version that is the given bump above another. */
export function bumped(version: string, bump: Bump): string {
  const [major, minor, patch] = readVersion(version) ?? [0, 0, 0];
  if (bump === "major") return `${major + 1}.0.0`;
  if (bump === "minor") return `${major}.${minor + 1}.0`;
  return bump === "patch" ? `${major}.${minor}.${patch + 1}` : version;
}

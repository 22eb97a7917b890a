import { isLater, readVersion } from "../catalog/version-order.ts";
import type { Bump } from "./change.ts";

/** How far one version lies before another; "none" when it does not. */
export function bumpBetween(from: string, to: string): Bump {
  const was = readVersion(from);
  const is = readVersion(to);
  if (was === undefined || is === undefined || !isLater(is, was)) return "none";
  if (is[0] !== was[0]) return "major";
  return is[1] === was[1] ? "patch" : "minor";
}

/** The least version that is the given bump above another. */
export function bumped(version: string, bump: Bump): string {
  const [major, minor, patch] = readVersion(version) ?? [0, 0, 0];
  if (bump === "major") return `${major + 1}.0.0`;
  if (bump === "minor") return `${major}.${minor + 1}.0`;
  return bump === "patch" ? `${major}.${minor}.${patch + 1}` : version;
}

import type { Lifetimes, MemoryRow, Tier, UseOfMemories } from "../../store/memory-rows.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long memories live without use. Those of the tier long are kept until they are removed. */
export const lifetimesMs: Lifetimes = { short: 6 * hourMs, mid: 7 * dayMs };

/** What becomes of a memory by its use: every fifth time that it is found or read it goes up by a tier, short to mid and mid to long. */
export const byUse: UseOfMemories = { ...lifetimesMs, promotedEvery: 5 };

const order: readonly Tier[] = ["short", "mid", "long"];

/** When a memory written at `now` ends; null: never. */
export function expiryOf(tier: Tier, now: number): number | null {
  return tier === "long" ? null : now + lifetimesMs[tier];
}

/** When a memory ends that was used at `now`: never earlier than before. */
export function lengthened(
  { tier, expiresAt }: { readonly tier: Tier; readonly expiresAt: number | null },
  now: number,
) {
  // An end that was set for a memory of the tier long is the caller's own.
  return expiresAt === null || tier === "long" ? expiresAt : Math.max(expiresAt, now + lifetimesMs[tier]);
}

/** Neither archived nor expired at `now`. */
export function isLive({ archivedAt, expiresAt }: Pick<MemoryRow, "archivedAt" | "expiresAt">, now: number): boolean {
  return archivedAt === null && (expiresAt === null || expiresAt > now);
}

/** The later of two ends; null is never. */
export function laterExpiry(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}

export function higherTier(a: Tier, b: Tier): Tier {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

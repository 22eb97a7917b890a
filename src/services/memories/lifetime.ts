import type { Tier } from "../../store/memory-rows.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const lifetimesMs = { short: 6 * hourMs, mid: 7 * dayMs } as const;

const order: readonly Tier[] = ["short", "mid", "long"];

/** When a memory written at `now` ends; null: never. */
export function expiryOf(tier: Tier, now: number): number | null {
  return tier === "long" ? null : now + lifetimesMs[tier];
}

/** The later of two ends; null is never. */
export function laterExpiry(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}

export function higherTier(a: Tier, b: Tier): Tier {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

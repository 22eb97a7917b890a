import type { AdaptDbCloneResult } from "../../../generated/contracts/db_clone.ts";

/** The duration in nanoseconds, as Go has it. */
export const dbCloneResult: AdaptDbCloneResult = ({ source, target, size, duration_ms }) => ({
  source,
  target,
  size: size ?? 0,
  duration: duration_ms * 1_000_000,
});

import type { AdaptDbDumpResult } from "../../../generated/contracts/db_dump.ts";

/** The duration in nanoseconds, as Go has it. */
export const dbDumpResult: AdaptDbDumpResult = ({ path, size, database, duration_ms }) => ({
  path,
  size,
  database,
  duration: duration_ms * 1_000_000,
});

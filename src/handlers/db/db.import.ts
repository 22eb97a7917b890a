import type { AdaptDbImportResult } from "../../../generated/contracts/db_import.ts";

/** The duration in nanoseconds, as Go has it. */
export const dbImportResult: AdaptDbImportResult = ({ path, database, duration_ms }) => ({
  path,
  database,
  duration: duration_ms * 1_000_000,
});

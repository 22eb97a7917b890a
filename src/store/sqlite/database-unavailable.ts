import { HostUnavailable } from "../../runtime/errors.ts";
import type { Retry } from "../../runtime/result.ts";

/**
 * The database can't be used. The caller reads "the database", the operator which one.
 * @param path the file
 * @param problem goes on after the database: "is locked by another process"
 */
export function databaseUnavailable(path: string, problem: string, retry: Retry, cause?: unknown): HostUnavailable {
  return new HostUnavailable(`the database ${problem}`, retry, {
    operatorMessage: `the database '${path}' ${problem}`,
    ...(cause === undefined ? {} : { cause }),
  });
}

import { setTimeout } from "node:timers/promises";
import { releaseLock, takeLock } from "../../process/lock-file.ts";
import { CliError } from "../../terminal/cli-error.ts";

/** Longer than a request to an authorization server may take. */
const maxWaitMs = 40_000;
const pauseMs = 50;

/**
 * Works while no other process does, by a file beside `path`. Others wait; the file of a process that has ended does not count.
 * @throws CliError where another process takes too long, and what the work throws
 */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  const endMs = performance.now() + maxWaitMs;
  while (!(await takeLock(lock))) {
    if (performance.now() > endMs) {
      throw new CliError(`another command is changing '${path}'`, { hint: `if there is none, remove ${lock}` });
    }
    await setTimeout(pauseMs);
  }
  try {
    return await work();
  } finally {
    await releaseLock(lock);
  }
}

import type { Work } from "./engine.ts";

/** A step of SQLite may take half a second, and there has to be a report each second. */
const everyMs = 250;

/**
 * Reports how far it is, four times a second. What is reported has to grow each time: where the work stands still, a fraction does.
 * @returns ends it
 */
export function reportProgress({ progress }: Work, done: () => number, unit: string, total?: number): () => void {
  let reported = -1;
  const timer = setInterval(() => {
    reported = Math.max(done(), reported + 0.001);
    progress(reported, total, unit);
  }, everyMs);
  return () => clearInterval(timer);
}

/** The same for work of which only the time is known. */
export async function reportingTime<T>(work: Work, running: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const stop = reportProgress(work, () => Math.round(performance.now() - started), "milliseconds");
  try {
    return await running();
  } finally {
    stop();
  }
}

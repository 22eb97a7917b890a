import { HostUnavailable } from "../../runtime/errors.ts";
import type { WorkOptions } from "../store.ts";

/** Runs one work after another, in the order of the requests. */
export type WriteQueue = <T>(work: () => Promise<T>, options: WorkOptions) => Promise<T>;

/**
 * The queue of the writes of one process: a write that waits for another process's lock is not overtaken. A write with a signal
 * or a time limit of its own may leave the queue.
 * @param path the database, for messages
 */
export function openWriteQueue(path: string): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  let length = 0;
  return async (work, { patienceMs, signal }) => {
    const before = last;
    let leave = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    last = before.then(() => mine);
    const isFirst = length++ === 0;
    try {
      if (!isFirst) await turn(before, path, patienceMs, signal);
      return await work();
    } finally {
      length--;
      leave();
    }
  };
}

async function turn(
  before: Promise<void>,
  path: string,
  patienceMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (patienceMs === undefined && signal === undefined) return before;
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const leaving = new Promise<never>((_resolve, reject) => {
    if (patienceMs !== undefined) {
      const sentence = `the database '${path}' is busy with earlier writes; try again later`;
      timer = setTimeout(() => reject(new HostUnavailable(sentence, "later")), patienceMs);
    }
    onAbort = () => reject(signal?.reason);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
  try {
    await Promise.race([before, leaving]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
  }
}

// What a process waits for that may never come, because code of a catalog does not end: so that it can be named.
const sentences = new Set<string>();

/** @param sentence says what does not end, as an error */
export async function awaiting<T>(sentence: string, work: Promise<T>): Promise<T> {
  sentences.add(sentence);
  try {
    return await work;
  } finally {
    sentences.delete(sentence);
  }
}

export interface WaitLimit {
  readonly maxMs: number;
  /** What is thrown then. */
  readonly late: () => Error;
}

/** Waits for a limited time: where a timer or a connection keeps the process alive, nothing else says what does not end. */
export async function withLimit<T>(work: Promise<T>, { maxMs, late }: WaitLimit): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), maxMs);
    // Without other work the process notices it sooner; some runtimes give a number.
    if (typeof timer === "object") timer.unref();
  });
  try {
    return await Promise.race([work, passed]);
  } finally {
    clearTimeout(timer);
  }
}

/** The sentence of what was begun last and has not ended. */
export function lastAwaited(): string | undefined {
  return [...sentences].at(-1);
}

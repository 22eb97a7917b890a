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

/** The sentence of what was begun last and has not ended. */
export function lastAwaited(): string | undefined {
  return [...sentences].at(-1);
}

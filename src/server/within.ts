/**
 * Waits for some work, for a limited time.
 * @param cutShort ends the waiting when it is aborted
 * @returns false when the time was over first; a rejection is passed on
 */
export async function within(timeoutMs: number, work: Promise<unknown>, cutShort?: AbortSignal): Promise<boolean> {
  let giveUp: () => void = () => undefined;
  const timeout = new Promise<false>((resolve) => {
    giveUp = () => resolve(false);
  });
  const timer = setTimeout(giveUp, timeoutMs);
  cutShort?.addEventListener("abort", giveUp);
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
    cutShort?.removeEventListener("abort", giveUp);
  }
}

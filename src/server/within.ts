/**
 * Waits for some work, but not for ever.
 * @param hurry when it is aborted, no longer
 * @returns false when the time ran out first; a rejection is passed on
 */
export async function within(timeoutMs: number, work: Promise<unknown>, hurry?: AbortSignal): Promise<boolean> {
  let giveUp: () => void = () => undefined;
  const timeout = new Promise<false>((resolve) => {
    giveUp = () => resolve(false);
  });
  const timer = setTimeout(giveUp, timeoutMs);
  hurry?.addEventListener("abort", giveUp);
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
    hurry?.removeEventListener("abort", giveUp);
  }
}

/**
 * Sends items one after the other. Of equal ones that wait for a slow reader one is sent, so what waits can't grow with time.
 * @param send resolves when the reader can take more
 */
export function createQueue<Item extends string | undefined>(
  send: (item: Item) => Promise<void>,
  onError: (error: Error) => void,
): (item: Item) => void {
  const waiting = new Set<Item>();
  let isSending = false;

  async function sendAll(): Promise<void> {
    isSending = true;
    try {
      // What is added meanwhile is still visited.
      for (const item of waiting) {
        waiting.delete(item);
        await send(item);
      }
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      isSending = false;
    }
  }

  return (item) => {
    waiting.add(item);
    if (!isSending) void sendAll();
  };
}

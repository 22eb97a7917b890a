// The books of one client: which requests went out, and whether each came back once, with the answer it had to get.

const maxFaults = 20;

export function createLedger() {
  const open = new Map();
  const cancelled = new Set();
  const unnamed = new Map();
  const faults = [];
  const counts = { answered: 0, refused: 0, cancelled: 0, busy: 0, faults: 0 };

  function fault(text) {
    counts.faults++;
    if (faults.length < maxFaults) faults.push(text.slice(0, 600));
  }

  function receiveUnnamed(message) {
    const code = message.error?.code;
    const left = unnamed.get(code) ?? 0;
    if (left === 0) fault(`an answer without an id that nothing asked for: ${JSON.stringify(message)}`);
    else unnamed.set(code, left - 1);
    counts.refused++;
  }

  function receiveAnswer(message) {
    const { id } = message;
    if (cancelled.delete(id)) return;
    const entry = open.get(id);
    if (entry === undefined) {
      fault(`an answer to nothing that waits, or a second one: ${JSON.stringify(message)}`);
      return;
    }
    open.delete(id);
    const { title, wanted } = entry;
    if (isBusy(message)) {
      counts.busy++;
      return;
    }
    if ("result" in wanted) counts.answered++;
    else counts.refused++;
    if (!fits(message, wanted)) fault(`${title} was answered with ${JSON.stringify(message)}`);
    else wanted.onResult?.(message.result);
  }

  return {
    counts,
    faults,
    fault,
    expect: (id, title, wanted) => open.set(id, { title, wanted }),
    expectUnnamed: (code) => unnamed.set(code, (unnamed.get(code) ?? 0) + 1),
    cancel(id) {
      if (!open.delete(id)) return;
      cancelled.add(id);
      counts.cancelled++;
    },
    receive(line) {
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        fault(`a line that is not JSON: ${line}`);
        return;
      }
      if (message?.jsonrpc !== "2.0") fault(`a line that is not a message: ${line}`);
      else if (message.id === null) receiveUnnamed(message);
      else if (message.id !== undefined && message.method === undefined) receiveAnswer(message);
      // Nothing here reports progress or asks: no tool of the workbench does.
      else fault(`an unexpected message: ${line}`);
    },
    waiting: () => open.size + [...unnamed.values()].reduce((sum, count) => sum + count, 0),
    close() {
      for (const [id, { title }] of open) fault(`${title} (${id}) was never answered`);
      for (const [code, count] of unnamed) if (count > 0) fault(`${count} lines were never refused with ${code}`);
    },
  };
}

/** Processes that share a database wait for each other's writes for five seconds and then say so. */
function isBusy({ result }) {
  const { code, retry } = result?.structuredContent?.error ?? {};
  return code === "HOST_UNAVAILABLE" && retry === "later";
}

function fits(message, wanted) {
  if ("code" in wanted) return message.error?.code === wanted.code;
  const { result } = message;
  if (result === undefined) return false;
  if ("error" in wanted) return result.isError === true && result.structuredContent?.error?.code === wanted.error;
  return result.isError !== true && wanted.result(result) === true;
}

// Times of a bench: taken one after another, printed as median, minimum and maximum. Nothing is judged.

/** @typedef {{ readonly title: string, readonly times: readonly number[], readonly note?: string }} Row */

/** Times of work that is done `rounds` times, after one that is not counted. */
export function measure(title, rounds, work) {
  work();
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return { title, times };
}

/**
 * The same for work that takes its own time: `round` gives the milliseconds that count. A round that throws ends the row,
 * which then says why.
 */
export async function measureRounds(title, rounds, round) {
  const times = [];
  try {
    for (let count = 0; count < rounds; count++) times.push(await round(count));
  } catch (error) {
    return { title, times, note: error instanceof Error ? error.message.split("\n")[0] : String(error) };
  }
  return { title, times };
}

export function printRow({ title, times, note }) {
  const sorted = [...times].sort((a, b) => a - b);
  const show = (index) => `${sorted[index].toFixed(1).padStart(9)} ms`;
  const figures =
    sorted.length === 0
      ? "no figure"
      : `median ${show(sorted.length >> 1)}  minimum ${show(0)}  maximum ${show(sorted.length - 1)}  of ${sorted.length}`;
  console.log(`${title.padEnd(58)}  ${figures}${note === undefined ? "" : `  (${note})`}`);
}

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

const printed = [];

/**
 * Says a row at once, for somebody who waits, and keeps it for the table.
 * @param row may have `unit` (milliseconds without it) and `ratio`, of what is of the same round
 * @param base the row that this one is compared with, where the row has no ratio of its own
 */
export function printRow(row, base) {
  const { title, times, note, unit = "ms" } = row;
  const ratio =
    row.ratio ?? (base === undefined || times.length === 0 ? undefined : median(times) / median(base.times));
  printed.push({ ...row, ratio });
  const figures =
    times.length === 0
      ? "no figure"
      : `median ${shown(median(times)).padStart(8)} ${unit}  ${spread(times)}${ratio === undefined ? "" : `  ${shown(ratio)} ×`}`;
  console.error(`${title.padEnd(58)}  ${figures}${note === undefined ? "" : `  (${note})`}`);
}

/** All rows so far, in Markdown; undefined where there are none. @param machine what the figures are of */
export function tableOf(machine) {
  if (printed.length === 0) return undefined;
  const lines = printed.map(({ title, times, note, unit = "ms", ratio }) => {
    const figures =
      times.length === 0
        ? ["", "", ""]
        : [`${shown(median(times))} ${unit}`, spread(times), ratio === undefined ? "" : `${shown(ratio)} ×`];
    return `| ${[title, ...figures, note ?? ""].join(" | ")} |`;
  });
  return [machine, "", "| what | median | spread | ratio | note |", "|---|---:|---:|---:|---|", ...lines].join("\n");
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Median of the ratios within a round. */
export function ratioOf(values, others) {
  return median(values.map((value, round) => value / others[round]));
}

function spread(times) {
  return times.length === 1 ? "1 round" : `${shown(Math.min(...times))} to ${shown(Math.max(...times))}`;
}

function shown(value) {
  return value >= 1_000
    ? Math.round(value).toLocaleString("en-US")
    : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

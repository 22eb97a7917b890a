// What a soak says at its end.

/** Shorter runs say nothing of memory: a process takes a minute until it has seen everything once. */
const minSeconds = 120;

/** Medians of a process's own memory, early (30 to 50 % of the run) and late (its last fifth), in MB. */
export function memoryWindows(samples) {
  const early = samples.slice(Math.floor(samples.length * 0.3), Math.ceil(samples.length * 0.5));
  const late = samples.slice(Math.floor(samples.length * 0.8));
  return { early: median(early) / 1024, late: median(late) / 1024 };
}

/** @returns what is wrong, in words, or undefined */
export function memoryVerdict(samples, seconds) {
  const { early, late } = memoryWindows(samples);
  const most = early * 1.15 + 8;
  if (seconds < minSeconds || late <= most) return undefined;
  return `its memory grew from ${early.toFixed(0)} MB to ${late.toFixed(0)} MB; up to ${most.toFixed(0)} MB would be flat`;
}

export function printReport({ servers, players, filesBefore, filesAfter, tookSeconds, seed, fastPath }) {
  const rows = servers.map((server, index) => {
    const counts = players.filter((player) => player.server === server).map(({ ledger }) => ledger.counts);
    const sum = (key) => counts.reduce((total, each) => total + each[key], 0);
    const { early, late } = memoryWindows(server.samples);
    const files = `${filesBefore[index]} → ${filesAfter[index]}`;
    return [
      server.name,
      sum("answered"),
      sum("refused"),
      sum("cancelled"),
      sum("busy"),
      sum("faults"),
      `${early.toFixed(0)} → ${late.toFixed(0)}`,
      files,
    ];
  });
  const calls = players.reduce(
    (sum, { ledger: { counts } }) => sum + counts.answered + counts.refused + counts.cancelled + counts.busy,
    0,
  );
  console.log(
    `\n${calls} requests in ${tookSeconds.toFixed(0)} s, ${(calls / tookSeconds).toFixed(0)} a second, seed ${seed}, fast path ${fastPath}\n`,
  );
  console.log("| server | answered | refused | cancelled | overloaded | faults | memory, MB | open files |");
  console.log("|---|---:|---:|---:|---:|---:|---:|---:|");
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
  console.log("");
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * The closest known name to a mistyped one, for "did you mean". Both wings use it: diagnostics for authors, violations
 * for callers. Distance is optimal string alignment (Damerau-Levenshtein with adjacent swaps), case ignored.
 * @returns undefined when nothing is near enough: a distance over a third of the longer name helps nobody
 */
export function nearMiss(name: string, known: Iterable<string>): string | undefined {
  const wanted = fold(name);
  if (wanted === "" || wanted.length > 128) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const folded = fold(candidate);
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, folded.length) / 3));
    if (Math.abs(folded.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, folded);
    if (distance > limit) continue;
    const better =
      best === undefined || distance < best.distance || (distance === best.distance && candidate < best.name);
    if (better) best = { name: candidate, distance };
  }
  return best?.name;
}

/** `taskId`, `task-id` and `task_id` are the same word to a person. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.\s]/g, "");
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

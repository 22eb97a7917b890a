/**
 * The closest known name to a mistyped one, for "did you mean". Both wings use it: diagnostics for authors, violations
 * for callers. Distance is optimal string alignment (Damerau-Levenshtein with adjacent swaps), case ignored.
 * @returns undefined when nothing is near enough: a distance over a third of the longer name helps nobody
 */
export function nearMiss(name: string, known: Iterable<string>): string | undefined {
  return nearestOf(name, known)[0];
}

/**
 * The closest known name, if no other is as close: the one that somebody may write in its place without asking. Of one or
 * two letters, one that differs is too much to be sure.
 */
export function soleNearMiss(name: string, known: Iterable<string>): string | undefined {
  const [nearest, second] = nearestOf(name, known);
  if (nearest === undefined || second !== undefined) return undefined;
  const sure = Math.max(fold(name).length, fold(nearest).length) > 2 || fold(name) === fold(nearest);
  return sure ? nearest : undefined;
}

/** All names at the smallest distance, sorted. */
function nearestOf(name: string, known: Iterable<string>): readonly string[] {
  const wanted = fold(name);
  if (wanted === "" || wanted.length > 128) return [];
  let nearest: { readonly names: readonly string[]; readonly distance: number } | undefined;
  for (const candidate of new Set(known)) {
    const folded = fold(candidate);
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, folded.length) / 3));
    if (Math.abs(folded.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, folded);
    // Of two letters that are all there is, none tells of the other.
    if (
      distance > limit ||
      distance >= Math.max(wanted.length, folded.length) ||
      (nearest !== undefined && distance > nearest.distance)
    )
      continue;
    const others = nearest !== undefined && nearest.distance === distance ? nearest.names : [];
    nearest = { names: [...others, candidate], distance };
  }
  return [...(nearest?.names ?? [])].sort();
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

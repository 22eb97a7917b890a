/** Longer than any name may be. Callers send names of any length, and comparing takes more than linear time. */
export const maxNameLength = 128;

/**
 * The closest known name to a mistyped one, for "did you mean": in diagnostics for authors and in violations for
 * callers. Distance is optimal string alignment (Damerau-Levenshtein with adjacent swaps), case ignored.
 * @returns undefined when no name is near: a distance over a third of the longer name is not a typing error
 */
export function nearMiss(name: string, known: Iterable<string>): string | undefined {
  return nearestOf(name, known)[0];
}

/**
 * The closest known name, if no other is as close: it can be replaced without asking. In names of one or two letters one
 * difference is too much to be sure.
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
  if (wanted === "" || wanted.length > maxNameLength) return [];
  let nearest: { readonly names: readonly string[]; readonly distance: number } | undefined;
  for (const candidate of new Set(known)) {
    const folded = fold(candidate);
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, folded.length) / 3));
    if (Math.abs(folded.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, folded);
    // A name that shares no letter is not near.
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

/** Milliseconds of the units in which a duration is written. */
const unitMs = { ms: 1, s: 1_000, m: 60_000 } as const;

/**
 * `500ms`, `90s`, `5m` → milliseconds.
 * @returns undefined for any other text
 */
export function parseDuration(text: string): number | undefined {
  const parts = /^(?<count>[1-9]\d*)(?<unit>ms|s|m)$/.exec(text)?.groups;
  if (parts === undefined) return undefined;
  // The pattern lets through no other unit than these.
  return Number(parts.count) * unitMs[parts.unit as keyof typeof unitMs];
}

/** Milliseconds as messages show them: `90 s`, `1500 ms`. Minutes are shown in seconds, as on the command line. */
export function durationText(ms: number): string {
  return ms % unitMs.s === 0 ? `${ms / unitMs.s} s` : `${ms} ms`;
}

/** Milliseconds in words, whole or not: `1 second`, `0.3 seconds`. */
export function secondsText(ms: number): string {
  return ms === unitMs.s ? "1 second" : `${ms / unitMs.s} seconds`;
}

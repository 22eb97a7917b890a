/**
 * Why a date can't be the end of an acceptance; undefined when it can. Nothing is let pass for more than a year: who still
 * wants it then decides again.
 * @param today `YYYY-MM-DD`
 */
export function untilProblem(until: string, today: string): string | undefined {
  if (!isDate(until)) return `'${until}' is not a date such as 2027-06-01`;
  const last = yearLater(today);
  return until > last ? `${until} is more than a year ahead; at most ${last}` : undefined;
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 30 February is read as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function yearLater(date: string): string {
  const year = String(Number(date.slice(0, 4)) + 1).padStart(4, "0");
  return `${year}${date.slice(4)}`.replace("-02-29", "-02-28");
}

/** Has a date (`YYYY-MM-DD`) come? Without a date, or without knowing today's, it has not. */
export function isPast(date: string | undefined, today: string | undefined): boolean {
  return date !== undefined && today !== undefined && date <= today;
}

/** Days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

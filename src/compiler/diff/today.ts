/** Has a date (`YYYY-MM-DD`) come? Without a date, or without knowing today's, it has not. */
export function isPast(date: string | undefined, today: string | undefined): boolean {
  return date !== undefined && today !== undefined && date <= today;
}

/** Days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The date so many days later. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

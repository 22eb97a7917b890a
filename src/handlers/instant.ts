/** A date-time of RFC 3339, already valid, in milliseconds since 1970; finer parts of a second are cut off. */
export function milliseconds(dateTime: string): number {
  return Date.parse(dateTime.toUpperCase());
}

/** Times outside the years 0 to 9999, which RFC 3339 can't express, become the nearest that it can. */
export function dateTime(ms: number): string {
  return new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();
}

const earliest = Date.parse("0000-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

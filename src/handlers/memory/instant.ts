/**
 * A date-time of RFC 3339 in milliseconds since 1970. Finer parts of a second are cut; a leap second is the second
 * after the one before it.
 * @see RFC 3339 §5.6
 */
export function milliseconds(dateTime: string): number {
  const isLeapSecond = /:60(?=[.Zz+-])/.test(dateTime);
  const readable = dateTime
    .toUpperCase()
    .replace(" ", "T")
    .replace(/:60(?=[.Z+-])/, ":59");
  return Date.parse(readable) + (isLeapSecond ? 1_000 : 0);
}

export function dateTime(ms: number): string {
  return new Date(ms).toISOString();
}

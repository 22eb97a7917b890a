/**
 * The limit of an old list, which was any number: without its fraction, at most the limit of today. Less than one meant no limit.
 */
export function oldLimit(limit: number | undefined, max: number, otherwise: number): number {
  const whole = Math.trunc(limit ?? 0);
  return whole < 1 ? otherwise : Math.min(whole, max);
}

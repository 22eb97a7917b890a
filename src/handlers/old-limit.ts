/**
 * The limit of an old list, which was any number: without its fraction, at most what the list gives today. Less than one
 * meant that none was given.
 */
export function oldLimit(limit: number | undefined, most: number, otherwise: number): number {
  const whole = Math.trunc(limit ?? 0);
  return whole < 1 ? otherwise : Math.min(whole, most);
}

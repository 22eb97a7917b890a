/**
 * The limit of an old list, which was any number: without its fraction, at most the limit of today. Less than one meant no limit.
 */
export function oldLimit(limit: number | undefined, max: number, otherwise: number): number {
  const whole = Math.trunc(limit ?? 0);
  return whole < 1 ? otherwise : Math.min(whole, max);
}

/** The cursor of an old list; a blank one begins at the front, as none does. */
export function oldCursor(cursor: string | undefined): { readonly cursor?: string } {
  return cursor === undefined || cursor === "" ? {} : { cursor };
}

/** Where an old list goes on: left out where it ends. */
export function oldNextCursor(next: string | null): { readonly nextCursor?: string } {
  return next === null ? {} : { nextCursor: next };
}

/** A name that the catalog has removed, or that another system has and the catalog never had. */
export interface RetiredFacts {
  /** The other system. */
  readonly of?: string;
  /** The release that removed it; of the other system where there is one. */
  readonly removed?: string;
}

/** What became of the name, as the end of a sentence that begins with it. */
export function retiredClause({ of, removed }: RetiredFacts): string {
  if (removed !== undefined) return `was removed in version ${of === undefined ? removed : `${removed} of ${of}`}`;
  return of === undefined ? "was removed" : `is a tool of ${of} that is not here`;
}

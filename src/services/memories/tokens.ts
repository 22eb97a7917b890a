const bytesOfToken = 4;

/** The tokens of a text, estimated at four bytes each: exact enough for a budget, and deterministic. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesOfToken);
}

/** So many bytes fit a budget. */
export function bytesWithin(budget = Number.POSITIVE_INFINITY): number {
  return budget * bytesOfToken;
}

/** The items that fit a budget. */
export interface Budgeted<T> {
  readonly kept: readonly T[];
  readonly tokens: number;
  /** The first item exceeds the budget, and was kept anyway. */
  readonly overflow: boolean;
}

/** The first items within the budget. The first one is always kept, unless the budget is 0. */
export function withinBudget<T>(items: readonly T[], textOf: (item: T) => string, budget = Number.POSITIVE_INFINITY) {
  const kept: T[] = [];
  let tokens = 0;
  for (const item of budget === 0 ? [] : items) {
    const cost = tokensOf(textOf(item));
    if (kept.length > 0 && tokens + cost > budget) break;
    kept.push(item);
    tokens += cost;
  }
  return { kept, tokens, overflow: tokens > budget } satisfies Budgeted<T>;
}

/** The tokens of a text, estimated at four bytes each: near enough for a budget, and the same on every machine. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** What fits into a budget. */
export interface Budgeted<T> {
  readonly kept: readonly T[];
  readonly tokens: number;
  /** The first one alone exceeds the budget, and was kept all the same. */
  readonly overflow: boolean;
}

/** Takes from the front while the budget lasts. The first always comes, unless the budget is 0. */
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

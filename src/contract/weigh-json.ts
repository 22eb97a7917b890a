import type { Json } from "./json.ts";

/** What a part of the serialised value costs. The cost of two texts side by side is the sum of theirs. */
export type Cost = (json: string) => number;

/** Weighs every object and list once. */
export function createScales(cost: Cost): (value: Json) => number {
  const known = new WeakMap<object, number>();
  const weigh = (value: Json): number => {
    if (typeof value !== "object" || value === null) return cost(JSON.stringify(value));
    const weighed = known.get(value);
    if (weighed !== undefined) return weighed;
    const members = Array.isArray(value)
      ? value.map((item: Json) => weigh(item))
      : Object.entries(value).map(([key, member]) => cost(`${JSON.stringify(key)}:`) + weigh(member));
    const commas = Math.max(0, members.length - 1) * cost(",");
    const sum = members.reduce((total, one) => total + one, cost("{}") + commas);
    known.set(value, sum);
    return sum;
  };
  return weigh;
}

/** The level at which everything that stands above it is cut off, so that the rest fits the budget. */
export function waterLevel(weights: readonly number[], budget: number): number {
  const sorted = [...weights].sort((a, b) => a - b);
  let left = budget;
  for (const [at, weight] of sorted.entries()) {
    const fair = left / (sorted.length - at);
    if (weight > fair) return Math.max(0, fair);
    left -= weight;
  }
  return Number.POSITIVE_INFINITY;
}

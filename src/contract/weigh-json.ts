import type { Json } from "./json.ts";

/** The cost of a part of the serialised value. The cost of a concatenation is the sum of the costs. */
export type Cost = (json: string) => number;

/** Computes the cost of values; that of each object and list once. */
export function createWeigher(cost: Cost): (value: Json) => number {
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

/** The cap for single weights at which their sum fits the budget; infinite where it fits anyway. */
export function capFor(weights: readonly number[], budget: number): number {
  const sorted = [...weights].sort((a, b) => a - b);
  let left = budget;
  for (const [at, weight] of sorted.entries()) {
    const fair = left / (sorted.length - at);
    if (weight > fair) return Math.max(0, fair);
    left -= weight;
  }
  return Number.POSITIVE_INFINITY;
}

import { isMultiple, numberAccepts } from "./accepts.ts";
import { describeBranch } from "./describe.ts";
import type { Bound, NumberBranch } from "./form.ts";
import { numbersOf } from "./instance.ts";
import { no, type Verdict, yes } from "./verdict.ts";

/** Numbers: bounds inside bounds, and every divisor of `b` divides what `a` lets through. */
export function containNumber(given: NumberBranch, b: NumberBranch): Verdict {
  const a = given.integer ? { ...given, ...wholeBounds(given) } : given;
  const finite = integersOf(a);
  const reason = describeBranch(b);
  if (finite !== undefined) {
    const refused = finite.filter((value) => !numberAccepts(b, value));
    return refused.length === 0 ? yes : no(refused.slice(0, 8), "", reason);
  }
  const stepped = a.integer || a.multiples.some((divisor) => Number.isInteger(divisor));
  const fits =
    inside(a.low, b.low, (x, y) => x > y) &&
    inside(a.high, b.high, (x, y) => x < y) &&
    (!b.integer || stepped) &&
    b.multiples.every((divisor) => divides(divisor, a));
  if (fits) return yes;
  const refused = numbersOf(a, [b.low.value, b.high.value, ...b.multiples]).filter((value) => !numberAccepts(b, value));
  return no(refused.slice(0, 8), "", reason);
}

/** All values of a short range of integers. */
export function integersOf(branch: NumberBranch): readonly number[] | undefined {
  const { low, high } = branch;
  if (!branch.integer || !(high.value - low.value <= 256)) return undefined;
  const first = Math.ceil(low.value);
  const count = Math.floor(high.value) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index).filter((value) =>
    numberAccepts(branch, value),
  );
}

/** The bounds of integers as the least and the greatest that fit: above 3 is from 4. */
function wholeBounds({ low, high }: NumberBranch): { readonly low: Bound; readonly high: Bound } {
  const least = low.exclusive ? Math.floor(low.value) + 1 : Math.ceil(low.value);
  const greatest = high.exclusive ? Math.ceil(high.value) - 1 : Math.floor(high.value);
  return { low: { value: least, exclusive: false }, high: { value: greatest, exclusive: false } };
}

function inside(a: Bound, b: Bound, further: (x: number, y: number) => boolean): boolean {
  return (
    further(a.value, b.value) || (a.value === b.value && (a.exclusive || !b.exclusive)) || !Number.isFinite(b.value)
  );
}

/** Certain only where the divisors are integers, or the same; validators work with a tolerance elsewhere. */
function divides(divisor: number, a: NumberBranch): boolean {
  if (a.multiples.includes(divisor)) return true;
  if (a.integer && (1 / divisor) % 1 === 0) return true;
  return a.multiples.some((own) => Number.isInteger(own) && Number.isInteger(divisor) && isMultiple(own, divisor));
}

import type { Constraints } from "./constraints.ts";
import { aligned, decimal, fromDecimal, greatestCommonDivisor, isMultiple, isPlainMultiple } from "./decimal.ts";
import { type Answer, confirmed, type Goal, none } from "./goal.ts";

/** A number within bounds that is a multiple of some divisors and of none of others. */
export function solveNumber(all: Constraints, goal: Goal): Answer {
  const divisors = [...all.multiples, ...(all.integer ? [1] : [])];
  return divisors.length === 0 ? solveContinuous(all, goal) : solveStepped(all, divisors, goal);
}

function fits(value: number, all: Constraints): boolean {
  if (!Number.isFinite(value)) return false;
  if (all.low.exclusive ? value <= all.low.value : value < all.low.value) return false;
  if (all.high.exclusive ? value >= all.high.value : value > all.high.value) return false;
  if ((all.integer && !Number.isInteger(value)) || (all.fraction && Number.isInteger(value))) return false;
  return (
    all.multiples.every((divisor) => isMultiple(value, divisor)) &&
    !all.notMultiples.some((divisor) => isMultiple(value, divisor)) &&
    !all.excluded.includes(value)
  );
}

/** Rounding does not decide. */
function isPlain(value: number, all: Constraints): boolean {
  return [...all.multiples, ...all.notMultiples].every((divisor) => isPlainMultiple(value, divisor));
}

function solveContinuous(all: Constraints, goal: Goal): Answer {
  const { low, high } = all;
  if (low.value === high.value) return fits(low.value, all) ? confirmed(low.value, goal) : none;
  const near = [low.value, high.value].filter(Number.isFinite);
  const tried = [1, 0, ...near, ...near.flatMap((edge) => [edge + 1, edge - 1, edge + 0.5, edge - 0.5])];
  // Fractions that few divisors share.
  const odd = [0.5, 0.25, 0.3, 0.7, 1 / 3, 0.0123].flatMap((part) => [
    part,
    ...near.flatMap((edge) => [edge + part, edge - part]),
  ]);
  const inside =
    near.length === 2 ? [0.5, 0.25, 0.3, 0.7, 0.123].map((part) => low.value + (high.value - low.value) * part) : [];
  const found = [...tried, ...odd, ...inside].filter((value) => fits(value, all));
  const chosen = simplest(found.filter((value) => isPlain(value, all))) ?? simplest(found);
  if (chosen === undefined) return { kind: "unknown", reason: "no number between the bounds was found" };
  return confirmed(chosen, goal);
}

function simplest(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => String(a).length - String(b).length)[0];
}

const maxTried = 20_000;

/** Multiples of one step: its own period decides whether there are any. */
function solveStepped(all: Constraints, divisors: readonly number[], goal: Goal): Answer {
  const { mantissas, exponent } = aligned([...divisors, ...all.notMultiples, 1].map(decimal));
  const size = mantissas.slice(0, divisors.length).reduce(leastCommonMultiple);
  const period = mantissas.reduce(leastCommonMultiple) / size;
  const first = all.low.value === -Infinity ? undefined : stepsTo(all.low.value, size, exponent, "up");
  const last = all.high.value === Infinity ? undefined : stepsTo(all.high.value, size, exponent, "down");
  // A window so long has a value that fits, if any does, however the excluded ones are spread.
  const enough = period * BigInt(all.excluded.length + 1) + 1n;
  const tries = first !== undefined && last !== undefined && last - first + 1n < enough ? last - first + 1n : enough;
  if (tries <= 0n) return none;
  const start = within(1n, first, last);
  let doubtful: number | undefined;
  const look = (by: bigint): number | undefined => {
    for (let index = start, done = 0n; done < enough && done < maxTried; done++, index += by) {
      if ((first !== undefined && index < first) || (last !== undefined && index > last)) return undefined;
      const value = fromDecimal(index * size, exponent);
      if (!fits(value, all)) continue;
      if (isPlain(value, all)) return value;
      doubtful ??= value;
    }
    return undefined;
  };
  const found = look(1n) ?? look(-1n);
  if (found !== undefined) return confirmed(found, goal);
  if (doubtful !== undefined) return confirmed(doubtful, goal);
  if (tries > maxTried) return { kind: "unknown", reason: "there are too many multiples to try" };
  return none;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function within(index: bigint, first: bigint | undefined, last: bigint | undefined): bigint {
  if (first !== undefined && index < first) return first;
  return last !== undefined && index > last ? last : index;
}

/** How many steps lie up to a bound, rounded inwards. */
function stepsTo(bound: number, size: bigint, exponent: number, towards: "up" | "down"): bigint {
  const { mantissas } = aligned([decimal(bound), { mantissa: size, exponent }]);
  const [value = 0n, step = 1n] = mantissas;
  const quotient = value / step;
  if (value % step === 0n) return quotient;
  if (towards === "up") return value > 0n ? quotient + 1n : quotient;
  return value < 0n ? quotient - 1n : quotient;
}

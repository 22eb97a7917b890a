/** A number as it is written in JSON: mantissa · 10^exponent. Exact, where floating point rounds. */
export interface Decimal {
  readonly mantissa: bigint;
  readonly exponent: number;
}

/** @param value finite */
export function decimal(value: number): Decimal {
  const [digits = "0", power = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = digits.split(".");
  return { mantissa: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/** The mantissas of numbers at one common exponent. */
export function aligned(decimals: readonly Decimal[]): {
  readonly mantissas: readonly bigint[];
  readonly exponent: number;
} {
  const exponent = Math.min(0, ...decimals.map((one) => one.exponent));
  return {
    mantissas: decimals.map((one) => one.mantissa * 10n ** BigInt(one.exponent - exponent)),
    exponent,
  };
}

/** The nearest number. */
export function fromDecimal(mantissa: bigint, exponent: number): number {
  return Number(`${mantissa}e${exponent}`);
}

/** Is the value a multiple, by the decimals as they are written? */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor) && Number.isSafeInteger(value)) return value % divisor === 0;
  const { mantissas } = aligned([decimal(value), decimal(divisor)]);
  const [a = 0n, b = 1n] = mantissas;
  return a % b === 0n;
}

/** False where validators that divide in floating point, or allow for its rounding, may judge otherwise. */
export function isPlainMultiple(value: number, divisor: number): boolean {
  const exact = isMultiple(value, divisor);
  const quotient = value / divisor;
  const rest = Math.abs(quotient - Math.round(quotient));
  return exact ? Number.isInteger(quotient) : rest > 1e-6 && Math.abs(value % divisor) > 1e-6;
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

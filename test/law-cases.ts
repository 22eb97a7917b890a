// How many cases a law is tried on. With every change a third of its number is enough, because the cases are always the same
// ones (test/fixed-seed.ts); `npm run nightly -- laws` deals new ones and tries all of them.

/** It is not the run of every change. */
export const isWhole = ["PEGBOARD_FUZZ_SEED", "PEGBOARD_FUZZ_SECONDS", "PEGBOARD_FUZZ_SAMPLES"].some(
  (name) => process.env[name] !== undefined,
);

/** @param all the number at night */
export function lawCases(all: number): number {
  return isWhole ? all : Math.ceil(all / 3);
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { subtype } from "../../src/compiler/schema/subtype.ts";
import { search, searchLimitMs, type Tally } from "../law-search.ts";
import { containmentProblems, instanceProblems, respellingProblems, validatorProblems } from "./foreign-laws.ts";
import { foreignSchema, mutatedPair } from "./foreign-schemas.ts";

// A short run with every test; `npm run nightly -- subtype --samples 1000000` looks for longer.

/** The engine may say that it can't tell, but not as a way out. */
function expectFewUnknown({ others: { yes = 0, no = 0, unknown = 0 } }: Tally): void {
  expect(unknown / (yes + no + unknown)).toBeLessThan(0.02);
}

test(
  "our validator judges as Ajv does",
  () => {
    search({ name: "validators", cases: foreignSchema, few: 200, share: 0.2, problems: validatorProblems });
  },
  searchLimitMs,
);

test(
  "a schema is a subtype of itself in other words",
  () => {
    const problems = (schema: Parameters<typeof respellingProblems>[0], tally: Tally) =>
      respellingProblems(schema, tally, subtype);
    expectFewUnknown(search({ name: "schemas in other words", cases: foreignSchema, few: 200, share: 0.01, problems }));
  },
  searchLimitMs,
);

test("and of itself in the same words", () => {
  fc.assert(
    fc.property(foreignSchema, (schema) => {
      expect(subtype(schema, structuredClone(schema))).toEqual({ verdict: "yes" });
    }),
    { numRuns: 100 },
  );
});

test(
  "a yes holds for sampled values, a no has a witness that our validators and Ajv confirm",
  () => {
    const problems = (pair: Parameters<typeof containmentProblems>[0], tally: Tally) =>
      containmentProblems(pair, tally, subtype);
    expectFewUnknown(search({ name: "pairs of schemas", cases: mutatedPair, few: 200, problems }));
  },
  searchLimitMs,
);

test(
  "instances are instances, and there are several where there can be",
  () => {
    search({ name: "instances", cases: foreignSchema, few: 100, share: 0.01, problems: instanceProblems });
  },
  searchLimitMs,
);

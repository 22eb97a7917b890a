import fc from "fast-check";
import { expect, test } from "vitest";
import { typeSchema } from "../../src/compiler/schema/json-schema.ts";
import { subtype } from "../../src/compiler/schema/subtype.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { anyType, catalog, valuesNear } from "./arbitraries.ts";

const runs = { numRuns: 400 };

test("every type is a subtype of itself", () => {
  fc.assert(
    fc.property(anyType, (type) => {
      const schema = typeSchema(type, catalog, false);
      expect(subtype(schema, structuredClone(schema))).toEqual({ verdict: "yes" });
    }),
    runs,
  );
});

test("a yes holds for sampled values and a no has a witness that the validators confirm", () => {
  const tally = { yes: 0, no: 0, unknown: 0 };
  fc.assert(
    fc.property(
      anyType.chain((a) =>
        fc.tuple(fc.constant(a), anyType, fc.array(valuesNear(a), { minLength: 10, maxLength: 10 })),
      ),
      ([a, b, values]) => {
        const schemaA = typeSchema(a, catalog, false);
        const schemaB = typeSchema(b, catalog, false);
        const inA = compileCheck(schemaA);
        const inB = compileCheck(schemaB);
        const answer = subtype(schemaA, schemaB);
        tally[answer.verdict]++;
        if (answer.verdict === "yes") for (const value of values) expect(!inA(value) || inB(value)).toBe(true);
        if (answer.verdict === "no") expect([inA(answer.witness), inB(answer.witness)]).toEqual([true, false]);
      },
    ),
    runs,
  );
  expect(tally.unknown / runs.numRuns).toBeLessThan(0.1);
});

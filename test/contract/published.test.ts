import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { explain } from "../../src/contract/explain.ts";
import { normalise } from "../../src/contract/normalise.ts";
import { argumentsOf } from "./arguments-of.ts";

// The laws between what is published, what is done to arguments, and what is said about them, held against every
// validator that this repository ships.

const contracts = [
  ...Object.values(registry.tools).map(({ name, load }) => [name, async () => (await load()).validator] as const),
  ...Object.values(registry.aliases).flatMap(({ name, load }) =>
    load === undefined ? [] : [[name, async () => (await load()).validator] as const],
  ),
];

describe.each(contracts)("%s", (_name, load) => {
  test("explains exactly what its compiled check refuses", async () => {
    const { input, checkInput } = await load();
    fc.assert(
      fc.property(argumentsOf(input), (given) => {
        expect({ given, refused: explain(input, given).length > 0 }).toEqual({ given, refused: !checkInput(given) });
      }),
      { numRuns: 500 },
    );
  });
  test("accepts, once normalised, whatever its published schema accepts", async () => {
    const { input, checkInput, plan, plans } = await load();
    const publishes = compileCheck(input);
    fc.assert(
      fc.property(argumentsOf(input), (given) => {
        fc.pre(publishes(given));
        const { value, violations } = normalise(plan, plans, given);
        expect({ given, accepted: checkInput(value), violations }).toEqual({ given, accepted: true, violations: [] });
      }),
      { numRuns: 200 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { explain } from "../../src/contract/explain.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { normalise } from "../../src/contract/normalise.ts";

// The laws between what is published, what is done to arguments, and what is said about them, held against every
// validator that this repository ships.

const contracts = [
  ...Object.values(registry.tools).map(({ name, load }) => [name, async () => (await load()).validator] as const),
  ...Object.values(registry.aliases).flatMap(({ name, load }) =>
    load === undefined ? [] : [[name, async () => (await load()).validator] as const],
  ),
];

const anyValue = fc.oneof(
  fc.constantFrom("", " ", "a", " a ", "mid", " MID ", "json", "entity, event", "a/b", "project/x/", "uri:x", "long"),
  fc.constantFrom("2026-01-31T12:00:00Z", "2023-02-29T00:00:00Z", `${"A".repeat(86)}==`, "x".repeat(600)),
  fc.constantFrom<unknown>(null, true, false, 0, 0.5, 1, 1.5, 3.0, 10, 11, -1, [], {}, { a: [1] }),
  fc.array(fc.constantFrom<unknown>("a", " a ", "", "entity", 1), { maxLength: 4 }),
);

/** Mostly the contract's own params, so that a good share of the calls is valid. */
function argumentsFor(input: JsonSchema): fc.Arbitrary<JsonObject> {
  const names = [...Object.keys(input.properties ?? {}), "other", "__proto__", "toString"];
  const usual = Object.fromEntries((input.required ?? []).map((name) => [name, fc.constantFrom("a", " a ")]));
  return fc
    .tuple(fc.record(usual), fc.array(fc.tuple(fc.constantFrom(...names), anyValue), { maxLength: 3 }))
    .map(([required, others]) => JSON.parse(JSON.stringify({ ...required, ...Object.fromEntries(others) })));
}

describe.each(contracts)("%s", (_name, load) => {
  test("explains exactly what its compiled check refuses", async () => {
    const { input, checkInput } = await load();
    fc.assert(
      fc.property(argumentsFor(input), (given) => {
        expect({ given, refused: explain(input, given).length > 0 }).toEqual({ given, refused: !checkInput(given) });
      }),
      { numRuns: 500 },
    );
  });
  test("accepts, once normalised, whatever its published schema accepts", async () => {
    const { input, checkInput, shape, shapes } = await load();
    const publishes = compileCheck(input);
    fc.assert(
      fc.property(argumentsFor(input), (given) => {
        fc.pre(publishes(given));
        const { value, violations } = normalise(shape, shapes, given);
        expect({ given, accepted: checkInput(value), violations }).toEqual({ given, accepted: true, violations: [] });
      }),
      { numRuns: 200 },
    );
  });
});

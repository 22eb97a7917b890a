import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownSubtype, leastInstance, leastObjectWith } from "../../src/compiler/diff/known-answers.ts";
import { smallestInstance, smallestObjectWith } from "../../src/compiler/schema/sample.ts";
import { subtype } from "../../src/compiler/schema/subtype.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";

const small = fc.integer({ min: 0, max: 4 });
const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ minLength: small, maxLength: small }).map((limits) => ({ type: "string" as const, ...limits })),
  fc.record({ minimum: small, maximum: small }).map((limits) => ({ type: "integer" as const, ...limits })),
  fc.constantFrom<JsonSchema>(
    { type: "boolean" },
    { enum: ["red", 3] },
    { type: "string", pattern: "^a+b$" },
    { $ref: "#/$defs/Word" },
    { type: "array", items: { $ref: "#/$defs/Word" }, minItems: 1 },
  ),
);
const names = ["first", "second", "__proto__", "a/b"];

/** Objects of any depth; some of them demand what no value has, or what is not declared. */
const object: fc.Arbitrary<JsonSchema> = fc.letrec<{ value: JsonSchema; object: JsonSchema }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, leaf, tie("object")),
  object: fc
    .record({
      properties: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), tie("value")), { selector: ([name]) => name }),
      required: fc.subarray(names),
      rest: fc.constantFrom({}, { additionalProperties: false }, { minProperties: 2 }),
    })
    .map(({ properties, required, rest }) => ({
      type: "object" as const,
      properties: Object.fromEntries(properties),
      required,
      ...rest,
    })),
})).object;

const whole = object.map((schema) => ({ ...schema, $defs: { Word: { type: "string" as const, minLength: 2 } } }));

describe("what is remembered of schemas", () => {
  it("is what was found", () => {
    fc.assert(
      fc.property(leaf, leaf, (a, b) => {
        for (const time of ["asked", "remembered"]) {
          expect([time, knownSubtype(a, b)]).toEqual([time, subtype(a, b)]);
          expect([time, leastInstance(a)]).toEqual([time, smallestInstance(a)]);
        }
      }),
    );
  });

  it("makes the same objects from their parts as the search for the whole", () => {
    fc.assert(
      fc.property(whole, (schema) => {
        const found = smallestObjectWith(schema, {});
        expect(JSON.stringify(leastObjectWith(schema, {}))).toBe(JSON.stringify(found));
        const [name, value] = Object.entries(found ?? {}).at(-1) ?? [];
        if (name === undefined || value === undefined) return;
        const given = Object.fromEntries([[name, value]]);
        expect(JSON.stringify(leastObjectWith(schema, given))).toBe(JSON.stringify(smallestObjectWith(schema, given)));
      }),
      { numRuns: 500 },
    );
  });
});

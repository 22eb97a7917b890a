import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintList } from "../../src/compiler/lint/published/lint-list.ts";
import { refuses } from "../../src/compiler/lint/published/refuses.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { lawCases } from "../law-cases.ts";

// A rule about foreign schemas may stay silent, but what it calls refused or impossible a validator refuses too.

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(null, true, 0, 1, 2.5, -3, "", "a", "abc", "😀");
const value: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b", "__proto__"), scalar, { maxKeys: 2 }).map((map) => ({ ...map })),
);
const type = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
const bound = fc.integer({ min: -2, max: 4 });
const count = fc.nat({ max: 3 });
/** Keywords of one schema; those that hold schemas come with a level below. */
function schemaOver(inner: fc.Arbitrary<JsonObject> | undefined): fc.Arbitrary<JsonObject> {
  const below = inner ?? fc.constant<JsonObject>({});
  return fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 2 })),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
      const: scalar,
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
      minLength: count,
      maxLength: count,
      minItems: count,
      maxItems: count,
      required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
      properties: fc.dictionary(fc.constantFrom("a", "b"), below, { maxKeys: 2 }),
      items: below,
      allOf: fc.array(below, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>; // a record of JSON without required keys is a JSON object
}

const plain = schemaOver(schemaOver(undefined)).map((made) => JSON.parse(JSON.stringify(made)) as JsonObject);

describe("what a rule says of a foreign schema", () => {
  it("a value is refused: then a validator refuses it", () => {
    let spoken = 0;
    fc.assert(
      fc.property(plain, value, (made, sent) => {
        if (refuses(made, sent) === undefined) return;
        spoken++;
        expect(ajv.validate(made, sent)).toBe(false);
      }),
      { numRuns: lawCases(150) },
    );
    expect(spoken).toBeGreaterThan(15);
  });

  it("nothing is ever valid: then no value is", () => {
    let spoken = 0;
    fc.assert(
      fc.property(plain, fc.array(value, { minLength: 12, maxLength: 12 }), (made, values) => {
        const typed = { type: "object", properties: { a: made } };
        const found = lintList([{ name: "note_list", inputSchema: typed }], { path: "list.json" }) ?? [];
        const own = found.filter(
          ({ code, path }) => code === "schema-unsatisfiable" && path === "list.json#/0/inputSchema/properties/a",
        );
        if (own.length === 0) return;
        spoken++;
        expect(values.filter((sent) => ajv.validate(made, sent))).toEqual([]);
      }),
      { numRuns: lawCases(400) },
    );
    expect(spoken).toBeGreaterThan(5);
  });
});

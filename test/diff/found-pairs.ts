import type { JsonObject } from "../../src/contract/json.ts";

// Schemas of arguments that the laws of lists once caught the comparison with, as small as they were found.

interface FoundPair {
  /** What was wrong. */
  readonly name: string;
  readonly base: JsonObject;
  readonly head: JsonObject;
}

export const foundPairs: readonly FoundPair[] = [
  {
    name: "what both sides ask for, and each defines otherwise, was looked for in a schema that is none",
    base: {
      type: "object",
      properties: { c: { $ref: "#/$defs/Tree" } },
      required: ["c"],
      $defs: { Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" } } } },
    },
    head: {
      type: "object",
      properties: { c: { anyOf: [{ $ref: "#/$defs/Tree" }, { type: "string" }] } },
      required: ["c"],
      additionalProperties: { type: "integer" },
      $defs: { Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" } }, required: ["next"] } },
    },
  },
  {
    name: "a result that is no longer described had a break without a witness, though it never said anything",
    base: { type: "object", properties: { b: true } },
    head: { type: "object" },
  },
  {
    name: "arguments that may never have taken anything became empty, without a call that shows it",
    base: {
      type: "object",
      properties: {
        b: { type: "array", contains: { type: "string", minLength: 1, maxLength: 0 }, minItems: 2, uniqueItems: true },
      },
      required: ["b"],
      additionalProperties: false,
    },
    head: { type: "object", properties: {}, required: ["b"], additionalProperties: false },
  },
  {
    name: "a condition beside null as a constant, among other nulls, was lost, and with it the break",
    base: { type: "object", properties: { value: { const: null } } },
    head: {
      type: "object",
      properties: {
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        value: { anyOf: [{ const: null }, { type: "null" }], if: {}, then: { type: "string" } },
      },
    },
  },
];

/** Schemas of arguments that were not read as they were meant, or differed from themselves in other words. */
export const foundSchemas: readonly Pick<FoundPair, "name" | "base">[] = [
  {
    name: "of a number without a type, `multipleOf: 1` was read as a type that was not there",
    base: { type: "object", properties: { value: { multipleOf: 1 } } },
  },
  {
    name: "beside an enum too",
    base: { type: "object", properties: { value: { enum: [0.5, 1], multipleOf: 1 } } },
  },
  {
    name: "null beside a reference to a recursive object was read as null in one spelling and as nothing in another",
    base: {
      type: "object",
      properties: { value: { type: ["null", "object"], oneOf: [{ $ref: "#/$defs/Tree" }] } },
      $defs: { Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" } } } },
    },
  },
  {
    name: "of an anyOf beside the types of an allOf, one spelling folded and the other did not",
    base: {
      type: "object",
      additionalProperties: { anyOf: [{ type: "string" }], allOf: [{ type: ["null", "string"] }] },
    },
  },
  {
    name: "and where the anyOf is a choice",
    base: {
      type: "object",
      properties: {
        value: {
          anyOf: [{ type: "string", minLength: 1 }, { type: "integer" }],
          allOf: [{ type: ["null", "string"] }],
        },
      },
    },
  },
  {
    name: "what stands beside a list of types was distributed over them in one spelling only",
    base: { type: "object", properties: { a: { type: ["string", "null"], not: { type: "string" } } } },
  },
  {
    name: "an integer that is a multiple of a fraction was read as such in one spelling only",
    base: { type: "object", properties: { value: { type: "integer", oneOf: [{ type: "number", multipleOf: 0.5 }] } } },
  },
  {
    name: "what the engine can't decide, a recursion under a not, was undecided even where both were the same",
    base: {
      type: "object",
      properties: {
        word: { const: "x" },
        value: { not: { anyOf: [{ $ref: "#/$defs/Root" }, { type: "null" }] } },
      },
      $defs: { Root: { type: "object", properties: { a: { $ref: "#" } } } },
    },
  },
  {
    name: "an object that lets every property through looks at all of them, which unevaluatedProperties counts",
    base: {
      type: "object",
      dependentSchemas: { a: { type: "object", additionalProperties: true } },
      unevaluatedProperties: false,
    },
  },
  {
    name: "and a condition that nothing follows from looks at its properties",
    base: { type: "object", if: { properties: { a: { type: "integer" } } }, unevaluatedProperties: false },
  },
  {
    name: "and a list of any items looks at all of them",
    base: {
      type: "object",
      properties: { list: { type: "array", anyOf: [{ items: true }, { maxItems: 0 }], unevaluatedItems: false } },
    },
  },
  {
    name: "an option of two types hid that another option was more than types",
    base: {
      type: "object",
      properties: {
        value: {
          type: ["null"],
          anyOf: [{ type: ["string", "number"] }, { anyOf: [{ type: "string" }, { type: "null" }] }],
        },
      },
    },
  },
  {
    name: "a bound without a type was taken for all numbers, which integers are among",
    base: { type: "object", properties: { a: { anyOf: [{ maximum: -2 }, { type: "integer" }] } } },
  },
  {
    name: "null with conditions was not seen to be an option twice",
    base: {
      type: "object",
      properties: {
        a: {
          oneOf: [
            { type: "null", unevaluatedProperties: false, if: { type: "string" } },
            { anyOf: [{ type: "string" }, { type: "null" }] },
          ],
        },
      },
    },
  },
];

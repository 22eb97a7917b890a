import fc from "fast-check";
import type { Json, JsonObject } from "../../src/contract/json.ts";

// JSON Schemas as people, generators and fools write them: every keyword, in combinations that mean something and others.

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

function present(value: { readonly [key: string]: unknown }): JsonObject {
  // What the arbitraries below make is JSON, but for what was left out.
  return Object.fromEntries(Object.entries(value).filter(([, child]) => child !== undefined)) as JsonObject;
}

const names = fc.constantFrom(
  "a",
  "b",
  "fooBar",
  "foo_bar",
  "kind",
  "session",
  "confirm",
  "constructor",
  "x-y",
  "é",
  "a b",
  "__proto__",
  "Type",
);
const words = fc.constantFrom("x", "y", "", " ", "no", "a b", "Z");
const values = fc.constantFrom<Json>(null, true, false, 0, 1, 5, 2.5, "x", "", [], {}, "abc", { a: 1 });
const counts = fc.constantFrom(0, 1, 2, 3);
const bounds = fc.constantFrom(-1, 0, 0.5, 1, 3, 10);

const texts = {
  description: optional(fc.constantFrom("What it is", "{{tool x}} # no: comment\n---", "")),
  title: optional(fc.constantFrom("A title")),
};

const string = fc
  .record({
    type: fc.constantFrom<Json>("string", ["string", "null"]),
    minLength: optional(counts),
    maxLength: optional(counts),
    pattern: optional(fc.constantFrom("^[a-z]+$", "\\S", "^(a+)+$", "[", "^\\_x$", "^.{1,3}$")),
    format: optional(fc.constantFrom("date", "uri", "cron")),
    default: optional(values),
    examples: optional(fc.array(values, { maxLength: 2 })),
    ...texts,
  })
  .map(present);

const number = fc
  .record({
    type: fc.constantFrom<Json>("integer", "number", ["number", "null"], ["integer", "string"]),
    minimum: optional(bounds),
    maximum: optional(bounds),
    exclusiveMinimum: optional(bounds),
    exclusiveMaximum: optional(bounds),
    multipleOf: optional(fc.constantFrom(1, 2, 0.5)),
    default: optional(values),
  })
  .map(present);

const enumeration = fc
  .record({
    type: optional(fc.constantFrom("string", "number", "integer")),
    enum: fc.uniqueArray(fc.oneof(words, values, fc.constantFrom<Json>(1, 2, 3, 10, 20)), {
      minLength: 1,
      maxLength: 4,
      comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
    }),
    default: optional(values),
  })
  .map(present);

const constant = fc.record({ const: fc.oneof(words, values) });
const boolean = fc.constantFrom<JsonObject>(
  { type: "boolean" },
  { type: "boolean", default: true },
  { type: "boolean", nullable: true },
);
const odd = fc.constantFrom<Json>(
  true,
  {},
  { type: "null" },
  { not: { type: "string" } },
  { $ref: "https://example.com/x" },
  { $ref: "#/nowhere" },
);

/** Any schema; objects with shared and recursive definitions at the root are made by `anyInput`. */
const anySchema = fc.letrec<{ schema: Json; object: JsonObject }>((tie) => ({
  object: fc
    .record({
      type: fc.constantFrom<Json>("object", "object", ["object", "null"]),
      properties: optional(fc.dictionary(names, tie("schema"), { maxKeys: 4, noNullPrototype: true })),
      required: optional(fc.uniqueArray(names, { maxLength: 2 })),
      additionalProperties: optional(fc.oneof(fc.boolean(), tie("schema"))),
      patternProperties: optional(fc.constantFrom<Json>({ "^x": { type: "string" } }, { ".*": { type: "number" } })),
      minProperties: fc.option(counts, { nil: undefined, freq: 8 }),
      ...texts,
    })
    .map(present),
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    string,
    number,
    enumeration,
    constant,
    boolean,
    odd,
    fc.constantFrom<JsonObject>(
      { $ref: "#/$defs/Node" },
      { $ref: "#/$defs/Leaf" },
      { $ref: "#/$defs/Node", description: "Again" },
    ),
    tie("object"),
    fc
      .record({
        type: fc.constant("array"),
        items: optional(fc.oneof(tie("schema"), fc.array(tie("schema"), { minLength: 1, maxLength: 2 }))),
        minItems: optional(counts),
        maxItems: optional(counts),
        uniqueItems: optional(fc.boolean()),
      })
      .map(present),
    fc
      .record({
        keyword: fc.constantFrom("anyOf", "oneOf", "allOf"),
        options: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        beside: fc.constantFrom<JsonObject>({}, {}, { description: "One of them" }, { default: "x" }, { minLength: 1 }),
      })
      .map(({ keyword, options, beside }): JsonObject => ({ ...beside, [keyword]: options })),
  ),
}));

/** The input schema of a tool. */
export const anyInput: fc.Arbitrary<JsonObject> = fc
  .record({
    root: anySchema.object,
    node: anySchema.object,
    leaf: anySchema.schema,
    recursion: fc.constantFrom<JsonObject>(
      {},
      { next: { $ref: "#/$defs/Node" } },
      { all: { type: "array", items: { $ref: "#/$defs/Node" } } },
    ),
  })
  .map(({ root, node, leaf, recursion }) => ({
    ...root,
    type: "object",
    $defs: {
      Node: { ...node, properties: { ...(node.properties as JsonObject | undefined), ...recursion } },
      Leaf: leaf,
    },
  }));

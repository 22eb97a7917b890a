import { describe, expect, test } from "vitest";
import { subtype } from "../../src/compiler/schema/subtype.ts";

const verdict = (a: unknown, b: unknown) => subtype(a, b).verdict;

describe("says yes when nothing can slip through", () => {
  test.each<[string, unknown, unknown]>([
    ["an integer is a number", { type: "integer" }, { type: "number" }],
    ["above 3 is from 4 for integers", { type: "integer", exclusiveMinimum: 3 }, { type: "integer", minimum: 4 }],
    ["multiples of six are multiples of three", { type: "integer", multipleOf: 6 }, { type: "integer", multipleOf: 3 }],
    ["a short range is an enum", { type: "integer", minimum: 1, maximum: 3 }, { enum: [3, 2, 1] }],
    ["a constant is one of an enum", { const: "a" }, { type: "string", enum: ["a", "b"] }],
    [
      "null in a list of types is null in anyOf",
      { type: ["string", "null"] },
      { anyOf: [{ type: "null" }, { type: "string" }] },
    ],
    ["allOf is folded", { allOf: [{ minimum: 2 }, { type: "integer" }] }, { type: "number", minimum: 1 }],
    ["a word is not blank", { type: "string", pattern: "^\\w+$" }, { type: "string", pattern: "\\S", minLength: 1 }],
    [
      "a signature has 88 characters",
      { type: "string", pattern: "^[A-Z]{86}==$" },
      { type: "string", minLength: 88, maxLength: 88 },
    ],
    ["an option of a tagged union", tagged("a"), { anyOf: [tagged("b"), tagged("a")] }],
    [
      "an alternative without values",
      { anyOf: [{ type: "string", minLength: 2, maxLength: 1 }, { type: "null" }] },
      { type: "null" },
    ],
    ["a list in a tree that is spelled otherwise", list("A", false), list("B", true)],
    ["anything fits true", {}, true],
    ["nothing fits false", false, { type: "string" }],
    [
      "alternatives that only together hold it all",
      { type: "number" },
      {
        anyOf: [
          { type: "number", minimum: 0 },
          { type: "number", maximum: 0 },
        ],
      },
    ],
    ["what is forbidden is out of reach", { type: "string", maxLength: 3 }, { not: { const: "abcd" } }],
    [
      "names are short",
      { type: "object", additionalProperties: false },
      { type: "object", propertyNames: { maxLength: 3 } },
    ],
    ["the same address elsewhere", refers({ type: "integer" }), refers({ type: "number" })],
    ["an anchor", anchored("#word"), { type: "string" }],
    ["an $id inside", { $ref: "word", $defs: { Word: { $id: "word", type: "string" } } }, anchored("#/$defs/Word")],
    ["definitions of draft 07", { $ref: "#/definitions/A", definitions: { A: { const: 1 } } }, { type: "integer" }],
    [
      "a reference into properties",
      { properties: { a: { type: "string" }, b: { $ref: "#/properties/a" } } },
      { properties: { b: { type: "string" } } },
    ],
    [
      "if and then, or else",
      conditional,
      {
        anyOf: [
          { type: "integer", maximum: 9 },
          { type: "integer", minimum: 20 },
        ],
      },
    ],
    [
      "a union that its constants distinguish",
      { oneOf: [tagged("a"), tagged("b")] },
      { anyOf: [tagged("b"), tagged("c"), tagged("a")] },
    ],
    [
      "a list of draft 07",
      { type: "array", items: [{ type: "integer" }], additionalItems: false },
      { maxItems: 1, prefixItems: [{ type: "number" }] },
    ],
    ["bounds of draft 04", { type: "integer", minimum: 3, exclusiveMinimum: true }, { type: "integer", minimum: 4 }],
    [
      "null in four spellings",
      { anyOf: [{ type: "string" }, { const: null }] },
      { oneOf: [{ enum: [null] }, { type: "string" }] },
    ],
    ["a keyword of no vocabulary", { type: "string", "x-hint": 1 }, { type: "string" }],
  ])("%s", (_, a, b) => {
    expect(subtype(a, b)).toEqual({ verdict: "yes" });
  });
});

describe("says no with a witness, its path and what was wanted", () => {
  test.each<[unknown, unknown, unknown]>([
    [{ type: "number" }, { type: "integer" }, { witness: 0.5, path: "", reason: "an integer" }],
    [
      { type: "object", properties: { limit: { type: "integer" } } },
      { type: "object", properties: { limit: { type: "integer", maximum: 50 } } },
      { witness: { limit: 51 }, path: "/limit", reason: "an integer up to 50" },
    ],
    [
      { type: "array", items: { enum: ["a", "b"] } },
      { type: "array", items: { enum: ["a"] } },
      { witness: ["b"], path: "/0", reason: '"a"' },
    ],
    [{ type: "object" }, { type: "object", required: ["a"] }, { witness: {}, path: "", reason: "'a' must be there" }],
    [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { type: "object", properties: {}, additionalProperties: false },
      { witness: { a: "a" }, path: "/a", reason: "no property 'a'" },
    ],
    [
      { type: "string", pattern: "^[ab]$" },
      { type: "string", pattern: "^a$" },
      { witness: "b", path: "", reason: "a string matching ^a$" },
    ],
    [{ type: "string" }, { type: "string", format: "date" }, { witness: "a", path: "" }],
    [
      { type: "array", items: { type: "integer" } },
      { type: "array", uniqueItems: true },
      { witness: [1, 1], path: "" },
    ],
    [list("A", false), list("B", false, { type: "integer", minimum: 1 }), { witness: { value: 0 }, path: "/value" }],
  ])("%j against %j", (a, b, expected) => {
    expect(subtype(a, b)).toMatchObject({ verdict: "no", ...(expected as object) });
  });
});

describe("says unknown rather than a guess", () => {
  test.each<[string, unknown, unknown]>([
    ["a reference out of the document", { type: "string" }, { $ref: "https://example.com/schema" }],
    ["a reference to itself", {}, { $ref: "#" }],
    ["a pattern that does not compile", { type: "string" }, { type: "string", pattern: "(" }],
    ["what is not a schema", { type: "string" }, 3],
  ])("%s", (_, a, b) => {
    expect(verdict(a, b)).toBe("unknown");
  });
});

test("what validators read differently is not decided", () => {
  const nullable = { type: "string", nullable: true };
  const plain = { type: "string" };
  const reason = "validators do not agree on what 'nullable' means";
  expect(subtype(nullable, plain)).toEqual({ verdict: "unknown", path: "", reason });
  expect(subtype({ type: ["string", "null"] }, nullable)).toEqual({ verdict: "unknown", path: "", reason });
  expect([verdict(plain, nullable), verdict(nullable, { type: ["string", "null"] })]).toEqual(["yes", "yes"]);
  expect(subtype({ type: "integer" }, nullable)).toMatchObject({ verdict: "no", witness: 1 });
});

test("the place where it got stuck is named", () => {
  const remote = { type: "object", properties: { a: { $ref: "https://example.com/schema" } } };
  expect(subtype({ type: "object" }, remote)).toEqual({
    verdict: "unknown",
    path: "/a",
    reason: "the reference https://example.com/schema leads nowhere in this document",
  });
});

test("where the search gets stuck, a sample that proves it is the answer", () => {
  // No automaton reads back references, and two patterns are more than one value of the first tried against the second.
  const doubled = (letters: string) => ({
    type: "object",
    properties: { code: { type: "string", pattern: `^(${letters})\\1$` } },
  });
  expect(subtype(doubled("a|b"), doubled("c|d"))).toMatchObject({ verdict: "no", witness: { code: "aa" } });
});

test("declared examples and defaults are shown where they prove it", () => {
  const a = {
    type: "object",
    properties: { city: { type: "string", examples: ["Bern"] }, page: { type: "integer", default: 7 } },
    required: ["city", "page"],
  };
  expect(subtype(a, { properties: { page: { maximum: 5 } } })).toMatchObject({
    witness: { city: "Bern", page: 7 },
    path: "/page",
  });
});

const conditional = {
  type: "integer",
  if: { multipleOf: 2 },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { maximum: 8 },
  else: { minimum: 21 },
};

function refers(value: object): object {
  return { type: "object", properties: { value, more: { $ref: "https://example.com/schema" } } };
}

function anchored(ref: string): object {
  return { $ref: ref, $defs: { Word: { $anchor: "word", type: "string" } } };
}

function tagged(tag: string): object {
  return {
    type: "object",
    properties: { type: { const: tag }, [tag]: { type: "string" } },
    required: ["type"],
    additionalProperties: false,
  };
}

/** A linked list under a name, its reference direct or wrapped. */
function list(name: string, wrapped: boolean, value: object = { type: "integer" }): object {
  const ref = { $ref: `#/$defs/${name}` };
  return {
    ...ref,
    $defs: {
      [name]: { type: "object", properties: { value, next: wrapped ? { allOf: [ref] } : ref }, required: ["value"] },
    },
  };
}

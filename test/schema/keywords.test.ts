import { describe, expect, test } from "vitest";
import { keywords2020, olderKeywords, treatmentOf } from "../../src/compiler/json-schema/vocabulary.ts";
import { subtype } from "../../src/compiler/schema/subtype.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { keywordCases } from "./keyword-cases.ts";

// Copied from the meta-schemas of JSON Schema 2020-12: the guard against a keyword that was forgotten.
const vocabularies: { readonly [name: string]: string } = {
  core: "$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs",
  applicator:
    "prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames if then else allOf anyOf oneOf not",
  unevaluated: "unevaluatedItems unevaluatedProperties",
  validation:
    "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
  format: "format",
  content: "contentEncoding contentMediaType contentSchema",
  "meta-data": "title description default deprecated readOnly writeOnly examples",
};
const all = Object.values(vocabularies).flatMap((names) => names.split(" "));

/** Keywords without a treatment, and treatments of what is not a keyword. */
function mistakes(table: object): readonly string[] {
  const keys = Object.keys(table);
  return [...all.filter((keyword) => !keys.includes(keyword)), ...keys.filter((keyword) => !all.includes(keyword))];
}

test("every keyword of the vocabularies has its treatment, and no other is taken for one", () => {
  expect(mistakes(keywords2020)).toEqual([]);
});

test("a keyword that is forgotten, or made up, is noticed", () => {
  const { contains: _, ...forgotten } = keywords2020;
  expect([mistakes(forgotten), mistakes({ ...keywords2020, maxWords: {} })]).toEqual([["contains"], ["maxWords"]]);
});

const treated = Object.entries({ ...keywords2020, ...olderKeywords });

test("every keyword that asserts has a case below", () => {
  const asserting = treated.filter(([, { kind }]) => kind === "asserts").map(([keyword]) => keyword);
  expect([...new Set(keywordCases.map(({ keyword }) => keyword))].sort()).toEqual(asserting.sort());
});

describe("what a keyword asserts", () => {
  test.each(keywordCases)("$keyword: $narrow lies inside $wide", ({ narrow, wide }) => {
    expect(subtype(narrow, wide)).toEqual({ verdict: "yes" });
  });

  test.each(keywordCases)("$keyword: $wide does not lie inside $narrow", ({ narrow, wide, witness, path, reason }) => {
    expect(subtype(wide, narrow)).toEqual({ verdict: "no", witness, path: path ?? "", reason });
    expect([compileCheck(wide)(witness), compileCheck(narrow)(witness)]).toEqual([true, false]);
  });
});

describe("what asserts nothing changes nothing", () => {
  const annotations = treated.filter(([, { kind }]) => kind === "annotates").map(([keyword]) => [keyword]);
  test.each([...annotations, ["x-vendor"], ["discriminator"], ["example"]])("%s", (keyword) => {
    const value = keyword === "contentSchema" ? { type: "integer" } : "base64";
    const annotated = { type: "string", [keyword]: value };
    expect([subtype(annotated, { type: "string" }), subtype({ type: "string" }, annotated)]).toEqual([
      { verdict: "yes" },
      { verdict: "yes" },
    ]);
  });
});

describe("what is not decided is said to be unknown", () => {
  const undecided = treated.filter(([, { kind }]) => kind === "undecided").map(([keyword]) => [keyword]);
  test.each(undecided)("%s", (keyword) => {
    const schema = {
      type: "array",
      items: { [keyword]: "#meta" },
      $defs: { a: { $dynamicAnchor: "meta" }, b: { $dynamicAnchor: "meta" } },
    };
    expect(subtype({ type: "array", items: { type: "string" } }, schema)).toMatchObject({ verdict: "unknown" });
  });

  test("a dynamic reference to the only anchor of its name is a plain reference", () => {
    const schema = {
      type: "array",
      items: { $dynamicRef: "#meta" },
      $defs: { a: { $dynamicAnchor: "meta", type: "string" } },
    };
    expect(subtype({ type: "array", items: { type: "string" } }, schema)).toEqual({ verdict: "yes" });
  });
});

test("names that objects inherit are not keywords", () => {
  expect([treatmentOf("constructor"), treatmentOf("__proto__")]).toEqual([undefined, undefined]);
});

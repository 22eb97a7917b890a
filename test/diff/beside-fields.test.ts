import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/compiler/catalog/catalog.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { changed, field, object } from "./cases/build.ts";
import { caseOptions } from "./cases/means.ts";

// Keywords that an author adds beside the params (`input`) and beside the fields of a result (`output`) are enforced, so they are compared.

const both = { params: [field("x"), field("y")], result: object([field("n")], true) };

function findings(base: Partial<Tool>, head: Partial<Tool>) {
  const [was, is] = changed({ ...both, ...base }, { ...both, ...head });
  return diff(was, is, caseOptions)
    .changes.filter(({ categories }) => categories.includes("CALL") || categories.includes("RESULT"))
    .map(({ id, severity, witness }) => `${severity} ${id}${witness === undefined ? "" : " with a witness"}`);
}

describe("a keyword beside the params", () => {
  const one = { input: { minProperties: 1 } };
  const two = { input: { minProperties: 2 } };
  test("that refuses more is a break", () => {
    expect(findings({}, one)).toEqual(["ERR otherwise-incompatible with a witness"]);
    expect(findings(one, two)).toEqual(["ERR otherwise-incompatible with a witness"]);
  });
  test.each([
    ["of a param", ["x"]],
    ["of no param", ["z"]],
  ])("that requires a name %s is a break", (_, required) => {
    expect(findings({}, { input: { required } })).toEqual(["ERR otherwise-incompatible with a witness"]);
    expect(findings({ input: {} }, { input: { required } })).toEqual(["ERR otherwise-incompatible with a witness"]);
    expect(findings({ input: { required } }, { input: {} })).toEqual([]);
  });
  test("that requires what a closed root refuses leaves no valid call", () => {
    const closed = { unknownParams: "reject" as const };
    expect(findings(closed, { ...closed, input: { required: ["z"] } })).toEqual([
      "ERR input-became-empty with a witness",
    ]);
  });
  test("that refuses less is none", () => {
    expect(findings(two, one)).toEqual([]);
    expect(findings(one, {})).toEqual([]);
    expect(findings(one, one)).toEqual([]);
  });
});

describe("a keyword beside the fields of a result", () => {
  const full = { output: { required: ["n"] } };
  test("that promises less is a break", () => {
    expect(findings(full, {})).toEqual(["ERR otherwise-incompatible with a witness"]);
  });
  test("that promises more is none", () => {
    expect(findings({}, full)).toEqual([]);
  });
});

describe("a result that is content alone", () => {
  const content = { contentOnly: true as const, result: object([field("data")]) };
  test("has no structured result: to lose it is a break, to gain it none", () => {
    expect(findings({ result: content.result }, content)).toEqual(["ERR output-schema-removed with a witness"]);
    expect(findings(content, { result: content.result })).toEqual(["INFO output-schema-added"]);
    expect(findings({}, content)).toEqual(["ERR output-schema-removed with a witness"]);
  });
});

describe("formats that were published alone", () => {
  const published = { formats: "published" as const };
  test("make no difference where there are none", () => {
    expect(findings(published, {})).toEqual([]);
  });
});

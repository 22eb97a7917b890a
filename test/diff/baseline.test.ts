import { expect, test } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { baselineText, readBaseline, releaseProblems } from "../../src/compiler/diff/baseline.ts";
import { sha256 } from "../../src/compiler/diff/sha256.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { catalogOf, field } from "./cases.ts";

const catalog = catalogOf([toolWith([field("title")])]);
const at = (version: string, changed: Catalog = catalog): Catalog => ({
  ...changed,
  server: { name: "test", version },
});

test("a baseline reads back as the catalog that was written", () => {
  expect(readBaseline(baselineText(catalog))).toEqual({ catalog });
});

test.each([
  [
    "an edited one",
    baselineText(catalog).replace('"title"', '"body"'),
    "it was edited: the hash does not match the catalog",
  ],
  ["one without a hash", JSON.stringify({ catalog }), "it does not hold a catalog and its hash"],
  [
    "a newer format",
    JSON.stringify({ hash: "", catalog: { format: 2 } }),
    "its catalog has format 2; this version reads format 1",
  ],
])("%s is refused", (_, text, problem) => {
  expect(readBaseline(text)).toMatchObject({ problem });
});

test("text that is not JSON is refused with the reason", () => {
  expect(readBaseline("{")).toEqual({ problem: expect.stringMatching(/^it is not JSON: ./) });
});

test("the hash is SHA-256 of UTF-8, as FIPS 180-4 gives it", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
});

const without = catalogOf([toolWith([])]);
const withMore = catalogOf([toolWith([field("title"), field("body", { kind: "integer" })])]);

test.each([
  ["1.2.3", "1.2.3", catalog, undefined],
  ["1.2.3", "1.2.2", catalog, "catalog-version-decreased: version 1.2.2 is before the released 1.2.3"],
  ["1.2.3", "1.3.0", withMore, undefined],
  [
    "1.2.3",
    "1.2.4",
    withMore,
    "catalog-version-bump-too-small: 1.2.3 to 1.2.4 is too small a step; 1 addition or other change asks for 1.3.0, first of them param-added-optional: optional param 'body' was added",
  ],
  [
    "1.2.3",
    "1.2.3",
    without,
    "catalog-version-not-bumped: version 1.2.3 is released already; 1 break asks for 2.0.0, first of them param-removed: param 'title' was removed",
  ],
  ["1.2.3", "2.0.0", without, undefined],
  ["0.2.3", "0.3.0", without, undefined],
  [
    "0.2.3",
    "0.2.4",
    without,
    "catalog-version-bump-too-small: 0.2.3 to 0.2.4 is too small a step; 1 break asks for 0.3.0, first of them param-removed: param 'title' was removed",
  ],
  ["0.2.3", "0.2.4", withMore, undefined],
])("from %s to %s a release asks for the bump that its changes need", (from, to, head, problem) => {
  expect(releaseProblems(at(from), at(to, head))).toEqual(problem === undefined ? [] : [problem]);
});

import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import { enumOf, field, type Pair, params, past } from "./cases/build.ts";

const said = ([base, head]: Pair) =>
  diff(base, head, { today: "2026-06-01" }).changes.flatMap(({ severity, id, categories }) =>
    categories.every((category) => category === "SOURCE") ? [] : [`${severity} ${id}`],
  );

test("what goes after its sunset is not a break, and nothing else is said about it", () => {
  const [was, is] = [{ value: "draft" }, { value: "final", deprecated: past }];
  expect(said(params([field("body", undefined, { deprecated: past })], []))).toEqual([
    "INFO param-removed-after-sunset",
  ]);
  expect(
    said(params([field("state", { kind: "enum", values: [was, is] })], [field("state", enumOf("draft"))])),
  ).toEqual(["INFO enum-value-removed-after-sunset"]);
});

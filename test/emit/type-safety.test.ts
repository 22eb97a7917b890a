import { expect, test } from "vitest";
import { emit } from "../../src/compiler/emit/emit.ts";
import { richCatalog } from "./rich-catalog.ts";
import { typeErrors } from "./type-check.ts";

test("everything that is generated for a catalog with every kind of type passes the strict type checker", () => {
  expect(typeErrors(emit(richCatalog(), new Map()))).toBe("");
});

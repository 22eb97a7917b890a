import fc from "fast-check";
import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import { search, searchLimitMs } from "../law-search.ts";
import { catalogPairProblems, catalogWith, fieldPairs, someFields } from "./catalog-laws.ts";

/** The same value with the keys of every object turned round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, turned(child)]),
  );
}

test("a catalog does not differ from itself, whatever the order of its keys", () => {
  fc.assert(
    fc.property(someFields, (fields) => {
      const catalog = catalogWith(fields);
      const copy = turned(catalog) as typeof catalog; // the same catalog, key by key
      expect(diff(catalog, copy).changes).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test(
  "no break of a catalog goes by in silence, every break has its witness, and a partner when the sides change places",
  () => {
    search({
      name: "pairs of catalogs",
      cases: fieldPairs,
      few: 100,
      share: 0.25,
      problems: (pair, tally) => catalogPairProblems(pair, (base, head) => diff(base, head).changes, tally),
    });
  },
  searchLimitMs,
);

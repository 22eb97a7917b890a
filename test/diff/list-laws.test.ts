import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { search, searchLimitMs, tallied } from "../law-search.ts";
import { foreignObject, foreignSchema, mutatedPair } from "../schema/foreign-schemas.ts";
import { foundPairs, foundSchemas } from "./found-pairs.ts";
import { asArguments, comparing, identityProblems, pairProblems, readingProblems } from "./list-laws.ts";

// A short run with every test; `npm run nightly -- diff-laws --samples 1000000` looks for longer.

const compare = comparing((base, head) => diffLists(base, head));
const schemas = fc.oneof(foreignSchema, foreignObject).map(asArguments);
const pairs = mutatedPair.map(([base, head]) => [asArguments(base), asArguments(head)] as const);

test(
  "a list that was read takes and refuses what its schemas do",
  () => {
    search({ name: "lists read", cases: schemas, few: 150, share: 0.5, problems: readingProblems });
  },
  searchLimitMs,
);

test(
  "a list does not differ from itself, nor from itself in other words",
  () => {
    search({
      name: "lists in other words",
      cases: schemas,
      few: 100,
      share: 0.01,
      problems: (schema, tally) => {
        tally.samples++;
        return identityProblems(schema, compare);
      },
    });
  },
  searchLimitMs,
);

test(
  "no break of a pair goes by in silence, every break has its witness, and a partner when the sides change places",
  () => {
    search({
      name: "pairs of lists",
      cases: pairs,
      few: 120,
      problems: (pair, tally) => pairProblems(pair, compare, tally),
    });
  },
  searchLimitMs,
);

test.each(foundPairs)("what was found once: $name", ({ base, head }) => {
  expect(pairProblems([base, head], compare, tallied())).toEqual([]);
});

test.each(foundSchemas)("what was found once: $name", ({ base }) => {
  expect(readingProblems(base, tallied())).toEqual([]);
  expect(identityProblems(base, compare)).toEqual([]);
});

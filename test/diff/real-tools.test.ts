import fc from "fast-check";
import { expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { search, searchLimitMs, tallied } from "../law-search.ts";
import { ajvJudge } from "../schema/ajv-judge.ts";
import { mutate } from "../schema/mutate-schema.ts";
import { asArguments, comparing } from "./list-laws.ts";
import { instancesOf } from "./pairs/instances.ts";
import { poolOf } from "./pairs/pool.ts";
import { openDocument } from "./pairs/schema-document.ts";
import { mutationProblems, realParts, realSchemas, rewritingProblems, rewritten } from "./real-tools.ts";

// A short run with every test; `npm run nightly real-tools -- --samples 10000` judges ten thousand of each.

const compare = comparing((base, head) => diffLists(base, head));
const tool = fc.constantFrom(...realSchemas);
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...realParts)), { minLength: 1, maxLength: 3 });

test(
  "a mutated tool: no break is missed, and every witness holds",
  () => {
    search({
      name: "real tools mutated",
      cases: fc.tuple(tool, edits).map(([base, all]) => [base, mutated(base, all)] as const),
      few: 60,
      problems: ([base, head], tally) => mutationProblems(base, head, compare, tally),
    });
  },
  searchLimitMs,
);

test(
  "a tool in other words: nothing is said",
  () => {
    search({
      name: "real tools in other words",
      cases: fc
        .tuple(tool, fc.array(fc.nat({ max: 1000 }), { minLength: 30, maxLength: 30 }))
        .map(([base, numbers]) => {
          let turn = 0;
          const dice = (sides: number) => (numbers[turn++ % numbers.length] ?? 0) % sides;
          return [base, rewritten(base, dice)] as const;
        }),
      few: 100,
      problems: ([base, head], tally) => {
        tally.samples++;
        return rewritingProblems(base, head, compare);
      },
    });
  },
  searchLimitMs,
);

test("what is rewritten takes what it took, says Ajv", () => {
  let turn = 0;
  for (const schema of realSchemas.filter((_, index) => index % 5 === 0)) {
    const again = rewritten(schema, (sides) => (++turn * 7919) % sides);
    const [was, is] = [ajvJudge(schema), ajvJudge(again)];
    for (const value of instancesOf(openDocument(schema).at(""), poolOf([schema])).slice(0, 20)) {
      expect([again, value, is?.(value)]).toEqual([again, value, was?.(value)]);
    }
  }
});

test("a comparison that misses a break, or says what is not so, is found", () => {
  const base: JsonObject = { type: "object", properties: { a: { type: "string", maxLength: 5 } } };
  const head: JsonObject = { type: "object", properties: { a: { type: "string", maxLength: 3 } } };
  expect(mutationProblems(base, head, () => [], tallied()).join()).toContain("missed: ");
  const wrongWitness = (from: JsonObject, to: JsonObject) =>
    compare(from, to).map((change) => (change.witness === undefined ? change : { ...change, witness: { a: "abc" } }));
  expect(mutationProblems(base, head, wrongWitness, tallied()).join()).toContain("is still valid");
  expect(rewritingProblems(base, head, compare)).not.toEqual([]);
});

function mutated(base: JsonObject, all: readonly (readonly [number, number, JsonObject])[]): JsonObject {
  const changed = all.reduce<JsonObject | boolean>(
    (schema, [place, kind, fresh]) => mutate(schema, place, kind, fresh),
    base,
  );
  return asArguments(isJsonObject(changed) ? changed : base);
}

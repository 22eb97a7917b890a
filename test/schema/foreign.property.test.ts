import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { instancesOf } from "../../src/compiler/schema/sample.ts";
import { subtype } from "../../src/compiler/schema/subtype.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { Json } from "../../src/contract/json.ts";
import { ajvJudge } from "./ajv-judge.ts";
import { type ForeignSchema, foreignSchema, mutatedPair, valuesFor } from "./foreign-schemas.ts";
import { respelled } from "./respell-schema.ts";

// The laws of the containment engine on schemas of any server. A short run with every test; `npm run nightly -- subtype`
// looks for longer. fast-check prints the seed of a failure.

const seconds = Number(process.env.PEGBOARD_FUZZ_SECONDS ?? 0);
const timeoutMs = seconds * 1000 + 120_000;
const runs = (numRuns: number) =>
  seconds > 0 ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false } : { numRuns };

/** At night most of the time would go into making schemas. */
const valuesPerSchema = seconds > 0 ? 64 : 8;

/** Values judged, for the night's figures. */
let samples = 0;

afterAll(() => {
  if (seconds > 0) console.log(`${samples} values judged`);
});

test(
  "our validator judges as Ajv does",
  () => {
    const withValues = fc.tuple(foreignSchema, fc.nat());
    fc.assert(
      fc.property(withValues, ([schema, seed]) => {
        const theirs = ajvJudge(schema);
        if (theirs === undefined) return;
        const ours = compileCheck(schema);
        for (const value of valuesOf(schema, seed)) {
          expect([value, ours(value)]).toEqual([value, theirs(value) ?? ours(value)]);
        }
      }),
      runs(300),
    );
  },
  timeoutMs,
);

describe("a schema is a subtype of itself", () => {
  test(
    "in other words: keys re-ordered, references inlined, null, constants and integers spelled otherwise",
    () => {
      fc.assert(
        fc.property(foreignSchema, (schema) => {
          const other = respelled(schema);
          const answers = [subtype(schema, other), subtype(other, schema)];
          // Where it can't tell it says so; it never takes one of them for narrower.
          for (const answer of answers) expect(answer.verdict === "no" ? answer : {}).toEqual({});
          tally(answers, spellings);
        }),
        runs(200),
      );
      expect(spellings.unknown / (spellings.yes + spellings.unknown)).toBeLessThan(0.02);
    },
    timeoutMs,
  );

  test("and of itself in the same words", () => {
    fc.assert(
      fc.property(foreignSchema, (schema) => {
        expect(subtype(schema, structuredClone(schema))).toEqual({ verdict: "yes" });
      }),
      { numRuns: 100 },
    );
  });
});

test(
  "a yes holds for sampled values, a no has a witness that our validators and Ajv confirm",
  () => {
    fc.assert(
      fc.property(mutatedPair, fc.nat(), ([base, head], seed) => {
        const answers = [subtype(base, head), subtype(head, base)];
        tally(answers, verdicts);
        const [inBase, inHead] = [compileCheck(base), compileCheck(head)];
        const values = [...valuesOf(base, seed), ...valuesOf(head, seed)];
        const [there, back] = answers;
        // Both ways "yes" means that the two judge alike: antisymmetry.
        if (there?.verdict === "yes") for (const value of values) expect(inBase(value) && !inHead(value)).toBe(false);
        if (back?.verdict === "yes") for (const value of values) expect(inHead(value) && !inBase(value)).toBe(false);
        for (const [answer, a, b] of [[there, base, head] as const, [back, head, base] as const]) {
          if (answer?.verdict !== "no") continue;
          expect(judges(answer.witness, compileCheck(a), compileCheck(b))).toEqual([true, false]);
          expect(judges(answer.witness, ajvJudge(a), ajvJudge(b))).toEqual([true, false]);
        }
      }),
      runs(300),
    );
    expect(verdicts.unknown / (verdicts.yes + verdicts.no + verdicts.unknown)).toBeLessThan(0.02);
  },
  timeoutMs,
);

test(
  "instances are instances, and there are several where there can be",
  () => {
    fc.assert(
      fc.property(foreignSchema, (schema) => {
        const check = compileCheck(schema);
        const instances = instancesOf(schema, 8);
        samples += instances.length;
        expect(instances.filter((value) => !check(value))).toEqual([]);
        if (instances.length === 0) expect(subtype(schema, false).verdict).not.toBe("no");
      }),
      runs(100),
    );
  },
  timeoutMs,
);

const verdicts = { yes: 0, no: 0, unknown: 0 };
const spellings = { yes: 0, no: 0, unknown: 0 };

function tally(answers: readonly { readonly verdict: keyof typeof verdicts }[], into: typeof verdicts): void {
  for (const { verdict } of answers) into[verdict]++;
}

type Judge = ((value: unknown) => boolean | undefined) | undefined;

/** What both say; where one does not judge, what it should. */
function judges(witness: Json, inA: Judge, inB: Judge): readonly boolean[] {
  samples++;
  return [inA?.(witness) ?? true, inB?.(witness) ?? false];
}

function valuesOf(schema: ForeignSchema, seed: number): readonly Json[] {
  const values = fc.sample(valuesFor(schema), { numRuns: valuesPerSchema, seed });
  samples += values.length;
  return values;
}

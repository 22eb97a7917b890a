import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Category, Change, DiffReport } from "../../src/compiler/diff/change.ts";
import { declaredOnly } from "../../src/compiler/diff/declared.ts";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { readTools } from "../../src/compiler/diff/listed/read-tools.ts";
import { rules } from "../../src/compiler/diff/rules.ts";
import { openDocument } from "../../src/compiler/schema/subtype/document.ts";
import { nearValues } from "../../src/compiler/schema/subtype/samples.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { ajvJudge } from "../schema/ajv-judge.ts";
import { type ForeignSchema, foreignObject, foreignSchema, mutatedPair } from "../schema/foreign-schemas.ts";
import { respelled } from "../schema/respell-schema.ts";

// Laws of the comparison of lists, over schemas with every keyword. A short run with every test; `npm run nightly --
// diff-laws` looks for longer. fast-check prints the seed of a failure.
const seconds = Number(process.env.PEGBOARD_FUZZ_SECONDS ?? 0);
const limitMs = (seconds + 120) * 1000;

function runs(numRuns: number): fc.Parameters<unknown> {
  if (seconds === 0) return { numRuns };
  return { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false };
}

/** Values that each pair of schemas is tried with. */
const samples = 60;

/** The schema as it is where it is one of objects, else as that of a param. */
function asArguments(schema: ForeignSchema): JsonObject {
  if (!isJsonObject(schema)) return { type: "object", properties: { value: schema } };
  if (schema.type === "object") return schema;
  const { $defs = {}, ...value } = schema;
  return { type: "object", properties: { value }, $defs };
}

const anySchema = fc.oneof(foreignSchema, foreignObject).map(asArguments);
const pairs = mutatedPair.map(([base, head]) => [asArguments(base), asArguments(head)] as const);

/** A list of one tool that takes and returns the same. */
const listOf = (schema: JsonObject): JsonObject => ({
  tools: [{ name: "tool", inputSchema: schema, outputSchema: schema }],
});

function compared(base: JsonObject, head: JsonObject): DiffReport {
  const report = diffLists(listOf(base), listOf(head));
  if ("problem" in report) throw new Error(report.problem);
  return report;
}

function read(schema: JsonObject): { readonly input: JsonSchema; readonly output: JsonSchema } {
  const list = readTools(listOf(schema));
  if ("problem" in list) throw new Error(list.problem);
  const facts = list.catalog.tools[0]?.listed;
  return { input: facts?.input ?? {}, output: facts?.output ?? {} };
}

/** undefined: our validator can't judge by the schema, or about the value. */
function ourJudge(schema: unknown): ((value: unknown) => boolean | undefined) | undefined {
  const check = orUndefined(() => compileCheck(schema));
  return check && ((value) => orUndefined(() => check(value)));
}

function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (problem) {
    if (problem instanceof Error) return undefined;
    throw problem;
  }
}

const near = (schema: JsonObject): readonly Json[] =>
  orUndefined(() => nearValues(schema, openDocument(schema), samples)) ?? [];

const isLoud = (change: Change, category: Category) =>
  change.severity !== "INFO" && change.categories.includes(category);

test(
  "a list that was read takes and refuses what its schemas do",
  () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const written = ourJudge(schema);
        const ours = ourJudge(read(schema).input);
        if (written === undefined || ours === undefined) return;
        for (const value of near(schema)) {
          const [was, is] = [written(value), ours(value)];
          if (was !== undefined && is !== undefined) expect([value, is]).toEqual([value, was]);
        }
      }),
      runs(600),
    );
  },
  limitMs,
);

test(
  "a list does not differ from itself, nor from itself in other words",
  () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(compared(schema, structuredClone(schema)).changes).toEqual([]);
        const again = respelled(structuredClone(schema));
        const told = isJsonObject(again) ? compared(schema, again).changes : [];
        // Their order is told to those who ask: models read it.
        expect(told.filter(({ id }) => !id.endsWith("enum-reordered"))).toEqual([]);
      }),
      runs(200),
    );
  },
  limitMs,
);

describe("without a finding of at least WARN", () => {
  test(
    "every declared call that was valid still is",
    () => {
      fc.assert(
        fc.property(pairs, ([base, head]) => {
          if (compared(base, head).changes.some((one) => isLoud(one, "CALL"))) return;
          expect(escaped(base, head, declaredOnly(read(base).input, "root"))).toEqual([]);
        }),
        runs(250),
      );
    },
    limitMs,
  );

  test(
    "every declared result fits what readers remember",
    () => {
      fc.assert(
        fc.property(pairs, ([base, head]) => {
          if (compared(base, head).changes.some((one) => isLoud(one, "RESULT"))) return;
          expect(escaped(head, base, declaredOnly(read(head).output, "root"))).toEqual([]);
        }),
        runs(250),
      );
    },
    limitMs,
  );
});

/** Values that the one schema takes, without names that it does not declare, and the other refuses. */
function escaped(from: JsonObject, to: JsonObject, declared: JsonSchema): readonly Json[] {
  const judges = [ourJudge(from), ourJudge(declared)];
  const refuses = ourJudge(to);
  return [...near(from), ...near(to)].filter(
    (value) => judges.every((judge) => judge?.(value) === true) && refuses?.(value) === false,
  );
}

test(
  "every break of calls or results has a witness that our validator and Ajv confirm",
  () => {
    fc.assert(
      fc.property(pairs, ([base, head]) => {
        for (const change of compared(base, head).changes) {
          const category = change.categories.find((one) => one === "CALL" || one === "RESULT");
          const rule = rules.find(({ id }) => id === change.id);
          if (change.severity !== "ERR" || category === undefined || rule?.proof === "none") continue;
          expect([change.id, change.witness]).not.toEqual([change.id, undefined]);
          const [from, to] = category === "CALL" ? [base, head] : [head, base];
          // What has no counterpart is refused, or ignored: then it is refused by the same schema closed.
          const closed = declaredOnly(category === "CALL" ? read(to).input : read(to).output, "all");
          for (const judge of [ourJudge, ajvJudge]) {
            const taken = judge(from)?.(change.witness);
            const stillTaken = [to, closed].map((schema) => judge(schema)?.(change.witness));
            expect([change.id, taken ?? true]).toEqual([change.id, true]);
            expect([change.id, stillTaken.every((answer) => answer === true)]).toEqual([change.id, false]);
          }
        }
      }),
      runs(150),
    );
  },
  limitMs,
);

/** A map takes every name, so nothing is lost where it takes the place of an object with a param that was required. */
const oneWay: ReadonlySet<string> = new Set(["param-added-required", "param-added-required-with-default"]);
/** Out of a new object a param comes back when that object goes: then the object is what was removed. */
const alsoAnsweredBy: { readonly [id: string]: string } = {
  "param-moved-nested": "param-removed",
  "param-moved-hoisted": "param-added-optional",
};

test(
  "every break is answered by a partner of its rule when the sides change places",
  () => {
    fc.assert(
      fc.property(pairs, ([base, head]) => {
        // An integer's bound is inclusive, however the number's was written that takes its place.
        const family = (id: string) => id.replace("exclusive-", "");
        const back = new Set(compared(head, base).changes.map(({ id }) => family(id)));
        for (const { id, severity, subject } of compared(base, head).changes) {
          const mirrors = [rules.find((rule) => rule.id === id)?.mirror ?? [], alsoAnsweredBy[id] ?? []].flat();
          if (severity !== "ERR" || mirrors.length === 0 || oneWay.has(id)) continue;
          expect([id, subject, mirrors.some((mirror) => back.has(family(mirror)))]).toEqual([id, subject, true]);
        }
      }),
      runs(150),
    );
  },
  limitMs,
);

import fc from "fast-check";
import type { Catalog, Field } from "../../src/compiler/catalog/catalog.ts";
import type { TypeNode } from "../../src/compiler/catalog/type-node.ts";
import type { Change } from "../../src/compiler/diff/change.ts";
import { declaredOnly } from "../../src/compiler/diff/declared.ts";
import { inputSchema, outputSchema } from "../../src/compiler/schema/json-schema.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { Json } from "../../src/contract/json.ts";
import { count, isNight, type Tally } from "../law-search.ts";
import { anyType, catalog as empty, toolWith, valuesNear } from "../schema/arbitraries.ts";
import { editedValues } from "../schema/edited-values.ts";
import { catalogOf } from "./cases.ts";
import { needsWitness } from "./needs-witness.ts";
import { unansweredBreaks } from "./unanswered-breaks.ts";

// Laws of the comparison of our own catalogs; those of lists are in list-laws.ts.

export type CompareCatalogs = (base: Catalog, head: Catalog) => readonly Change[];

export const someFields: fc.Arbitrary<readonly Field[]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom("title", "body", "toString", "__proto__"), anyType, fc.boolean()), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  })
  .map((all): readonly Field[] => all.map(([name, type, required]) => ({ name, type, required })));

const object = (list: readonly Field[]): TypeNode => ({ kind: "object", fields: list, open: false });

/** A catalog of one tool that takes and returns the same fields. */
export const catalogWith = (fields: readonly Field[]): Catalog =>
  catalogOf([toolWith(fields, { result: object(fields) })]);

export interface FieldPair {
  readonly base: readonly Field[];
  readonly head: readonly Field[];
  readonly values: readonly Json[];
}

/** Some fields and another version of them: one replaced, dropped, or changed in its presence; values near both. */
export const fieldPairs: fc.Arbitrary<FieldPair> = someFields
  .chain((base) =>
    fc
      .tuple(fc.nat(base.length - 1), anyType, fc.constantFrom("type", "required", "drop", "limit"))
      .map(([index, type, how]) => ({ base, head: changed(base, index, type, how) })),
  )
  .chain(({ base, head }) =>
    fc
      .tuple(
        fc.array(valuesNear(object(base)), { minLength: 4, maxLength: 4 }),
        fc.array(valuesNear(object(head)), { minLength: 4, maxLength: 4 }),
      )
      .map(([ofBase, ofHead]) => ({ base, head, values: [...ofBase, ...ofHead] })),
  );

function changed(base: readonly Field[], index: number, type: TypeNode, how: string): readonly Field[] {
  return base.flatMap((field, at): Field[] => {
    if (at !== index) return [field];
    if (how === "drop") return [];
    if (how === "required") return [{ ...field, required: !field.required }];
    if (how === "limit" && field.type.kind === "string") return [{ ...field, type: { ...field.type, maxLength: 2 } }];
    return [{ ...field, type }];
  });
}

/** The laws of list-laws.ts, `pairProblems`. */
export function catalogPairProblems(
  { base, head, values }: FieldPair,
  compare: CompareCatalogs,
  tally: Tally,
): readonly string[] {
  const sides = { base: catalogWith(base), head: catalogWith(head) };
  const there = compare(sides.base, sides.head);
  const back = compare(sides.head, sides.base);
  const all = [...values, ...editedValues(values, (isNight ? 12 : 4) * values.length)];
  tally.samples += all.length;
  const [was, is] = [checksOf(base), checksOf(head)];
  return [
    ...wayProblems({ was, is, values: all, changes: there, answers: back, tally }),
    ...wayProblems({ was: is, is: was, values: all, changes: back, answers: there, tally }).map(
      (problem) => `back: ${problem}`,
    ),
  ];
}

type Check = (value: unknown) => boolean;

interface Checks {
  readonly input: Check;
  /** As it is remembered: params that no schema names are dropped on the way. */
  readonly closedInput: Check;
  readonly output: Check;
  /** Every object closed: what has no counterpart in an open one is ignored, which is a break too. */
  readonly declaredInput: Check;
  readonly declaredOutput: Check;
}

function checksOf(fields: readonly Field[]): Checks {
  const tool = toolWith(fields, { result: object(fields) });
  const input = inputSchema(tool, empty, false);
  const output = outputSchema(tool, empty, false);
  return {
    input: compileCheck(input),
    closedInput: compileCheck({ ...input, additionalProperties: false }),
    output: compileCheck(output),
    declaredInput: compileCheck(declaredOnly(input, "all")),
    declaredOutput: compileCheck(declaredOnly(output, "all")),
  };
}

interface Way {
  readonly was: Checks;
  readonly is: Checks;
  readonly values: readonly Json[];
  readonly changes: readonly Change[];
  /** What was said with the sides changed. */
  readonly answers: readonly Change[];
  readonly tally: Tally;
}

function wayProblems({ was, is, values, changes, answers, tally }: Way): readonly string[] {
  const ways = {
    CALL: { from: was.closedInput, to: is.input, strictly: is.declaredInput },
    RESULT: { from: is.output, to: was.output, strictly: was.declaredOutput },
  };
  return (["CALL", "RESULT"] as const).flatMap((category) => {
    const { from, to, strictly } = ways[category];
    const about = changes.filter(({ categories }) => categories.includes(category));
    const isReported = about.some(({ severity }) => severity !== "INFO");
    count(tally, isReported ? "reported" : "passed");
    const escaped = isReported ? [] : values.filter((value) => from(value) && !to(value));
    const breaks = about.filter(needsWitness);
    return [
      ...escaped.map((value) => `escape of ${category}: ${JSON.stringify(value)}`),
      ...breaks.flatMap(({ id, witness }) => {
        if (witness === undefined) return [`${id} has no witness`];
        const reported = `${id}: the witness ${JSON.stringify(witness)}`;
        return [
          ...(from(witness) ? [] : [`${reported} was never valid`]),
          ...(strictly(witness) ? [`${reported} is still valid`] : []),
        ];
      }),
      ...about.flatMap((change) => unansweredBreaks(change, answers)),
    ];
  });
}

import { instancesOf } from "../../src/compiler/schema/sample.ts";
import { checkDocument } from "../../src/compiler/schema/subtype/checked-document.ts";
import { nearValues } from "../../src/compiler/schema/subtype/samples.ts";
import { type Subtype, subtype } from "../../src/compiler/schema/subtype.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { Json } from "../../src/contract/json.ts";
import { count, isNight, type Tally } from "../law-search.ts";
import { ajvJudge } from "./ajv-judge.ts";
import { editedValues } from "./edited-values.ts";
import type { ForeignSchema } from "./foreign-schemas.ts";
import { respelled } from "./respell-schema.ts";

// The laws of the containment engine on schemas of any server. Each gives what is wrong, one line each. The engine is a
// parameter where it is what the law is about: so the laws themselves can be tried on engines that are wrong.

export type Contains = (a: ForeignSchema, b: ForeignSchema) => Subtype;

/** Our validator judges as Ajv does. */
export function validatorProblems(schema: ForeignSchema, tally: Tally): readonly string[] {
  const theirs = ajvJudge(schema);
  if (theirs === undefined) return [];
  const ours = compileCheck(schema);
  return valuesNear([schema], tally).flatMap((value) => {
    const [our, their] = [ours(value), theirs(value)];
    return their === undefined || our === their ? [] : [`${JSON.stringify(value)}: ${our} by us, ${their} by Ajv`];
  });
}

/**
 * A schema is a subtype of itself in other words: keys re-ordered, references inlined, null, constants and integers spelled
 * otherwise. Where the engine can't tell it says so; it never takes one of them for narrower.
 */
export function respellingProblems(schema: ForeignSchema, tally: Tally, contains: Contains): readonly string[] {
  const other = respelled(schema);
  tally.samples++;
  return [contains(schema, other), contains(other, schema)].flatMap((answer) => {
    count(tally, answer.verdict);
    return answer.verdict === "no" ? [`in other words it is narrower: ${JSON.stringify(answer.witness)}`] : [];
  });
}

/** A yes holds for sampled values, a no has a witness that our validator and Ajv confirm; of a pair, both ways. */
export function containmentProblems(
  [base, head]: readonly [ForeignSchema, ForeignSchema],
  tally: Tally,
  contains: Contains,
): readonly string[] {
  const [inBase, inHead] = [compileCheck(base), compileCheck(head)];
  const judged = valuesNear([base, head], tally).map((value) => ({ value, base: inBase(value), head: inHead(value) }));
  return [["base", base, "head", head] as const, ["head", head, "base", base] as const].flatMap(
    ([from, narrow, to, wide]) => {
      const answer = contains(narrow, wide);
      count(tally, answer.verdict);
      if (answer.verdict === "yes") {
        const escaped = judged.filter((one) => one[from] && !one[to]);
        return escaped.map(({ value }) => `${from} is in ${to}, says the engine; but not ${JSON.stringify(value)}`);
      }
      if (answer.verdict === "unknown") return [];
      const { witness } = answer;
      return [
        { who: "us", of: compileCheck(narrow)(witness), not: compileCheck(wide)(witness) },
        // Where Ajv does not judge, what it should say.
        { who: "Ajv", of: ajvJudge(narrow)?.(witness) ?? true, not: ajvJudge(wide)?.(witness) ?? false },
      ].flatMap((judge) =>
        judge.of && !judge.not
          ? []
          : [`${from} is not in ${to}; but of ${JSON.stringify(witness)} ${judge.who} say otherwise`],
      );
    },
  );
}

/** Instances are instances; where there are none, the engine finds none either. */
export function instanceProblems(schema: ForeignSchema, tally: Tally): readonly string[] {
  const check = compileCheck(schema);
  const instances = instancesOf(schema, 8);
  tally.samples += instances.length;
  const strangers = instances
    .filter((value) => !check(value))
    .map((value) => `${JSON.stringify(value)} is not an instance`);
  const missed = instances.length === 0 && subtype(schema, false).verdict === "no";
  return missed ? [...strangers, "there are instances, and none was found"] : strangers;
}

/** Values near each schema by the engine's own lights, and what those became at random. */
const samples = isNight ? 96 : 48;

function valuesNear(schemas: readonly ForeignSchema[], tally: Tally): readonly Json[] {
  const near = schemas.flatMap((schema) => nearValues(schema, checkDocument(schema), samples));
  const values = [...near, ...editedValues(near, samples * schemas.length)];
  tally.samples += values.length;
  return values;
}

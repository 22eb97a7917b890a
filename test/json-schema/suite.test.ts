import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { endlessCheck, enforcedForm, uncheckable } from "../../src/compiler/json-schema/checkable.ts";
import { checkCode } from "../../src/compiler/schema/check-code.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { explain } from "../../src/contract/explain.ts";
import type { Json } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { readSuite, type SuiteGroup } from "./suite.ts";

// The official test suite, through the evaluator that the diff judges samples with, and through the checks that are printed of schemas that
// stand in YAML as they are, and what explains their verdicts. `suite-failures.json` names each failure; a failure that passes is one, too.

const failuresPath = new URL("./suite-failures.json", import.meta.url);
const groups = readSuite();
const all = groups.flatMap(({ tests }) => tests).length;

type Verdict = (value: Json) => boolean;

/** @returns the verdict on values, or why there is none */
const ways: { readonly [way: string]: (schema: SuiteGroup["schema"]) => Verdict | string } = {
  evaluator(schema) {
    try {
      return compileCheck(schema);
    } catch (error) {
      return `refused: ${error instanceof Error ? error.message : String(error)}`;
    }
  },
  "schema in YAML"(schema) {
    if (typeof schema === "boolean") return () => schema;
    const [first] = uncheckable(schema);
    const why = first === undefined ? endlessCheck(schema) : `${first.keyword}: ${first.why}`;
    if (why !== undefined) return `refused: ${why}`;
    // `uncheckable` has looked at every keyword that the type names.
    const enforced = enforcedForm(schema as JsonSchema);
    if (enforced === undefined) return "refused: no form of it can be checked";
    const text = checkCode([{ name: "check", schema: enforced }], { formats: "published" });
    return new Function(`${text}\nreturn check;`)() as Verdict; // that is what checkCode declares
  },
  explanation(schema) {
    if (typeof schema === "boolean") return () => schema;
    const enforced = enforcedForm(schema as JsonSchema); // as above
    if (enforced === undefined) return "refused: no form of it can be checked";
    return (value) => explain(enforced, value, { formats: "published" }).length === 0;
  },
};

function failuresOf(judge: (schema: SuiteGroup["schema"]) => Verdict | string) {
  let count = 0;
  const named = groups.flatMap(({ name, schema, tests }): readonly string[] => {
    const verdict = judge(schema);
    if (typeof verdict === "string") {
      count += tests.length;
      return [`${name} (${tests.length}): ${verdict}`];
    }
    const wrong = tests.flatMap(({ description, data, valid }) => {
      const outcome = attempt(verdict, data);
      return outcome === valid ? [] : [`${name}: ${description}: ${outcome}`];
    });
    count += wrong.length;
    return wrong;
  });
  return { count, named };
}

function attempt(verdict: Verdict, data: Json): boolean | string {
  try {
    return verdict(data);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("JSON Schema Test Suite, 2020-12, required", () => {
  const found = Object.fromEntries(Object.entries(ways).map(([way, judge]) => [way, failuresOf(judge)]));

  test("is whole", () => {
    expect([groups.length > 350, all]).toEqual([true, 1_299]);
  });

  test("fails where the list says, and nowhere else", () => {
    const named = Object.fromEntries(
      Object.entries(found).map(([way, { count, named }]) => [way, { failures: count, of: all, named }]),
    );
    if (mayRewriteGoldens()) writeFileSync(failuresPath, `${JSON.stringify(named, undefined, 2)}\n`);
    expect(named).toEqual(JSON.parse(readFileSync(failuresPath, "utf8")));
  });

  test.each(Object.keys(ways))("passes by at least 98.3 percent: %s", (way) => {
    expect(1 - (found[way]?.count ?? all) / all).toBeGreaterThanOrEqual(0.983);
  });
});

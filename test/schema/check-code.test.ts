import fc from "fast-check";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { checkCode } from "../../src/compiler/schema/check-code.ts";
import { inputSchema, typeSchema } from "../../src/compiler/schema/json-schema.ts";
import { inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { isJsonObject } from "../../src/contract/json.ts";
import { normalise } from "../../src/contract/normalise.ts";
import { anyType, catalog, toolWith, valuesNear } from "./arbitraries.ts";
import { checkable } from "./checkable.ts";

const typeAndValues = anyType.chain((type) =>
  fc.tuple(fc.constant(type), fc.array(valuesNear(type), { minLength: 8, maxLength: 8 })),
);

/**
 * Where our code differs from TypeBox, on purpose: fields that objects inherit count only when they are the object's own,
 * and items that differ in a field named `constructor` are not the same.
 */
function differsOnPurpose(schema: unknown, values: unknown): boolean {
  const text = JSON.stringify(schema);
  return text.includes("toString") || (text.includes("uniqueItems") && JSON.stringify(values).includes("constructor"));
}

test("standalone code judges as TypeBox does", () => {
  fc.assert(
    fc.property(typeAndValues, ([type, values]) => {
      const schema = typeSchema(type, catalog, false);
      fc.pre(!differsOnPurpose(schema, values));
      const ours = compileCheck(schema);
      const theirs = Compile(checkable(schema) as object); // an object in, an object out
      expect(values.map((value) => ours(value))).toEqual(values.map((value) => theirs.Check(value)));
    }),
    { numRuns: 500 },
  );
});

test("what the published schema accepts is accepted after normalising", () => {
  fc.assert(
    fc.property(typeAndValues, ([type, values]) => {
      fc.pre(!hasOwnPattern(JSON.stringify(type)));
      const tool = toolWith([{ name: "a", type, required: true }]);
      const check = compileCheck(inputSchema(tool, catalog, false));
      const plan = inputPlan(tool, catalog);
      for (const value of values) {
        const given = { a: value };
        if (!isJsonObject(given) || !check(given)) continue;
        const { value: normal, violations } = normalise(plan, planDefinitions(catalog), given);
        expect({ given, accepted: check(normal), violations }).toEqual({ given, accepted: true, violations: [] });
      }
    }),
    { numRuns: 500 },
  );
});

/** A pattern or a length beside a pattern of one's own speaks about the text as it is after trimming. */
function hasOwnPattern(type: string): boolean {
  return type.includes('"pattern"') || type.includes('"unique"');
}

describe("property names that objects inherit", () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"number"},"constructor":{"type":"string"},"toString":{"type":"integer"},' +
      '"a \\" in valueOf":{"type":"object","properties":{"valueOf":{"type":"array"}},"required":["valueOf"]}},"required":["toString"]}',
  );
  const check = compileCheck(schema);

  test.each([
    ["{}", false],
    ['{"toString":1}', true],
    ['{"toString":"x"}', false],
    ['{"toString":1,"__proto__":1}', true],
    ['{"toString":1,"__proto__":"x"}', false],
    ['{"toString":1,"constructor":"x"}', true],
    ['{"toString":1,"constructor":1}', false],
    ['{"toString":1,"a \\" in valueOf":{}}', false],
    ['{"toString":1,"a \\" in valueOf":{"valueOf":[]}}', true],
  ])("are looked for on the object itself: %s", (text, accepted) => {
    expect(check(JSON.parse(text))).toBe(accepted);
  });
});

describe("the text", () => {
  test("imports nothing and is the same each time", () => {
    const schema = typeSchema({ kind: "ref", name: "Tree" }, catalog, false);
    const code = checkCode([
      { name: "checkInput", schema },
      { name: "checkOutput", schema: { type: "array", items: schema, uniqueItems: true } },
    ]);
    expect(code).not.toMatch(/\bimport\b|typebox/i);
    expect(code).toMatch(/^function checkInput\(value\) \{$/m);
    expect(code).toMatch(/^function checkOutput\(value\) \{$/m);
    expect(
      checkCode([
        { name: "checkInput", schema },
        { name: "checkOutput", schema: { type: "array", items: schema, uniqueItems: true } },
      ]),
    ).toBe(code);
  });

  test.each(["*/", "$".concat("{x}"), "`", "'", '"', "\\", "\n", "\u2028", "check_0", "External[0]"])(
    "holds %j as a name, a value and a pattern without harm",
    (hostile) => {
      const pattern = hostile.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
      const check = compileCheck({
        type: "object",
        properties: { [hostile]: { type: "string", enum: [hostile], pattern: `^${pattern}$` } },
        required: [hostile],
        additionalProperties: false,
      });
      expect([check({ [hostile]: hostile }), check({ [hostile]: "other" }), check({})]).toEqual([true, false, false]);
    },
  );

  test("compares items by content, whatever the order of their keys", () => {
    const check = compileCheck({ type: "array", uniqueItems: true });
    expect(
      check([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBe(false);
    expect(check([{ a: 1 }, { a: "1" }, [1], ["1"]])).toBe(true);
  });
});

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { enforcedForm } from "../../src/compiler/json-schema/checkable.ts";
import { instancesOf } from "../../src/compiler/schema/sample.ts";
import { checkAction } from "../../src/contract/actions.ts";
import { formatPatterns } from "../../src/contract/formats.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { normalise } from "../../src/contract/normalise.ts";
import { lawCases } from "../law-cases.ts";
import { type GeneratedTool, readTools } from "./read-catalogs.ts";
import { valuesNear } from "./values-near.ts";

// The schema that is generated is the schema that is enforced: the TypeBox values of a contract, the printed validator and
// what `tools/list` publishes are one schema, for every tool of this repository and of the golden catalogs. Each is read by
// a validator of its own: TypeBox, the printed code, Ajv.

const tools = await readTools();
const runs = lawCases(200);
// One for all schemas: it compiles the schema of schemas once.
const ajv = new Ajv2020({ strict: false, ownProperties: true, formats: formatPatterns });

/** Of a list with names (`$id`, `$anchor`) references are what they lead to. */
const enforced = (schema: JsonSchema | undefined) => schema && (enforcedForm(schema) ?? schema);

describe.each(tools)("$title", (generated) => {
  const { contract, names, validator, listed } = generated;
  const given = schemaOf(contract, names.arguments);
  const gives = schemaOf(contract, names.output);

  test("the values of the contract are the schemas that are listed and enforced, key by key", () => {
    expect(asJson(given)).toEqual(validator.input);
    expect(asJson(gives)).toEqual(validator.output);
    if (listed !== undefined)
      expect([listed.inputSchema, listed.outputSchema].map(enforced)).toEqual([validator.input, validator.output]);
  });

  test("arguments: TypeBox, the validator and the list agree; with limits in bytes, as the server does", () => {
    const typeBox = bothWays(given);
    const ofList = ajv.compile(listed?.inputSchema ?? validator.input);
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(valuesNear(validator.input), (value) => {
        const isValid = validator.checkInput(value);
        expect({ value, ofList: ofList(value) }).toEqual({ value, ofList: isValid });
        const fits = isValid && isJsonObject(value) && bytesFit(value, generated);
        expect({ value, typeBox: typeBox(value) }).toEqual({ value, typeBox: [fits, fits] });
        seen.add(isValid);
      }),
      { numRuns: runs },
    );
    expect(seen.size).toBe(2);
  });

  test.each(byteLimits(generated))(
    "arguments: '$name' has at most $maxBytes bytes, which only TypeBox can say",
    (limit) => {
      const typeBox = bothWays(given);
      const holding = (text: string) => ({ ...limit.others, [limit.name]: text });
      const tooLarge = holding("é".repeat(limit.maxBytes / 2 + 1));
      expect([typeBox(holding("x".repeat(limit.maxBytes))), typeBox(tooLarge)]).toEqual([
        [true, true],
        [false, false],
      ]);
      expect([validator.checkInput(tooLarge), bytesFit(tooLarge, generated)]).toEqual([true, false]);
    },
  );

  test("input: what the server hands to a handler, and nothing else, is the contract's input", () => {
    const typeBox = bothWays(schemaOf(contract, names.input));
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(valuesNear(validator.input), (value) => {
        if (!isJsonObject(value)) return;
        const { handed, isValid } = served(value, generated);
        expect({ handed, typeBox: typeBox(handed) }).toEqual({ handed, typeBox: [isValid, isValid] });
        seen.add(isValid);
      }),
      { numRuns: runs },
    );
    expect(seen.has(true)).toBe(true);
  });

  test("results: TypeBox, the validator and the list agree", () => {
    const typeBox = bothWays(gives);
    const ofList = ajv.compile(listed?.outputSchema ?? validator.output);
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(valuesNear(validator.output), (value) => {
        const isValid = validator.checkOutput(value);
        const all = { ofList: ofList(value), typeBox: typeBox(value) };
        expect({ value, ...all }).toEqual({ value, ofList: isValid, typeBox: [isValid, isValid] });
        seen.add(isValid);
      }),
      { numRuns: runs },
    );
    expect(seen.size).toBe(2);
  });
});

function schemaOf(contract: GeneratedTool["contract"], name: string): TSchema {
  const schema = contract[name];
  if (schema === undefined) throw new Error(`the contract exports no '${name}'`);
  return schema;
}

/** TypeBox marks its values with keys that JSON does not show. */
function asJson(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}

function bothWays(schema: TSchema): (value: Json) => readonly [boolean, boolean] {
  const compiled = Compile(schema);
  return (value) => [Check(schema, value), compiled.Check(value)];
}

/** The params of a tool that have a limit in bytes alone, each with arguments that it may stand beside. */
function byteLimits({ validator }: GeneratedTool) {
  const [others] = instancesOf(validator.input, 1);
  const fields = validator.plan.kind === "object" ? Object.entries(validator.plan.fields) : [];
  return fields.flatMap(([name, { plan }]) => {
    const maxBytes = plan?.kind === "string" ? plan.maxBytes : undefined;
    return maxBytes === undefined || !isJsonObject(others) ? [] : [{ name, maxBytes, others }];
  });
}

test("some tools have limits in bytes", () => {
  expect(tools.filter((generated) => byteLimits(generated).length > 0).length).toBeGreaterThan(3);
});

/** True where no text is over its limit in bytes as it stands; normalising may still shorten it. */
function bytesFit(value: JsonObject, { validator }: GeneratedTool): boolean {
  return !normalise(validator.plan, validator.plans, value).violations.some(({ expected }) =>
    expected.includes("bytes"),
  );
}

/** The arguments as the server would hand them to the handler, and whether it would. */
function served(value: JsonObject, { tool, validator }: GeneratedTool) {
  const { session: _taken, ...others } = value;
  const given = tool.params.some(({ name }) => name === "session") ? value : others;
  const normalised = normalise(validator.plan, validator.plans, given);
  const judged =
    tool.actions === undefined
      ? { value: normalised.value, violations: [] }
      : checkAction(tool.actions, normalised.value, normalised.defaulted, validator.input, validator.plan);
  // What only other actions take is refused by name; it does not stand in what is handed over.
  const lacksNothing = judged.violations.every(({ found }) => found !== "nothing" && found !== "a blank text");
  const isNormal = normalised.violations.every(({ path }) => !Object.hasOwn(judged.value, path.split("/")[1] ?? ""));
  const isValid = validator.checkInput(judged.value) && isNormal && lacksNothing;
  return { handed: judged.value, isValid };
}

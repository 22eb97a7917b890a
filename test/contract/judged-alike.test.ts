import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import { wireAlias, wireTool } from "../../src/compiler/schema/wire-tool.ts";
import { mapAlias } from "../../src/contract/alias.ts";
import { formatPatterns } from "../../src/contract/formats.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import type { JsonSchema } from "../../src/contract/json-schema.ts";
import { normalise } from "../../src/contract/normalise.ts";
import type { Validator } from "../../src/runtime/registry.ts";
import { lawCases } from "../law-cases.ts";
import { argumentsOf } from "./arguments-of.ts";

// What is published is what is enforced. Each schema that a client may be shown is read by a validator that is not ours
// (Ajv) and compared with what the dispatcher does to the same arguments. What a schema can't say is left to the dispatcher alone:
// limits in bytes, and which params an action needs or takes, since clients want one plain object.

const catalog = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "generated", ".cache", "catalog.json"), "utf8"),
) as Catalog;

const details = ["compact", "full", "verbose"] as const;
const samples = lawCases(300);

type Judge = Pick<Validator, "checkInput" | "plan" | "plans">;

interface Published {
  readonly name: string;
  readonly detail: (typeof details)[number];
  readonly schema: JsonSchema;
  /** What the dispatcher checks its arguments against. */
  readonly judge: () => Promise<Judge>;
  /** How an old name's arguments become ours, where a table says so. */
  readonly map: (given: JsonObject) => JsonObject;
  /** The names in the schema are those that the dispatcher checks. */
  readonly isOurs: boolean;
}

const published: readonly Published[] = catalog.tools.flatMap((tool) => {
  const entry = registry.tools[tool.name];
  if (entry === undefined) throw new Error(`'${tool.name}' is not registered`);
  const judge = async () => (await entry.load()).validator;
  const aliases = tool.aliases.flatMap((alias) => {
    const registered = registry.aliases[alias.name];
    const load = registered?.load;
    return details.map((detail) => ({
      name: alias.name,
      detail,
      schema: wireAlias(alias, tool, catalog, detail).inputSchema,
      judge: load === undefined ? judge : async () => (await load()).validator,
      isOurs: false,
      // With a function of its own, the dispatcher first checks the old arguments against the old contract.
      map: (given: JsonObject) =>
        mapAlias(load === undefined ? alias : { ...noMapping, ignore: alias.ignore }, given).arguments,
    }));
  });
  const own = details.map((detail) => ({
    name: tool.name,
    detail,
    schema: wireTool(tool, catalog, detail).inputSchema,
    judge,
    isOurs: true,
    map: (given: JsonObject) => given,
  }));
  return [...own, ...aliases];
});

// Each compiles the schema of schemas once. Without formats they are notes, as most clients read them.
const readers = {
  withFormats: new Ajv2020({ strict: false, validateFormats: true, formats: formatPatterns }),
  withoutFormats: new Ajv2020({ strict: false, validateFormats: false, formats: formatPatterns }),
};

const noMapping = { rename: {}, set: {}, defaults: {} };

/** One param is of a kind that hardly any takes: where texts take nearly all, too few calls would be refused. */
function broken(schema: JsonSchema, params: readonly string[]): fc.Arbitrary<JsonObject> {
  const [first = "none", ...others] = params;
  return fc
    .tuple(argumentsOf(schema), fc.constantFrom(first, ...others), fc.constantFrom<Json>({ no: ["param"] }, [[[]]]))
    .map(([given, name, value]) => ({ ...given, [name]: value }));
}

describe.each(published)("$name, $detail", ({ schema, judge, map, isOurs }) => {
  const accepts = readers.withFormats.compile(schema);
  const acceptsWithoutFormats = readers.withoutFormats.compile(schema);
  const params = Object.keys(schema.properties ?? {}).filter((param) => param !== "session");

  test("what the schema accepts, the dispatcher accepts; what the dispatcher accepts is in the schema, once normalised", async () => {
    const { checkInput, plan, plans } = await judge();
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: argumentsOf(schema) }, broken(schema, params)), (given) => {
        // The gate takes the session's handle off.
        const { session: _taken, ...others } = given;
        const { value, violations } = normalise(plan, plans, map(others));
        const isValid = violations.length === 0 && checkInput(value);
        counts[isValid ? "accepted" : "refused"]++;
        if (accepts(given)) expect({ given, isValid }).toEqual({ given, isValid: true });
        // A schema that is stricter than the dispatcher would keep clients from good calls.
        if (isOurs && isValid) {
          expect({ value, is: [accepts(value), acceptsWithoutFormats(value)] }).toEqual({ value, is: [true, true] });
        }
      }),
      { numRuns: samples },
    );
    // A law about nothing would hold as well.
    expect(counts.accepted).toBeGreaterThan(samples / 10);
    if (params.length > 0) expect(counts.refused).toBeGreaterThan(samples / 30);
  });
});

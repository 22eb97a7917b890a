import { expect, test } from "vitest";
import { endlessCheck, enforcedForm } from "../../src/compiler/json-schema/checkable.ts";
import { resolve } from "../../src/compiler/resolve/resolve.ts";
import { checkCode } from "../../src/compiler/schema/check-code.ts";
import { inputSchema } from "../../src/compiler/schema/json-schema.ts";
import { parseSpec } from "../../src/compiler/syntax/parse.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { readSuite } from "./suite.ts";

// The official test suite through schemas in files of their own: each of its schemas is the one property of a tool's whole input,
// and a resource of its own, so that its references lead into itself.

const groups = readSuite();
const nameOf = (index: number) => `tool_${index}`;

const catalog = `format: 1
server: { name: suite, title: Suite, version: 0.1.0 }
tiers:
  essential: { badge: E, summary: All }
families:
  all: { title: All, summary: All of them }
profiles:
  core: { tiers: [essential] }
`;

const tool = (name: string) => `name: ${name}
title: ${name}
tier: essential
since: 0.1.0
summary: Take a value.
session: none
effects: { read_only: true, destructive: false, idempotent: true, open_world: false }
input: { schema: { file: ${name}.json } }
result: content
errors: []
`;

/** As the file of a tool. */
function fileOf(schema: (typeof groups)[number]["schema"], index: number): string {
  const inside = isJsonObject(schema) ? { $id: `https://suite.example/${index}`, ...schema } : schema;
  return JSON.stringify({ type: "object", properties: { value: inside }, required: ["value"] }, undefined, 2);
}

test("98.3 % of the required tests pass, and each failure is named", { timeout: 120_000 }, () => {
  const sources: SourceFile[] = groups.flatMap(({ schema }, index) => [
    { path: `schema/tools/all/${nameOf(index)}.yaml`, text: tool(nameOf(index)) },
    { path: `schema/tools/all/${nameOf(index)}.json`, text: fileOf(schema, index) },
  ]);
  const { value: files } = parseSpec([{ path: "schema/catalog.yaml", text: catalog }, ...sources]);
  const { value, diagnostics } = resolve(files);
  const found = value.catalog;
  if (found === undefined) throw new Error("there is no catalog");
  const failures: string[] = [];
  let [count, right] = [0, 0];
  for (const [index, { name, tests }] of groups.entries()) {
    count += tests.length;
    const refused = diagnostics.find(
      ({ severity, span }) => severity === "error" && span?.file.path.endsWith(`/${nameOf(index)}.json`),
    );
    const entry = found.tools.find((one) => one.name === nameOf(index));
    if (entry === undefined) throw new Error(`no ${nameOf(index)}`);
    const schema = inputSchema(entry, found, true);
    const enforced = enforcedForm(schema);
    if (refused !== undefined || enforced === undefined || endlessCheck(schema as JsonObject) !== undefined) {
      failures.push(`${name} (${tests.length}): ${refused?.message ?? "it can't be checked"}`);
      continue;
    }
    const text = checkCode([{ name: "check", schema: enforced }], { formats: "published" });
    const check = new Function(`${text}\nreturn check;`)() as (value: Json) => boolean; // that is what checkCode declares
    for (const { description, data, valid } of tests) {
      if (check({ value: data }) === valid) right += 1;
      else failures.push(`${name}: ${description}`);
    }
  }
  expect({ failures, count }).toMatchInlineSnapshot(`
    {
      "count": 1299,
      "failures": [
        "vocabulary: schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number, but it still validates",
      ],
    }
  `);
  expect(right / count).toBeGreaterThanOrEqual(0.983);
});

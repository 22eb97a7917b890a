import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../../src/compiler/catalog/catalog.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { pegboardHere, root } from "../run-pegboard.ts";
import { objects, type ServedWorkbench, serveWorkbenchHere } from "../served-workbench.ts";
import { ramorieInventory } from "./ramorie-inventory.ts";
import { longest, ramorieParams, stricter } from "./ramorie-params.ts";

// Each param of Ramorie takes at least the values that it took there, as the list shows it and as the server checks it.

const types: Readonly<Record<string, { readonly type: string; readonly samples: readonly Json[] }>> = {
  s: { type: "string", samples: ["x", "Élan, 汉字"] },
  n: { type: "number", samples: [1, 2.9, 0, -1, 1e9] },
  b: { type: "boolean", samples: [true, false] },
  l: { type: "array", samples: [[], ["x"]] },
};

const params = Object.entries(ramorieParams).flatMap(([tool, all]) =>
  Object.entries(all).map(([param, spec]) => ({ tool, param, spec })),
);

let workbench: ServedWorkbench;
let listed: ReadonlyMap<string, JsonObject>;

beforeAll(async () => {
  workbench = await serveWorkbenchHere({ profile: "ramorie" });
  await workbench.value("setup_agent", { agent_name: "claude" });
  listed = new Map((await workbench.connection.listTools()).map(({ name, inputSchema }) => [name, inputSchema]));
});
afterAll(() => workbench.close());

it("the table has each param of the inventory", () => {
  expect(Object.fromEntries(Object.entries(ramorieParams).map(([tool, all]) => [tool, Object.keys(all)]))).toEqual(
    Object.fromEntries(Object.entries(ramorieInventory).map(([tool, { params: names }]) => [tool, [...names]])),
  );
});

describe.each(params)("$tool $param", ({ tool, param, spec }) => {
  it("has the type, the words and the limits of the inventory, or a reason", async () => {
    const { type = "", samples = [] } = types[spec.charAt(0)] ?? {};
    const [, words = ""] = spec.split(":");
    const property = schemaOf(tool, param);
    // What is ignored takes anything.
    if (Object.keys(property).length > 0) expect(property.type).toBe(type);
    const reason = stricter[`${tool}.${param}`];
    const given = words === "" ? samples : words.split("|").flatMap((word) => [word, word.toLowerCase()]);
    const refused: Json[] = [];
    for (const value of given) if (await isRefused(tool, param, value)) refused.push(value);
    if (words !== "") expect(refused).toEqual(reason === "a person approves" ? ["approved", "approved"] : []);
    else expect(refused.length > 0, JSON.stringify(refused)).toBe(reason !== undefined);
    // A list of words is stricter than a text; the reason stands in the table, and no reason stands there for nothing.
    if (words !== "") expect(await isRefused(tool, param, "zebra")).toBe(reason !== undefined);
    if (typeof property.maxLength === "number") expect(longest[property.maxLength]).toBeDefined();
  });
});

it.each(Object.keys(ramorieParams))("%s requires no more than it did", async (tool) => {
  const required = params.filter((one) => one.tool === tool && one.spec.startsWith("sR")).map(({ param }) => param);
  const { required: now = [] } = listed.get(tool) ?? {};
  if (!Array.isArray(now)) throw new Error("expected a list of names");
  expect(required).toEqual(expect.arrayContaining(now));
});

it("the list costs no more tokens than its budget", async () => {
  const { stdout, code } = await pegboardHere(["tokens", "--profile", "ramorie"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}all +2,\d{3} +2,550 +\d+$/m);
});

it("the list that is served is the one that is generated", () => {
  const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;
  const aliases = catalog.tools.flatMap((tool) => tool.aliases.filter(({ of }) => of === "ramorie"));
  expect(Object.fromEntries(aliases.map((alias) => [alias.name, namesOf(alias.params)]))).toEqual(
    Object.fromEntries([...listed].map(([name, { properties }]) => [name, namesOf(Object.keys(properties ?? {}))])),
  );
});

function namesOf(all: readonly (string | { readonly name: string })[]): readonly string[] {
  const names = all.map((one) => (typeof one === "string" ? one : one.name));
  return names.toSorted();
}

function schemaOf(tool: string, param: string): JsonObject {
  const { properties } = listed.get(tool) ?? {};
  const property = isJsonObject(properties) ? properties[param] : undefined;
  if (!isJsonObject(property)) throw new Error(`'${tool}' lists no '${param}'`);
  return property;
}

/** Whether the server finds fault with this very param. */
async function isRefused(tool: string, param: string, value: Json): Promise<boolean> {
  const { structuredContent } = await workbench.result(tool, { [param]: value });
  const error = structuredContent?.error;
  const violations = isJsonObject(error) ? objects(error.violations) : [];
  return violations.some(({ path }) => String(path).split("/")[1] === param);
}
